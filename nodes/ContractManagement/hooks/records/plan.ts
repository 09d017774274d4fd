import { rawValueOf } from '../../api/customObjects';
import { uuidOf } from '../../api/identifiers';
import { isBlank } from '../../api/options';
import type { ContractRecord, FieldValue, RecordInput } from '../../api/types';
import type { FieldProblem } from '../../api/coercion';
import { CATALOG_RECORD_ID, RECORD_ID } from '../../api/recordColumns';
import type { Row } from './rows';

/** A record to send, and the rows that it comes from: two rows with the same id or key are one record. */
export interface PlannedRecord {
	input: RecordInput;
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
export function planOf(rows: Row[], existing: ContractRecord[]): Plan {
	const index = indexOf(existing, rows[0]?.matchBy ?? []);
	const byId = new Map(existing.map((record) => [uuidOf(record.id), record]));
	const planned = new Map<string, PlannedRecord>();
	const plan: Plan = { records: [], refused: [] };
	for (const row of rows) {
		const target = targetOf(row, index, byId);
		if ('problem' in target) {
			plan.refused.push({ row, problem: target.problem });
			continue;
		}
		const known = target.key === undefined ? undefined : planned.get(target.key);
		if (known) {
			merge(known, row);
			continue;
		}
		const current = target.id === null ? undefined : byId.get(uuidOf(target.id));
		const record = plannedRecord(row, target.id, current);
		if (target.key !== undefined) planned.set(target.key, record);
		plan.records.push(record);
	}
	return plan;
}

/** An existing record as it would be sent to stay as it is. */
export function resent({ id, fromCatalogRecordId, fields }: ContractRecord): RecordInput {
	const held = fields.filter(({ rawValue }) => rawValue !== null && rawValue !== undefined);
	return {
		id,
		fromCatalogRecordId: fromCatalogRecordId ?? null,
		fields: held.map(({ smartFieldId, rawValue }) => ({ smartFieldId, value: rawValue })),
	};
}

type Target = { id: string | null; key: string | undefined } | { problem: FieldProblem };

function targetOf(
	row: Row,
	index: Map<string, ContractRecord[]>,
	byId: Map<string, ContractRecord>,
): Target {
	if (row.id !== null) {
		const known = byId.get(uuidOf(row.id));
		return known ? { id: known.id, key: uuidOf(known.id) } : { problem: unknownRecord(row.id) };
	}
	if (row.matchBy.length === 0) return { id: null, key: undefined };
	const blank = row.matchBy.find((column) => isBlank(matchValue(row, column)));
	if (blank !== undefined) return { problem: withoutKey(row, blank) };
	const key = keyOf(row.matchBy.map((column) => matchValue(row, column)));
	const matches = index.get(key) ?? [];
	if (matches.length > 1) return { problem: ambiguous(row, matches) };
	const id = matches[0]?.id ?? null;
	return { id, key: id === null ? `key ${key}` : uuidOf(id) };
}

function indexOf(existing: ContractRecord[], columns: string[]): Map<string, ContractRecord[]> {
	const index = new Map<string, ContractRecord[]>();
	if (columns.length === 0) return index;
	for (const record of existing) {
		const key = keyOf(columns.map((column) => storedValue(record, column)));
		const same = index.get(key);
		if (same) same.push(record);
		else index.set(key, [record]);
	}
	return index;
}

function matchValue(row: Row, column: string): FieldValue | undefined {
	return column === CATALOG_RECORD_ID ? row.fromCatalogRecordId : row.values.get(column);
}

function storedValue(record: ContractRecord, column: string): FieldValue | undefined {
	return column === CATALOG_RECORD_ID ? record.fromCatalogRecordId : rawValueOf(record, column);
}

function keyOf(values: Array<FieldValue | undefined>): string {
	return JSON.stringify(
		values.map((value) =>
			typeof value === 'object' ? value : String(value).trim().normalize('NFC'),
		),
	);
}

function plannedRecord(
	row: Row,
	id: string | null,
	current: ContractRecord | undefined,
): PlannedRecord {
	const input: RecordInput = current
		? resent(current)
		: { id, fromCatalogRecordId: null, fields: [] };
	const record = { input, rows: [] };
	merge(record, row);
	return record;
}

function merge(record: PlannedRecord, row: Row): void {
	const values = new Map(
		record.input.fields.map(({ smartFieldId, value }) => [smartFieldId, value]),
	);
	for (const [id, value] of row.values) values.set(id, value);
	record.rows.push(row);
	record.input = {
		id: record.input.id,
		fromCatalogRecordId:
			row.fromCatalogRecordId === undefined
				? record.input.fromCatalogRecordId
				: row.fromCatalogRecordId,
		fields: [...values].map(([smartFieldId, value]) => ({ smartFieldId, value })),
	};
}

function unknownRecord(id: string): FieldProblem {
	return {
		errorId: 'INVALID_INPUT',
		message: `The contract has no record ${id} in this custom object`,
		description: 'Leave the Record ID empty to create a record, or read the IDs with Get Many.',
		details: { field: 'Record ID', fieldId: RECORD_ID, value: id },
	};
}

function withoutKey({ fields }: Row, column: string): FieldProblem {
	const name = nameOf(fields, column);
	return {
		errorId: 'INVALID_INPUT',
		message: `The field to match on '${name}' is empty`,
		description: 'Without it the row cannot be found again, and running twice would double it.',
		details: { field: name, fieldId: column, value: null },
	};
}

function ambiguous({ matchBy, fields, values }: Row, matches: ContractRecord[]): FieldProblem {
	const name = matchBy.map((column) => nameOf(fields, column)).join(', ');
	const value = matchBy.map((column) => values.get(column) ?? null);
	return {
		errorId: 'INVALID_INPUT',
		message: `${matches.length} existing records have the same ${name}`,
		description: 'Choose fields to match on that name one record, or give the Record ID.',
		details: {
			field: name,
			fieldId: matchBy.join(','),
			value: value.length === 1 ? value[0] : value,
		},
	};
}

function nameOf(fields: Row['fields'], column: string): string {
	return fields.find(({ id }) => id === column)?.name ?? 'Catalog Record ID';
}
