import { uuidOf } from '../../api/identifiers';
import type { ContractRecord } from '../../api/types';
import type { Ended } from '../../node/errorItem';
import { invalidInput } from '../../transport/errors/requestError';
import type { ApiRequest } from '../../transport/exchange';
import { exclusively } from '../../transport/exclusive';
import type { Ids } from '../../node/path';
import type { ItemScope } from '../../node/scope';
import { Columns, type Rows } from './columns';
import type { RecordPlace } from './given';
import { planOf, type PlannedRecord } from './plan';
import { resultsOf } from './results';
import { rowOf, type Row } from './rows';
import { ContractTable } from './table';
import { upsertOptions } from './upsert.fields';
import { writeRecords, type UpsertSettings, type Written } from './write';

/** Rows of the input that go to the same table of the same contract. */
export interface Group {
	/** Of the first of them. */
	scope: ItemScope;
	path: string;
	place: RecordPlace;
	rows: Row[];
	settings: UpsertSettings;
}

/**
 * Creates and updates the rows of one table of one contract ("PUT …/records"): one request that reads and one that
 * writes, unless split. Nothing else of this process is written to the table between the two.
 * @returns what became of each row, but for those that were not tried after a failure
 */
export async function upsertRows(group: Group): Promise<Ended[]> {
	const { node, context, connection } = group.scope;
	const { path, place, rows, settings } = group;
	return await exclusively(connection, group, async (held) => {
		const columns = new Columns(rows[0].fields, context.getTimezone());
		const isKept = connection.profile['records-put'] === 'keep';
		const table = new ContractTable({ connection: held, path }, columns);
		// A row with an id is read too: what it does not name, and its catalog record, are sent as they are.
		const isRead = settings.keepsOthers || rows.some(isSought);
		const existing = isRead ? await table.read() : new Map<string, ContractRecord>();
		const { records, refused } = planOf(rows, existing, columns);
		const refusals = refused.map(({ row: { itemIndex }, problem }) => ({
			itemIndex,
			error: invalidInput(node, problem, itemIndex),
		}));
		if (!settings.continueOnFail && refusals.length > 0) return refusals;
		// A refused item has its row there, nobody knows which: all stay, unless the input would then be there twice.
		const isPart = rows.every(isSought) && refused.length > 0;
		table.keepsOthers = !isKept && (settings.keepsOthers || isPart);
		const same = heldAlready(records, existing, columns);
		// What becomes of rows that a request leaves out is the service's to decide, where the person chose so.
		const isLeavingOut = !isKept && !table.keepsOthers && records.length < existing.size;
		if (isLeavingOut && same.size === records.length) await table.write([], records);
		const outcomes = await writeRecords(table, columns, settings, same, records);
		const results = [...outcomes].flatMap(([record, how]) =>
			resultsOf(record, { ...how, isUnchanged: same.has(record) }, place),
		);
		return [...refusals, ...results];
	});
}

/** Whether an existing row is looked for: by its ID, or by columns to match on. */
export const isSought = ({ id, matchBy }: Row) => id !== null || matchBy.length > 0;

/** The records that are like that already, as the service stores them (a label for its option, a number as text): to write them again would change nothing but the time of the contract. */
function heldAlready(records: PlannedRecord[], existing: Rows, columns: Columns) {
	const held = new Map<PlannedRecord, Written>();
	for (const record of records) {
		const row = record.id === null ? undefined : existing.get(uuidOf(record.id));
		if (row && columns.isHeld(record.values, row)) held.set(record, { row });
	}
	return held;
}

/** The row of an item, by itself. */
export async function groupOf(
	scope: ItemScope,
	{ path }: ApiRequest,
	{ customObjectId, contractId }: Ids,
): Promise<Group> {
	const { otherRows, recordsPerRequest } = upsertOptions;
	const settings = {
		keepsOthers: otherRows.of(scope) !== 'omit',
		recordsPerRequest: recordsPerRequest.of(scope),
		continueOnFail: scope.context.continueOnFail(),
	};
	const place = { customObjectId, contractId };
	return { scope, path, place, rows: [await rowOf(scope, place)], settings };
}
