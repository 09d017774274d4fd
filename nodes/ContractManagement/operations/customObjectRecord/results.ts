import type { IDataObject } from 'n8n-workflow';
import { resolvedValueOf, type Table } from '../../api/customObjects';
import type { TypedField } from '../../api/creationForm';
import { keysByName } from '../../api/names';
import type { ContractRecord, RecordField } from '../../api/types';
import type { PlannedRecord } from './plan';
import type { Written } from './write';

type Named = Array<Pick<TypedField, 'id' | 'name'>>;

/** What is shown of a record; its id is null where the service does not say it. */
type Shown = Partial<Pick<ContractRecord, 'fromCatalogRecordId'>> & {
	id: string | null;
	fields: RecordValue[];
};

type RecordValue = Pick<RecordField, 'smartFieldId'> & Partial<RecordField>;

/** Which table a record belongs to; part of every item. */
export interface RecordPlace {
	customObjectId: string;
	contractId: string;
}

/** What became of an input item. */
export type RowOutcome = RowFailure | RowResult;

export interface RowFailure {
	itemIndex: number;
	error: Error;
}

export interface RowResult {
	itemIndex: number;
	json: IDataObject;
}

/** A record in short: its fields by name, with the values that people read. */
export function simplifiedRecord(
	{ id, fromCatalogRecordId, fields }: Shown,
	place: RecordPlace,
	named: Named,
	related: Map<string, Table> = new Map(),
): IDataObject {
	return {
		id,
		...place,
		fromCatalogRecordId: fromCatalogRecordId ?? null,
		fields: byName(fields, named, (field) => readable(field, related.get(field.smartFieldId))),
	};
}

function byName(
	fields: RecordValue[],
	named: Named,
	valueOf: (field: RecordValue) => unknown,
): IDataObject {
	const keys = keysByName(named);
	return Object.fromEntries(
		fields.map((field) => [keys.get(field.smartFieldId) ?? field.smartFieldId, valueOf(field)]),
	) as IDataObject;
}

function readable(field: RecordValue, table: Table | undefined): unknown {
	const { relatedRecords = [] } = field;
	if (relatedRecords.length === 0) return resolvedValueOf(field);
	const records = relatedRecords.map(({ id, fields }) => ({
		id,
		fields: byName(fields, table?.fields ?? [], resolvedValueOf),
	}));
	return records.length === 1 ? records[0] : records;
}

/** What became of the rows of a record. One that the service does not show is given as it was sent, without an id where it is new. */
export function resultsOf(
	planned: PlannedRecord,
	{ error, row }: Written,
	place: RecordPlace,
): RowOutcome[] {
	const { id, rows } = planned;
	if (error) return rows.map(({ itemIndex }) => ({ itemIndex, error }));
	const shown = simplifiedRecord(row ?? asSent(planned), place, rows[0].fields);
	const last = rows[rows.length - 1].itemIndex;
	return rows.map(({ itemIndex }) => ({
		itemIndex,
		json: {
			action: id === null ? 'created' : 'updated',
			...shown,
			// Two rows for one record: the later one won.
			...(itemIndex !== last && { mergedIntoItem: last }),
		},
	}));
}

function asSent({ values, ...planned }: PlannedRecord): Shown {
	const fields = [...values].map(([smartFieldId, rawValue]) => ({ smartFieldId, rawValue }));
	return { ...planned, fields };
}
