import { uuidOf } from '../../api/identifiers';
import type { ContractRecord, FieldValue } from '../../api/types';
import type { FieldProblem } from '../../api/fieldProblems';
import { RECORD_ID } from '../../api/recordColumns';
import type { Columns, ValueIndex } from './columns';
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
export function planOf(rows: Row[], existing: ContractRecord[], columns: Columns): Plan {
	const matchBy = rows[0]?.matchBy ?? [];
	const found = columns.index<ContractRecord>(matchBy);
	for (const record of matchBy.length > 0 ? existing : []) {
		for (const values of columns.formsOf(record, matchBy)) found.add(values, record);
	}
	const byId = new Map(existing.map((record) => [uuidOf(record.id), record]));
	const updates = new Map<string, PlannedRecord>();
	const creations = columns.index<PlannedRecord>(matchBy);
	const plan: Plan = { records: [], refused: [] };
	for (const row of rows) {
		const target = targetOf(row, found, byId);
		if ('problem' in target) {
			plan.refused.push({ row, problem: target.problem });
			continue;
		}
		const key = matchBy.map((column) => matchValue(row, column));
		const known = target.id ? updates.get(uuidOf(target.id)) : mergeable(row, creations, key);
		if (known) {
			merge(known, row);
			continue;
		}
		const record: PlannedRecord = {
			id: target.id,
			fromCatalogRecordId: row.fromCatalogRecordId,
			values: new Map(row.values),
			rows: [row],
		};
		if (target.id) updates.set(uuidOf(target.id), record);
		else creations.add(key, record);
		plan.records.push(record);
	}
	return plan;
}

type Target = { id: string | null } | { problem: FieldProblem };

function targetOf(
	row: Row,
	index: ValueIndex<ContractRecord>,
	byId: Map<string, ContractRecord>,
): Target {
	if (row.id !== null) {
		const known = byId.get(uuidOf(row.id));
		return known ? { id: known.id } : { problem: unknownRecord(row.id) };
	}
	if (row.matchBy.length === 0) return { id: null };
	const matches = index.find(row.matchBy.map((column) => matchValue(row, column)));
	if (matches.length > 1) return { problem: ambiguous(row, matches.length) };
	return { id: matches[0]?.id ?? null };
}

// Without columns to match on, no row is the same as another.
function mergeable(row: Row, index: ValueIndex<PlannedRecord>, key: unknown[]) {
	return row.matchBy.length > 0 ? index.find(key)[0] : undefined;
}

function merge(record: PlannedRecord, row: Row): void {
	for (const [id, value] of row.values) record.values.set(id, value);
	if (row.fromCatalogRecordId !== undefined) record.fromCatalogRecordId = row.fromCatalogRecordId;
	record.rows.push(row);
}

function unknownRecord(id: string): FieldProblem {
	return {
		errorId: 'INVALID_INPUT',
		message: `The contract has no record ${id} in this custom object`,
		description: 'Leave the Record ID empty to create a record, or read the IDs with Get Many.',
		details: { field: 'Record ID', fieldId: RECORD_ID, value: id },
	};
}

function ambiguous({ matchBy, fields, values }: Row, count: number): FieldProblem {
	const name = matchBy.map((column) => nameOf(fields, column)).join(', ');
	const value = matchBy.map((column) => values.get(column) ?? null);
	return {
		errorId: 'INVALID_INPUT',
		message: `${count} existing records have the same ${name}`,
		description: 'Choose fields to match on that name one record, or give the Record ID.',
		details: {
			field: name,
			fieldId: matchBy.join(','),
			value: value.length === 1 ? value[0] : value,
		},
	};
}
