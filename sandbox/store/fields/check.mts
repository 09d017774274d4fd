import { ApiError } from '../../http/apiError.mts';
import { isDate } from '../../schemas/formats.mts';
import type { FieldMap, FieldValue } from '../../schemas/values.mts';
import type { FieldDefinition } from '../catalog.mts';
import type { Database } from '../database.mts';
import { isSlate } from './slate.mts';

type Options = Array<{ id: string; name: string }>;

/**
 * The values as they are stored: keyed by field id, options by their id, cleared fields left out. Keys are ids or exact
 * names. Throws FIELD_NOT_FOUND, FIELD_OPTION_NOT_FOUND or INVALID_FIELD_VALUE.
 */
export function checkedFields(
	database: Database,
	definitions: Map<string, FieldDefinition>,
	input: FieldMap,
): FieldMap {
	return Object.fromEntries(
		Object.entries(input).map(([key, value]) => {
			const definition = definitionOf(definitions, key, value);
			return [definition.id, value === null ? null : checkedValue(database, definition, value)];
		}),
	);
}

/** What can be chosen: the declared options, or the catalog records that a relation points to. */
export function optionsOf(database: Database, definition: FieldDefinition): Options {
	if (definition.type !== 'relation') return definition.options;
	const records = database.all<{ id: string; fields: string }>(
		'SELECT id, fields FROM records WHERE custom_object_id = ? AND contract_id IS NULL ORDER BY position',
		definition.relatedObjectId,
	);
	return records.map(({ id, fields }) => ({ id, name: firstText(JSON.parse(fields)) ?? id }));
}

function definitionOf(
	definitions: Map<string, FieldDefinition>,
	key: string,
	value: FieldValue,
): FieldDefinition {
	const all = [...definitions.values()];
	const found = definitions.get(key.toLowerCase()) ?? all.find(({ name }) => name === key);
	if (found) return found;
	throw new ApiError('FIELD_NOT_FOUND', `Unknown field '${key}'`, {
		field: key,
		value,
		availableOptions: all.map(({ name }) => name),
	});
}

type Check = (
	value: FieldValue,
	definition: FieldDefinition,
	database: Database,
) => FieldValue | undefined;

/** By field type: the value as stored, `undefined` when it does not fit the type. */
const CHECKS: Record<FieldDefinition['type'], Check> = {
	text: (value) => (typeof value === 'string' ? value : undefined),
	number: (value) => (typeof value === 'number' ? value : undefined),
	date: (value) => (typeof value === 'string' && isDate(value) ? value : undefined),
	boolean: (value) => (typeof value === 'boolean' ? value : undefined),
	select: chosen,
	relation: chosen,
	multiSelect(value, definition, database) {
		if (!Array.isArray(value)) return undefined;
		const ids = value.map((item) => chosen(item as FieldValue, definition, database));
		return ids.includes(undefined) ? undefined : [...new Set(ids)];
	},
	richText: (value) => (isSlate(value) ? value : undefined),
};

function checkedValue(
	database: Database,
	definition: FieldDefinition,
	value: FieldValue,
): FieldValue {
	const checked = CHECKS[definition.type](value, definition, database);
	if (checked !== undefined) return checked;
	const { name, type } = definition;
	throw new ApiError('INVALID_FIELD_VALUE', `Field '${name}' takes a value of type ${type}`, {
		field: name,
		value,
		type,
	});
}

/** The id of an option given by id or exact name. */
function chosen(
	value: FieldValue,
	definition: FieldDefinition,
	database: Database,
): string | undefined {
	if (typeof value !== 'string') return undefined;
	const options = optionsOf(database, definition);
	const option = options.find(({ id, name }) => id === value || name === value);
	if (option) return option.id;
	throw new ApiError(
		'FIELD_OPTION_NOT_FOUND',
		`Field '${definition.name}' has no option '${value}'`,
		{ field: definition.name, value, availableOptions: options.map(({ name }) => name) },
	);
}

function firstText(fields: Record<string, unknown>): string | undefined {
	return Object.values(fields).find((value): value is string => typeof value === 'string');
}
