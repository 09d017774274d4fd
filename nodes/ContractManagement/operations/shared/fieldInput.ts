import type { ResourceMapperValue } from 'n8n-workflow';
import { coerce, isNothing, type CoercionSettings } from '../../api/coercion';
import type { TypedField } from '../../api/creationForm';
import { ambiguous, invalidField, twice, type FieldProblem } from '../../api/fieldProblems';
import { exactFirst, keysByName, listed } from '../../api/names';
import { isBlank } from '../../api/options';
import type { RecordColumn } from '../../api/recordColumns';
import { orderHint, rememberedValue } from '../../api/rememberedOptions';
import type { FieldValue, NamedReference } from '../../api/types';
import { propertyWith, sourceIn } from '../../node/itemProperties';
import type { ItemScope } from '../../node/scope';
import { known, type FieldFinder } from './fieldFinder';

/** What a resource mapper gives for one item, before any coercion: n8n's own refuses labels and drops modes. */
export interface MappedValues {
	/** By column id; in automatic mode every property of the input, whether it is a column or not. */
	values: Record<string, unknown>;
	/** The columns as the editor knew them. */
	schema: RecordColumn[];
	/** The columns that existing records are matched by. */
	matchingColumns: string[];
	isAutomatic: boolean;
	/** The expression that gave the value of a column, such as `$json.amount`. */
	sourceOf: (column: string) => string | undefined;
	input: Record<string, unknown>;
}

/** Reads the resource mapper Fields. */
export function mappedValues(scope: ItemScope): MappedValues {
	const mapper = scope.parameter<Partial<ResourceMapperValue> | null>('fields', {}) ?? {};
	const isAutomatic = mapper.mappingMode === 'autoMapInputData';
	return {
		values: (isAutomatic ? scope.input.json : mapper.value) ?? {},
		schema: mapper.schema ?? [],
		matchingColumns: mapper.matchingColumns ?? [],
		isAutomatic,
		input: scope.input.json,
		sourceOf: (column) =>
			isAutomatic
				? `$json[${JSON.stringify(column)}]`
				: sourceIn(scope.node.parameters, `fields.value.${column}`),
	};
}

/**
 * Turns values by field id or name into what their fields take. Blank ones are left out; one of `more` counts before all
 * others. Two keys for one field are a problem; where the input is mapped automatically, the most exact one counts.
 * @param unknown what is wrong with a key that no field has; the editor may know what it was called
 * @returns the values by field id, what is wrong with the others, the ids of all fields that have been given one, right or
 * wrong, and what to tell the person of options that are no longer what they were when they were chosen
 */
export function coercedFields(
	{ values, schema, isAutomatic, sourceOf, input }: MappedValues,
	find: FieldFinder,
	settings: CoercionSettings,
	unknown: (key: string, name: string, value: unknown) => FieldProblem,
	more: Record<string, unknown> = {},
) {
	const coerced = {
		values: new Map<string, FieldValue>(),
		problems: [] as FieldProblem[],
		given: new Set<string>(),
		hints: [] as string[],
	};
	const wanted = new Map<TypedField, { value: unknown; key: string }>();
	const columns = new Map(schema.map((column) => [column.id, column]));
	const given = [isAutomatic ? known(values, find) : values, more];
	const isAlike = (other: string, key: string) =>
		other !== key && other in more === key in more && !(isAutomatic && !(key in more));
	for (const [key, value] of given.flatMap((each) => Object.entries(each))) {
		if (isBlank(value)) continue;
		const { found } = find(key);
		if (found.length > 1) coerced.problems.push(ambiguous(key, value, found));
		else if (found.length === 0) coerced.problems.push(unknown(key, labelIn(schema, key), value));
		else if (!isNothing(found[0], value)) {
			const read = rememberedValue(value, optionsOf(columns.get(key)), found[0]);
			coerced.given.add(found[0].id);
			coerced.hints.push(...read.hints);
			if (read.problem) coerced.problems.push(madeAgain(found[0], value, read.problem));
			else {
				const { key: other = key } = wanted.get(found[0]) ?? {};
				if (isAlike(other, key)) coerced.problems.push(twice(found[0], value, [other, key]));
				wanted.set(found[0], { value: read.value, key });
			}
		}
	}
	for (const [field, { value, key }] of wanted) {
		const source = () => (key in more ? undefined : sourceOf(key)) ?? propertyWith(input, value);
		const result = coerce(field, value, settings, source);
		if ('problem' in result) coerced.problems.push(result.problem);
		else coerced.values.set(field.id, result.value);
	}
	coerced.hints.push(...orderHint(wanted.keys(), coerced.values));
	return coerced;
}

/** The options of a column as the workflow remembers them. */
function optionsOf({ choices, options = [] }: Partial<RecordColumn> = {}): NamedReference[] {
	return choices ?? options.map(({ name, value }) => ({ id: String(value), name }));
}

function madeAgain(field: TypedField, value: unknown, problem: string): FieldProblem {
	const advice = 'Open the node and choose it anew.';
	const options = [...keysByName(field.options).values()];
	return invalidField(field, value, `Option ${problem}`, advice, options);
}

/** What the editor called the column when it was chosen. */
export function labelIn(schema: RecordColumn[], key: string): string {
	const { displayName = key } = schema.find(({ id }) => id === key) ?? {};
	return displayName.replace(/ \((Markdown|Record ID)\)$/, '');
}

/**
 * The problem of a key that no field has, in the words that the workflow remembers of it: `field`. Where another field
 * has that name now, it was made again.
 */
export function unknownField(
	message: string,
	field: string,
	fieldId: string,
	value: unknown,
	fields: TypedField[],
): FieldProblem {
	const availableOptions = fields.map(({ name }) => name);
	const isAgain = exactFirst(fields)(field).found.length > 0;
	return {
		errorId: 'FIELD_NOT_FOUND',
		message: isAgain ? `Field '${field}' was made again since this node was set up` : message,
		description: isAgain
			? `Open the node and choose '${field}' anew`
			: `It has: ${listed(availableOptions, 30)}`,
		details: { field, fieldId, value, availableOptions },
	};
}
