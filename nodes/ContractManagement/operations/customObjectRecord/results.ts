import type { IDataObject } from 'n8n-workflow';
import { resolvedValueOf, type Table } from '../../api/customObjects';
import { keysByName } from '../../api/names';
import type { ContractRecord, NamedReference, RecordField } from '../../api/types';
import type { Ended } from '../../node/errorItem';
import type { RecordPlace } from './given';
import { asSent, inputOf, type PlannedRecord } from './plan';
import type { Written } from './write';

/** What is shown of a record; its id is null where the service does not say it. */
type Shown = Pick<ContractRecord, 'fields' | 'fromCatalogRecordId'> & Pick<PlannedRecord, 'id'>;

/** A record in short: its fields by name, with the values that people read. */
export function simplifiedRecord(
	{ id, fromCatalogRecordId, fields }: Shown,
	place: RecordPlace,
	named: NamedReference[],
	related: Map<string, Table> = new Map(),
): IDataObject {
	return {
		id,
		...place,
		fromCatalogRecordId: fromCatalogRecordId ?? null,
		fields: byName(fields, named, (field) => cellOf(field, related.get(field.smartFieldId))),
	};
}

function byName<F extends { smartFieldId: string }>(
	fields: F[],
	named: NamedReference[],
	valueOf: (field: F) => unknown,
): IDataObject {
	const keys = keysByName(named);
	const keyOf = ({ smartFieldId }: F) => keys.get(smartFieldId) ?? smartFieldId;
	return Object.fromEntries(fields.map((field) => [keyOf(field), valueOf(field)])) as IDataObject;
}

function cellOf(field: RecordField, table: Table | undefined): unknown {
	const records = field.relatedRecords?.map(({ id, fields }) => ({
		id,
		fields: byName(fields, table?.fields ?? [], resolvedValueOf),
	}));
	if (!records?.length) return resolvedValueOf(field);
	return records.length === 1 ? records[0] : records;
}

/** What became of the rows of a record. One that the service does not show is given as it was sent, without an id where it is new. */
export function resultsOf(
	planned: PlannedRecord,
	{ error, isUnchanged, row }: Written,
	place: RecordPlace,
): Ended[] {
	const { id, rows } = planned;
	if (error) return rows.map(({ itemIndex }) => ({ itemIndex, error }));
	const shown = simplifiedRecord(row ?? asSent(inputOf(planned)), place, rows[0].fields);
	const last = rows.at(-1)!.itemIndex;
	return rows.map(({ itemIndex }) => {
		const json = {
			action: isUnchanged ? 'unchanged' : id === null ? 'created' : 'updated',
			...shown,
			...(itemIndex !== last && { mergedIntoItem: last }),
		};
		return { itemIndex, items: [{ json, pairedItem: { item: itemIndex } }] };
	});
}
