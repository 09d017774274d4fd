import type { IDataObject } from 'n8n-workflow';
import { resolvedValueOf, type Table } from '../../api/customObjects';
import { keysByName } from '../../api/names';
import type { TypedField } from '../../api/creationForm';
import type { ContractRecord, RecordField, RelatedRecord } from '../../api/types';

type Named = Array<Pick<TypedField, 'id' | 'name'>>;

/** Which table a record belongs to; part of every item. */
export interface RecordPlace {
	customObjectId: string;
	contractId: string;
}

/** A record in short: its fields by name, with the values that people read. */
export function simplifiedRecord(
	{ id, fromCatalogRecordId, fields }: ContractRecord,
	place: RecordPlace,
	named: Named,
	related: Map<string, Table> = new Map(),
): IDataObject {
	const keys = keysByName(named);
	const entries = fields.map((field) => {
		const table = related.get(field.smartFieldId);
		return [keys.get(field.smartFieldId) ?? field.smartFieldId, readable(field, table)];
	});
	return {
		id,
		...place,
		fromCatalogRecordId: fromCatalogRecordId ?? null,
		fields: Object.fromEntries(entries) as IDataObject,
	};
}

function readable(field: RecordField, table: Table | undefined): unknown {
	const { relatedRecords } = field;
	if (!relatedRecords || relatedRecords.length === 0) return resolvedValueOf(field);
	const records = relatedRecords.map((record) => relatedRecord(record, table));
	return records.length === 1 ? records[0] : records;
}

function relatedRecord({ id, fields }: RelatedRecord, table: Table | undefined): IDataObject {
	const keys = keysByName(table?.fields ?? []);
	const entries = fields.map((field) => [
		keys.get(field.smartFieldId) ?? field.smartFieldId,
		resolvedValueOf(field),
	]);
	return { id, fields: Object.fromEntries(entries) as IDataObject };
}
