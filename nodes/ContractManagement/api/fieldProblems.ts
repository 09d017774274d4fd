import { adviceFor, leftEmpty } from './advice';
import { doubtIn } from './dates';
import { keysByName, listed } from './names';
import { isLost, lostAdvice, optionsMeant } from './options';
import { cutAt } from './texts';
import type { TypedField } from './creationForm';

/** Why a value does not fit its field, in words for the person who filled it in. */
export interface FieldProblem {
	errorId: 'FIELD_NOT_FOUND' | 'FIELD_OPTION_NOT_FOUND' | 'INVALID_INPUT';
	message: string;
	description: string;
	details: { field: string; fieldId: string; value: unknown; availableOptions?: string[] };
}

/** The problem of the value of a field. @param availableOptions what it could be instead, where that can be listed */
export function invalidField(
	{ id, name }: Pick<TypedField, 'id' | 'name'>,
	value: unknown,
	message: string,
	description: string,
	availableOptions?: string[],
): FieldProblem {
	const details = {
		field: name,
		fieldId: id,
		value,
		...(availableOptions && { availableOptions }),
	};
	return { errorId: 'INVALID_INPUT', message, description, details };
}

/** The problem of a required field without a value. */
export function missing(field: TypedField): FieldProblem {
	const advice = 'The creation form of the contract type demands a value.';
	return invalidField(field, null, `Field '${field.name}' is required: give it a value`, advice);
}

/** The problem of a name that several fields have: the value would go to any of them. */
export function ambiguous(name: string, value: unknown, alike: TypedField[]): FieldProblem {
	const available = alike.map((field) => `${field.name} (${field.id})`);
	const message = `${alike.length} fields are called '${name}'`;
	const advice = `Give it as one of these, or by its ID: ${available.join(', ')}`;
	return invalidField({ id: name, name }, value, message, advice, available);
}

/** The problem of two keys for one field, as a model writes `reference` beside `Reference`. */
export function twice(field: TypedField, value: unknown, keys: string[]): FieldProblem {
	const message = `'${keys.join("' and '")}' are one field, '${field.name}'`;
	return invalidField(field, value, message, 'Give one of them.');
}

/** The problem of a value that does not fit its field. @param source the expression that gave it, for advice */
export function misfit(field: TypedField, wrong: unknown, source?: string): FieldProblem {
	const { name, type, options } = field;
	if (options.length > 0)
		return { ...optionProblem(field, wrong, source), errorId: 'FIELD_OPTION_NOT_FOUND' };
	const isDate = /^date/.test(type);
	const advice = isLost(wrong) && !isDate ? lostAdvice(wrong) : adviceFor(type, wrong, source);
	const such = isDate ? 'a date such as 2026-03-31' : type === 'relation' && 'the ID of a record';
	const fix = such && !(isDate && doubtIn(wrong)) ? `: give ${such}` : '';
	return invalidField(field, wrong, `Field '${name}' cannot take '${shown(wrong)}'${fix}`, advice);
}

function optionProblem(field: TypedField, wrong: unknown, source?: string): FieldProblem {
	const { name, type, options } = field;
	const keys = keysByName(options);
	const meant = optionsMeant(wrong, options).map(({ id }) => keys.get(id)!);
	if (meant.length > 1) {
		const message = `'${shown(wrong)}' names ${meant.length} options of field '${name}'`;
		return invalidField(field, wrong, message, `Give one of them: ${listed(meant, 30)}`, meant);
	}
	const available = [...keys.values()];
	const isSplit = type === 'multiSelect' && /[,|/、，；]/.test(String(wrong));
	const several = isSplit ? '. Give several as a list, or separated by semicolons' : '';
	const empty = leftEmpty(wrong, source);
	const message = `Field '${name}' has no option '${shown(wrong)}'`;
	const advice = `Allowed: ${listed(available, 30)}${isLost(wrong) ? `. ${lostAdvice(wrong)}` : (empty && `.${empty}`) || several}`;
	return invalidField(field, wrong, message, advice, available);
}

/** Several problems as one: those of a kind together, and what to do about each kind. */
export function together(problems: FieldProblem[]): Pick<FieldProblem, 'description' | 'message'> {
	if (problems.length === 1) return problems[0];
	const kinds = [...new Set(problems.map(kindOf))].map((kind) => {
		const alike = problems.filter((problem) => kindOf(problem) === kind);
		const named = `${kind}: ${listed(alike.map(inShort))}`;
		return { named, fixes: new Set(alike.map(fixOf)), more: problems.length - alike.length };
	});
	const told = kinds.flatMap(({ named, fixes }) => [named, ...fixes]);
	const [{ named, more }] = kinds;
	let length = 0;
	// Half an expression would be of no use.
	const whole = told.filter((text) => length + text.length < LONGEST && (length += text.length));
	return {
		message: more > 0 ? `${named}, and ${more} more` : named,
		description: whole.map((text) => text.replace(/\.?$/, '.')).join(' '),
	};
}

const LONGEST = 1_500;

function kindOf({ errorId, details }: FieldProblem): string {
	if (errorId === 'FIELD_NOT_FOUND') return 'Not in the form';
	if (errorId === 'FIELD_OPTION_NOT_FOUND') return 'No such option';
	return details.value === null ? 'Required, so give a value' : 'Wrong value';
}

function inShort({ errorId, details: { field, value } }: FieldProblem): string {
	const isNamed = errorId === 'FIELD_NOT_FOUND' || value === null;
	return isNamed ? `'${field}'` : `'${field}' ('${shown(value)}')`;
}

function fixOf({ errorId, description, details: { field } }: FieldProblem): string {
	return errorId === 'FIELD_OPTION_NOT_FOUND' ? `'${field}': ${description}` : description;
}

/** A value in a sentence, up to so many characters of it. */
export function shown(value: unknown, length = 60): string {
	const json = typeof value === 'string' ? undefined : JSON.stringify(value);
	const text = json === undefined || json === 'null' ? String(value) : json;
	return text.length > length ? `${cutAt(text, length)}…` : text;
}
