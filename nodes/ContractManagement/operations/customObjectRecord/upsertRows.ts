import { exclusively } from '../../transport/exclusive';
import type { ItemScope } from '../../transport/scope';
import { refusedParameter } from '../shared/parameters';
import { Columns } from './columns';
import { planOf } from './plan';
import { resultsOf, type RecordPlace, type RowResult } from './results';
import type { Row } from './rows';
import { ContractTable } from './table';
import { RecordWriter, type PartResult, type WriteSettings } from './write';

export interface UpsertSettings extends WriteSettings {
	/** Whether existing rows that are not in the input are read and sent along, so that they stay in any case. */
	keepsOthers: boolean;
}

/** A row that was not written, and why. */
export interface RowFailure {
	itemIndex: number;
	error: Error;
}

/** Rows of the input that go to the same table of the same contract. */
export interface Group {
	/** Of the first of them. */
	scope: ItemScope;
	/** Of the table. */
	path: string;
	place: RecordPlace;
	rows: Row[];
}

/**
 * Creates and updates the rows of one table of one contract ("PUT …/records"): one request that reads and one that
 * writes, unless split. Nothing else of this process is written to the table between the two.
 *
 * @returns what became of each row, but for those that were not tried after a failure
 */
export async function upsertRows(
	group: Group,
	settings: UpsertSettings,
): Promise<Array<RowFailure | RowResult>> {
	return await exclusively(group.scope.connection, group, async (connection) => {
		return await upsertNow({ ...group, scope: { ...group.scope, connection } }, settings);
	});
}

async function upsertNow(
	{ scope, path, place, rows }: Group,
	settings: UpsertSettings,
): Promise<Array<RowFailure | RowResult>> {
	const columns = new Columns(rows[0].fields, scope.context.getTimezone());
	const table = new ContractTable(scope.connection, path, columns, settings.keepsOthers);
	// A row with an id is read too: what it does not name, and its catalog record, are sent as they are.
	const isMatched = rows.some(({ id, matchBy }) => id !== null || matchBy.length > 0);
	const existing = settings.keepsOthers || isMatched ? await table.read() : [];
	const { records, refused } = planOf(rows, existing, columns);
	const refusals = refused.map(({ row: { itemIndex }, problem }) => ({
		itemIndex,
		error: refusedParameter({ node: scope.node, itemIndex }, problem),
	}));
	if (!settings.continueOnFail && refusals.length > 0) return refusals;
	const outcomes = await new RecordWriter(table, columns, settings).write(records);
	return [...refusals, ...outcomes.flatMap((outcome) => rowsOf(outcome, place))];
}

function rowsOf(
	{ records, error, written }: PartResult,
	place: RecordPlace,
): Array<RowFailure | RowResult> {
	if (!error) return resultsOf(records, written, place);
	return records.flatMap(({ rows }) => rows.map(({ itemIndex }) => ({ itemIndex, error })));
}
