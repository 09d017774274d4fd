import { typedFieldOf, type TypedField } from './creationForm';
import { flawOf } from './flaws';
import type { Misfit, Profile } from './profile';
import { isObject, tellsOfMore, textsIn, unwrap } from './shapes';
import type { ContractRecord, FieldValue, RecordField } from './types';

/** A custom object (dynamic table) with its smart fields, as the specification shows it. */
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
export function tableOf(body: unknown, profile: Profile): Misfit | Table | undefined {
	const object = unwrap(body);
	if (!isObject(object) || !Array.isArray(object.smart_fields)) return undefined;
	const fields = (object.smart_fields as unknown[]).map((one) => {
		const [relatedObjectId = null] = isObject(one) ? textsIn(one, ['related_object_id']) : [];
		return { ...typedFieldOf(one, profile), relatedObjectId };
	});
	const wrong = fields.find((field) => 'entry' in field);
	if (wrong) return wrong;
	const [id = '', name = '', helpText = null] = textsIn(object, ['id', 'name', 'help_text']);
	return { id, name, helpText, fields: fields as TableField[] };
}

/**
 * Reads the records of a contract: the documented object, in which null is a list without entries.
 * Undefined when it is something else, or tells of more: rows that are not shown would be taken for none, and written over.
 */
export function recordsOf(body: unknown): ContractRecord[] | undefined {
	const inner = unwrap(body);
	if (!isObject(inner)) return undefined;
	// Null alone says nothing.
	const records = 'contractId' in inner && inner.records === null ? [] : inner.records;
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
