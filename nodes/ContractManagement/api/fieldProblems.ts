import { DATE_FORMS } from './dates';
import type { FieldKind, TypedField } from './creationForm';

/** Why a value does not fit its field, in words for the person who filled it in. */
export interface FieldProblem {
	errorId: 'FIELD_NOT_FOUND' | 'FIELD_OPTION_NOT_FOUND' | 'INVALID_INPUT';
	message: string;
	description: string;
	details: { field: string; fieldId: string; value: unknown; availableOptions?: string[] };
}

/** The problem of a required field without a value. */
export function missing({ id, name }: TypedField): FieldProblem {
	return {
		errorId: 'INVALID_INPUT',
		message: `Field '${name}' is required`,
		description: 'The creation form of the contract type demands a value.',
		details: { field: name, fieldId: id, value: null },
	};
}

const EXPECTED: Record<FieldKind, string> = {
	text: 'Enter text.',
	number: 'Enter a number with a decimal point and without thousands separators.',
	boolean: 'Enter true or false.',
	date: DATE_FORMS,
	dateTime: DATE_FORMS,
	select: 'Enter one option.',
	multiSelect: 'Enter options as a list or separated by semicolons.',
	richText: 'Enter text, Markdown or a list of Slate nodes.',
	relation: 'Enter the ID of a record.',
	other: '',
};

/** The problem of a value that does not fit its field. */
export function misfit({ id, name, type, options }: TypedField, wrong: unknown): FieldProblem {
	const availableOptions = options.map((option) => option.name);
	const isOption = options.length > 0;
	return {
		errorId: isOption ? 'FIELD_OPTION_NOT_FOUND' : 'INVALID_INPUT',
		message: isOption
			? `Field '${name}' has no option '${shown(wrong)}'`
			: `Field '${name}' cannot take '${shown(wrong)}'`,
		description: isOption ? `Allowed: ${listed(availableOptions)}` : EXPECTED[type],
		details: {
			field: name,
			fieldId: id,
			value: wrong,
			...(isOption && { availableOptions }),
		},
	};
}

const MOST_LISTED = 30;

function listed(names: string[]): string {
	const more = names.length - MOST_LISTED;
	return names.slice(0, MOST_LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function shown(value: unknown): string {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
