import type { ResourceMapperField, ResourceMapperValue } from 'n8n-workflow';
import { coerce, isNothing, type CoercionSettings } from '../../api/coercion';
import type { TypedField } from '../../api/creationForm';
import { ambiguous, type FieldProblem } from '../../api/fieldProblems';
import { isIdentifier, uuidOf } from '../../api/identifiers';
import { exactFirst, HEADER_SPELLINGS, keysByName } from '../../api/names';
import { isBlank } from '../../api/options';
import type { FieldValue } from '../../api/types';
import type { ItemScope } from '../../transport/scope';

/** What a resource mapper gives for one item, before any coercion: n8n's own refuses labels and drops modes. */
export interface MappedValues {
	/** By column id; in automatic mode every property of the input, whether it is a column or not. */
	values: Record<string, unknown>;
	/** The columns as the editor knew them. */
	schema: ResourceMapperField[];
	/** The columns that existing records are matched by. */
	matchingColumns: string[];
	isAutomatic: boolean;
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
	};
}

/** The same where no fields are read: in automatic mode the input's other properties are not meant for the record. */
export function valuesById(scope: ItemScope): Record<string, unknown> {
	const { values, schema, isAutomatic } = mappedValues(scope);
	if (!isAutomatic) return values;
	const columns = new Set(schema.map(({ id }) => id));
	const entries = Object.entries(values).filter(([key]) => columns.has(key) || isIdentifier(key));
	return Object.fromEntries(entries);
}

/** Values as the service takes them, by field id, and what is wrong with the others. */
export interface CoercedFields {
	values: Map<string, FieldValue>;
	problems: FieldProblem[];
	/** The ids of all fields that have been given a value, right or wrong. */
	given: Set<string>;
}

/**
 * Turns values by field id or name into what their fields take. Blank ones are left out; of several for the same field the
 * last one counts, and one of `more` before all others.
 *
 * @param unknown what is wrong with a key that no field has; the editor may know what it was called
 */
export function coercedFields(
	{ values, schema, isAutomatic }: MappedValues,
	find: FieldFinder,
	settings: CoercionSettings,
	unknown: (key: string, name: string, value: unknown) => FieldProblem,
	more: Record<string, unknown> = {},
): CoercedFields {
	const coerced: CoercedFields = { values: new Map(), problems: [], given: new Set() };
	const wanted = new Map<TypedField, unknown>();
	const given = [isAutomatic ? known(values, find) : values, more];
	for (const [key, value] of given.flatMap((each) => Object.entries(each))) {
		if (isBlank(value)) continue;
		const { found } = find(key);
		if (found.length > 1) coerced.problems.push(ambiguous(key, value, found));
		else if (found.length === 0) coerced.problems.push(unknown(key, labelIn(schema, key), value));
		else if (!isNothing(found[0], value)) wanted.set(found[0], value);
	}
	for (const [field, value] of wanted) {
		coerced.given.add(field.id);
		const result = coerce(field, value, settings);
		if ('problem' in result) coerced.problems.push(result.problem);
		else coerced.values.set(field.id, result.value);
	}
	return coerced;
}

/** The problem of what no field is called. */
export function unknownField(
	message: string,
	field: string,
	fieldId: string,
	value: unknown,
	fields: TypedField[],
): FieldProblem {
	const availableOptions = fields.map(({ name }) => name);
	return {
		errorId: 'FIELD_NOT_FOUND',
		message,
		description: `It has: ${availableOptions.join(', ')}`,
		details: { field, fieldId, value, availableOptions },
	};
}

/** What the editor called the column when it was chosen. */
export function labelIn(schema: MappedValues['schema'], key: string): string {
	return schema.find(({ id }) => id === key)?.displayName ?? key;
}

/** The field that the key means; undefined where there is none, or several. */
export function fieldNamed(find: FieldFinder, key: string): TypedField | undefined {
	const { found } = find(key);
	return found.length === 1 ? found[0] : undefined;
}

type FieldFinder = ReturnType<typeof finderOf>;

/**
 * What finds the fields with the id, with the name as items show it, or with the name, see `exactFirst`; and how exactly:
 * the lower, the more; -1 of none.
 */
export function finderOf(fields: TypedField[]) {
	const shown = keysByName(fields);
	const byId = new Map(fields.toReversed().map((field) => [uuidOf(field.id), field]));
	const byShown = new Map(fields.map((field) => [shown.get(field.id), field]));
	const byName = exactFirst(fields, ({ name }) => name, HEADER_SPELLINGS);
	return (key: string) => {
		const withId = byId.get(uuidOf(key.trim()));
		const exact = withId ?? byShown.get(key);
		if (exact) return { found: [exact], rank: withId ? 0 : 1 };
		const { found, rank } = byName(key);
		return { found, rank: found.length > 0 ? rank + 1 : rank };
	};
}

/** Properties of the input that are no field are not meant for it. The most exact ones come last, and count. */
export function known(values: Record<string, unknown>, find: FieldFinder): Record<string, unknown> {
	const named = Object.entries(values).filter(([key]) => find(key).rank >= 0);
	return Object.fromEntries(named.sort(([a], [b]) => find(b).rank - find(a).rank));
}
