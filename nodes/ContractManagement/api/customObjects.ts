import { typedFieldOf, type TypedField } from './creationForm';
import { flawOf } from './flaws';
import { isObject, listIn, tellsOfMore, textIn, unwrap } from './shapes';
import type { ContractRecord, FieldValue, RecordField } from './types';

/** A custom object (dynamic table) with its smart fields, read from whichever shape it came in. */
export interface Table {
	id: string;
	name: string;
	helpText: string | null;
	fields: TableField[];
}

export interface TableField extends TypedField {
	/** The custom object that a relation points to. */
	relatedObjectId: string | null;
}

/** Reads the answer of `GET /custom-objects/{id}`; undefined when it lists no smart fields. */
export function tableOf(body: unknown): Table | undefined {
	const object = unwrap(body);
	if (!isObject(object)) return undefined;
	const list = listIn(object, ['smart_fields', 'smartFields', 'fields']);
	if (!list) return undefined;
	return {
		id: String(object.id ?? ''),
		name: String(object.name ?? ''),
		helpText: textIn(object, ['help_text', 'helpText']) ?? null,
		fields: list.flatMap((entry) => {
			const field = typedFieldOf(entry);
			if (!field || !isObject(entry)) return [];
			const relatedObjectId = textIn(entry, ['related_object_id', 'relatedObjectId']) ?? null;
			return [{ ...field, relatedObjectId }];
		}),
	};
}

/**
 * Reads the records of a contract: the documented object, in which null is a list without entries, or the bare list.
 * Undefined when it is neither, or tells of more: rows that are not shown would be taken for none, and written over.
 */
export function recordsOf(body: unknown): ContractRecord[] | undefined {
	const inner = unwrap(body);
	const isDocumented = isObject(inner) && 'contractId' in inner;
	const given = isObject(inner) ? inner.records : inner;
	// Null alone says nothing.
	const records = isDocumented && given === null ? [] : given;
	if (!Array.isArray(records)) return undefined;
	const rows = records.map((row: unknown) =>
		isObject(row) && row.fields === null ? { ...row, fields: [] } : row,
	) as ContractRecord[];
	// Their fields are a list; those of other records may be an object.
	const areRows = rows.every((row) => flawOf(row) === undefined && Array.isArray(row.fields));
	return areRows && !tellsOfMore(body, rows.length) ? rows : undefined;
}

/** What a record holds in the field. */
export function fieldOf(
	{ fields }: Pick<ContractRecord, 'fields'>,
	fieldId: string,
): RecordField | undefined {
	return fields.find(({ smartFieldId }) => smartFieldId === fieldId);
}

/** What a field shows to people; of a relation the readable values are in `relatedRecords`. */
export function resolvedValueOf({ resolvedValue, rawValue }: Partial<RecordField>): FieldValue {
	return resolvedValue ?? rawValue ?? null;
}
