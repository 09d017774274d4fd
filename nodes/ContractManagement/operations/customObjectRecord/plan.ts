import { uuidOf } from '../../api/identifiers';
import type { ContractRecord, FieldValue, RecordInput } from '../../api/types';
import type { FieldProblem } from '../../api/fieldProblems';
import { CATALOG_RECORD_ID } from '../../api/recordColumns';
import type { Columns, Rows } from './columns';
import { keyOf, matcher } from './match';
import type { Row } from './rows';

/** A record to write, and the rows that it comes from: two rows with the same id or key are one record. */
export interface PlannedRecord {
	/** Null creates it. */
	id: string | null;
	/** By smart field id or `CATALOG_RECORD_ID`, what the rows name; later rows win. */
	values: Map<string, FieldValue>;
	rows: Row[];
}

/**
 * Decides which rows create and which update: a row with a record id updates it, a row whose match columns equal those
 * of an existing record updates that one. Rows with the same id or key are one record, in which later values win.
 * @param existing the records of the contract; may be empty where no row has an id or columns to match on
 */
export function planOf(rows: Row[], existing: Rows, columns: Columns) {
	const { matchBy } = rows[0];
	const matchesOf = matcher(matchBy, existing, columns);
	const updates = new Map<string, PlannedRecord>();
	const creations = columns.index<PlannedRecord>(matchBy);
	const records: PlannedRecord[] = [];
	const refused: Array<{ row: Row; problem: FieldProblem }> = [];
	for (const row of rows) {
		const { id, problem } = matchesOf(row);
		if (problem) {
			refused.push({ row, problem });
			continue;
		}
		const key = keyOf(row);
		const known = id === null ? creations.findMeant(key)[0] : updates.get(uuidOf(id));
		const record: PlannedRecord = known ?? { id, values: new Map(), rows: [] };
		record.rows.push(row);
		for (const [column, value] of row.values) record.values.set(column, value);
		if (known) continue;
		records.push(record);
		if (id !== null) updates.set(uuidOf(id), record);
		// Without columns to match on, no row is the same as another.
		else if (matchBy.length > 0) creations.add(key, record);
	}
	return { records, refused };
}

/** An existing record as it is sent to stay as it is: whatever it holds goes back as it came, and is not read by any type. */
export function resent({ id, fromCatalogRecordId, fields }: ContractRecord): RecordInput {
	const shown = fields.filter(({ rawValue }) => rawValue !== undefined);
	return {
		id,
		fromCatalogRecordId: fromCatalogRecordId ?? null,
		fields: shown.map(({ smartFieldId, rawValue }) => ({ smartFieldId, value: rawValue })),
	};
}

/** The record as it is sent; what it does not name is sent as it is held. */
export function inputOf({ id, values }: PlannedRecord, held?: RecordInput): RecordInput {
	const fields = new Map(held?.fields.map(({ smartFieldId, value }) => [smartFieldId, value]));
	for (const [field, value] of values) fields.set(field, value);
	const catalogId = values.get(CATALOG_RECORD_ID) as string | null | undefined;
	fields.delete(CATALOG_RECORD_ID);
	return {
		id,
		fromCatalogRecordId: (catalogId === undefined ? held?.fromCatalogRecordId : catalogId) ?? null,
		fields: [...fields].map(([smartFieldId, value]) => ({ smartFieldId, value })),
	};
}

/** A row as it was sent, where the service does not show it. */
export function asSent<T extends RecordInput>({ fields, ...input }: T) {
	const shown = ({ smartFieldId, value }: RecordInput['fields'][number]) => {
		return { smartFieldId, type: '', rawValue: value, resolvedValue: value };
	};
	return { ...input, fields: fields.map(shown) };
}
