import { ApiError, notFound } from '../../http/apiError.mts';
import { isDate } from '../../schemas/formats.mts';
import type { RecordInput } from '../../schemas/customObject.mts';
import type { FieldMap, FieldValue } from '../../schemas/values.mts';
import type { CustomObjectDefinition } from '../catalog.mts';
import type { Database } from '../database.mts';
import { findRecord } from './row.mts';

/** What each type of a smart field takes; null clears. */
const ACCEPTS: Record<string, (value: FieldValue) => boolean> = {
	string: (value) => typeof value === 'string',
	number: (value) => typeof value === 'number',
	boolean: (value) => typeof value === 'boolean',
	date: (value) => typeof value === 'string' && isDate(value),
	relation: (value) => typeof value === 'string',
};

/** The values of one row by smart field id. Throws FIELD_NOT_FOUND, INVALID_FIELD_VALUE or RECORD_NOT_FOUND. */
export function checkedValues(
	database: Database,
	customObject: CustomObjectDefinition,
	contractId: string,
	input: RecordInput['fields'],
): FieldMap {
	return Object.fromEntries(
		input.map(({ smartFieldId, value }) => {
			const field = smartField(customObject, smartFieldId, value);
			if (value === null) return [field.id, null];
			if (!ACCEPTS[field.type]!(value)) throw invalidValue(field, value);
			if (field.type !== 'relation') return [field.id, value];
			return [field.id, relatedId(database, field.related_object_id!, contractId, String(value))];
		}),
	);
}

function smartField(customObject: CustomObjectDefinition, id: string, value: FieldValue) {
	const field = customObject.smartFields.find((candidate) => candidate.id === id.toLowerCase());
	if (field) return field;
	throw new ApiError('FIELD_NOT_FOUND', `'${customObject.name}' has no field ${id}`, {
		field: id,
		value,
		availableOptions: customObject.smartFields.map((candidate) => candidate.id),
	});
}

function relatedId(
	database: Database,
	relatedObjectId: string,
	contractId: string,
	id: string,
): string {
	const record = findRecord(database, relatedObjectId, id, contractId);
	if (!record) throw notFound('RECORD_NOT_FOUND', id);
	return record.id;
}

function invalidValue({ name, type }: { name: string; type: string }, value: FieldValue): ApiError {
	return new ApiError('INVALID_FIELD_VALUE', `Field '${name}' takes a value of type ${type}`, {
		field: name,
		value,
		type,
	});
}
