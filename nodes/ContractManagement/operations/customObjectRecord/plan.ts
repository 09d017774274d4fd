import { uuidOf } from '../../api/identifiers';
import type { ContractRecord, FieldValue, RecordInput } from '../../api/types';
import { invalidField, type FieldProblem } from '../../api/fieldProblems';
import { RECORD_ID } from '../../api/recordColumns';
import type { Columns, Rows } from './columns';
import { matchValue, nameOf, type Row } from './rows';

/** A record to write, and the rows that it comes from: two rows with the same id or key are one record. */
export interface PlannedRecord {
	/** Null creates it. */
	id: string | null;
	/** Undefined when no row says. */
	fromCatalogRecordId: string | null | undefined;
	/** By smart field id, what the rows name; later rows win. */
	values: Map<string, FieldValue>;
	rows: Row[];
}

export interface Plan {
	/** In the order of the input. */
	records: PlannedRecord[];
	/** Rows that cannot be sent. */
	refused: Array<{ row: Row; problem: FieldProblem }>;
}

/**
 * Decides which rows create and which update: a row with a record id updates it, a row whose match columns equal those
 * of an existing record updates that one. Rows with the same id or key are one record, in which later values win.
 *
 * @param existing the records of the contract; may be empty where no row has an id or columns to match on
 */
export function planOf(rows: Row[], existing: Rows, columns: Columns): Plan {
	const { matchBy } = rows[0];
	// Without columns to match on, no row is the same as another.
	const isMatched = matchBy.length > 0;
	const found = columns.indexOf(isMatched ? existing.values() : [], matchBy);
	const updates = new Map<string, PlannedRecord>();
	const creations = columns.index<PlannedRecord>(matchBy);
	const plan: Plan = { records: [], refused: [] };
	for (const row of rows) {
		const key = matchBy.map((column) => [matchValue(row, column)]);
		const matches = row.id === null ? found.find(key) : [existing.get(uuidOf(row.id)) ?? []].flat();
		const problem = problemOf(row, matches);
		if (problem) {
			plan.refused.push({ row, problem });
			continue;
		}
		const id = matches[0]?.id ?? null;
		const known = id === null ? creations.find(key)[0] : updates.get(uuidOf(id));
		const record: PlannedRecord = known ?? {
			id,
			fromCatalogRecordId: undefined,
			values: new Map(),
			rows: [],
		};
		record.rows.push(row);
		if (row.fromCatalogRecordId !== undefined) record.fromCatalogRecordId = row.fromCatalogRecordId;
		for (const [column, value] of row.values) record.values.set(column, value);
		if (known) continue;
		plan.records.push(record);
		if (id !== null) updates.set(uuidOf(id), record);
		else if (isMatched) creations.add(key, record);
	}
	return plan;
}

/** The record as it is sent; what it does not name is sent as it is held. */
export function inputOf(
	{ id, fromCatalogRecordId, values }: PlannedRecord,
	held?: RecordInput,
): RecordInput {
	const fields = new Map(held?.fields.map(({ smartFieldId, value }) => [smartFieldId, value]));
	for (const [field, value] of values) fields.set(field, value);
	const catalogId =
		fromCatalogRecordId === undefined ? held?.fromCatalogRecordId : fromCatalogRecordId;
	return {
		id,
		fromCatalogRecordId: catalogId ?? null,
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

/** Why the row cannot be sent, by the existing records with its id or key. */
function problemOf(row: Row, matches: ContractRecord[]): FieldProblem | undefined {
	if (row.id === null) return matches.length > 1 ? ambiguous(row, matches.length) : undefined;
	if (matches.length > 0) return undefined;
	return invalidField(
		{ id: RECORD_ID, name: 'Record ID' },
		row.id,
		`The contract has no record ${row.id} in this custom object`,
		'Leave the Record ID empty to create a record, or read the IDs with Get Many.',
	);
}

function ambiguous(row: Row, count: number): FieldProblem {
	const { matchBy, fields } = row;
	const name = matchBy.map((column) => nameOf(fields, column)).join(', ');
	const value = matchBy.map((column) => matchValue(row, column) ?? null);
	return invalidField(
		{ id: matchBy.join(','), name },
		value.length === 1 ? value[0] : value,
		`${count} existing records have the same ${name}`,
		'Choose fields to match on that name one record, or give the Record ID.',
	);
}
