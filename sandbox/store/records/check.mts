import { ApiError, notFound } from '../../http/apiError.mts';
import { isDate, isIsoDateTime } from '../../schemas/formats.mts';
import type { RecordInput, SmartField } from '../../schemas/customObject.mts';
import type { FieldMap, FieldValue } from '../../schemas/values.mts';
import type { CustomObjectDefinition } from '../catalog.mts';
import type { Database } from '../database.mts';
import { isSlate } from '../fields/slate.mts';
import { findRecord } from './row.mts';

/** What each type of a smart field takes; null clears. */
const ACCEPTS: Record<string, (value: FieldValue) => boolean> = {
	string: (value) => typeof value === 'string',
	number: (value) => typeof value === 'number',
	boolean: (value) => typeof value === 'boolean',
	date: (value) => typeof value === 'string' && isDate(value),
	relation: (value) => typeof value === 'string',
	datetime: (value) => typeof value === 'string' && isIsoDateTime(value),
	richText: isSlate,
};

/**
 * The values of one row by smart field id. What the row holds already is taken whatever the type of its column is today. Throws FIELD_NOT_FOUND, INVALID_FIELD_VALUE or RECORD_NOT_FOUND. */
export function checkedValues(
	database: Database,
	customObject: CustomObjectDefinition,
	contractId: string,
	input: RecordInput['fields'],
	held: FieldMap,
): FieldMap {
	return Object.fromEntries(
		input.map(({ smartFieldId, value }) => {
			const field = smartField(customObject, smartFieldId, value);
			const isHeld = JSON.stringify(value) === JSON.stringify(held[field.id] ?? null);
			if (value === null || isHeld) return [field.id, value];
			return [field.id, checkedValue({ database, contractId }, field, value)];
		}),
	);
}

function checkedValue(
	{ database, contractId }: { database: Database; contractId: string },
	field: SmartField,
	value: FieldValue,
): FieldValue {
	const { type, options } = field;
	if (type === 'select' || type === 'multiSelect') {
		const parts = type === 'select' ? [value] : Array.isArray(value) ? value : [undefined];
		const ids = parts.map((part) => optionIn(options ?? [], part));
		if (ids.includes(undefined)) throw invalidValue(field, value);
		return type === 'select' ? ids[0]! : ids;
	}
	// Of a type that nobody knows it takes anything.
	if (ACCEPTS[type] && !ACCEPTS[type](value)) throw invalidValue(field, value);
	if (type !== 'relation' || field.related_object_id === null) return value;
	return relatedId(database, field.related_object_id, contractId, String(value));
}

function optionIn(options: NonNullable<SmartField['options']>, given: unknown) {
	return options.find(({ id, name }) => id === given || name === given)?.id;
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
