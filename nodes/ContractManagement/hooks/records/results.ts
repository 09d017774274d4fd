import type { IDataObject } from 'n8n-workflow';
import { rawValueOf } from '../../api/customObjects';
import { isSameValue } from '../../api/differences';
import { uuidOf } from '../../api/identifiers';
import type { ContractRecord, RecordInput } from '../../api/types';
import type { PlannedRecord } from './plan';
import { simplifiedInput, simplifiedRecord, type RecordPlace } from './present';

/** What became of an input item. */
export interface RowResult {
	itemIndex: number;
	json: IDataObject;
}

/**
 * One result per input row. Updated records are known by their id; created ones are those that were not there before,
 * told apart by their order, and by their values where the service does not keep the order.
 *
 * @param answered every record that the contract has now; empty when the service does not say
 */
export function resultsOf(
	records: PlannedRecord[],
	existing: ContractRecord[],
	answered: ContractRecord[],
	place: RecordPlace,
): RowResult[] {
	const created = createdRecords(records, existing, answered);
	const byId = new Map(answered.map((record) => [uuidOf(record.id), record]));
	return records.flatMap(({ input, rows }) => {
		const record = input.id === null ? created.get(input) : byId.get(uuidOf(input.id));
		const { fields } = rows[0];
		const shown = record
			? simplifiedRecord(record, place, fields)
			: simplifiedInput(input, place, fields);
		const last = rows[rows.length - 1].itemIndex;
		return rows.map(({ itemIndex }) => ({
			itemIndex,
			json: {
				action: input.id === null ? 'created' : 'updated',
				...shown,
				// Two rows for one record: the later one won.
				...(itemIndex !== last && { mergedIntoItem: last }),
			},
		}));
	});
}

function createdRecords(
	records: PlannedRecord[],
	existing: ContractRecord[],
	answered: ContractRecord[],
): Map<RecordInput, ContractRecord> {
	const inputs = records.map(({ input }) => input).filter(({ id }) => id === null);
	const known = new Set(
		[...existing, ...records.map(({ input }) => input)].map(({ id }) => id && uuidOf(id)),
	);
	const fresh = answered.filter(({ id }) => !known.has(uuidOf(id))).slice(-inputs.length);
	const pairs = new Map<RecordInput, ContractRecord>();
	if (inputs.length === 0) return pairs;
	const claimed = new Set<ContractRecord>();
	inputs.forEach((input, index) => {
		const inOrder = fresh[index];
		const record =
			inOrder && !claimed.has(inOrder) && holds(inOrder, input)
				? inOrder
				: fresh.find((candidate) => !claimed.has(candidate) && holds(candidate, input));
		if (!record) return;
		claimed.add(record);
		pairs.set(input, record);
	});
	return pairs;
}

function holds(record: ContractRecord, { fields }: RecordInput): boolean {
	return fields.every(({ smartFieldId, value }) =>
		isSameValue(rawValueOf(record, smartFieldId), value),
	);
}
