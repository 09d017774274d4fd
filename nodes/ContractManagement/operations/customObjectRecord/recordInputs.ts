import { uuidOf } from '../../api/identifiers';
import type { ContractRecord, RecordInput } from '../../api/types';
import type { Columns } from './columns';
import type { PlannedRecord } from './plan';

/**
 * The records of a request. Existing ones keep their order, whether they are changed or only sent along; new ones follow.
 *
 * @param rows as the service showed them last: what a record does not name is sent as it is there
 * @param kept rows that are sent along
 */
export function recordInputs(
	records: PlannedRecord[],
	{ rows = [], kept }: { rows: ContractRecord[] | undefined; kept: ContractRecord[] },
	columns: Columns,
): RecordInput[] {
	const current = new Map(rows.map((row) => [uuidOf(row.id), row]));
	const inputs = records.map((record) => inputOf(record, current, columns));
	const changed = new Map(inputs.flatMap((input) => (input.id ? [[uuidOf(input.id), input]] : [])));
	const existing = kept.map((row) => changed.get(uuidOf(row.id)) ?? columns.resent(row));
	const sent = new Set(kept.map(({ id }) => uuidOf(id)));
	return [...existing, ...inputs.filter(({ id }) => id === null || !sent.has(uuidOf(id)))];
}

function inputOf(
	{ id, fromCatalogRecordId, values }: PlannedRecord,
	current: Map<string, ContractRecord>,
	columns: Columns,
): RecordInput {
	const row = id === null ? undefined : current.get(uuidOf(id));
	const held = row && columns.resent(row);
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
