import { uuidOf } from '../../api/identifiers';
import { identifierOf, pathOf } from '../../transport/path';
import type { ItemScope } from '../../transport/scope';
import { inTurn } from '../../transport/turns';
import { Columns } from './columns';
import { planOf } from './plan';
import type { RecordPlace } from './present';
import { resultsOf, type RowResult } from './results';
import { fieldError, type Row } from './rows';
import { ContractTable } from './table';
import { RecordWriter, type Outcome, type WriteSettings } from './write';

const PATH = '/custom-objects/{customObjectId}/contract/{contractId}/records';

export interface UpsertSettings extends WriteSettings {
	/** Whether existing rows that are not in the input are read and sent along, so that they stay in any case. */
	keepsOthers: boolean;
}

/** A row that was not written, and why. */
export interface RowFailure {
	itemIndex: number;
	error: Error;
}

/** Which table of which contract the item means. */
export function placeOf(scope: ItemScope): RecordPlace {
	return {
		customObjectId: identifierOf(scope, 'customObjectId'),
		contractId: identifierOf(scope, 'contractId'),
	};
}

/** Tells tables apart, however their ids are written. */
export function keyOf({ customObjectId, contractId }: RecordPlace): string {
	return `${uuidOf(customObjectId)} ${uuidOf(contractId)}`;
}

/**
 * Creates and updates the rows of one table of one contract ("PUT …/records"): one request that reads and one that
 * writes, unless split. Both happen in turn, so that rows of several items do not undo each other.
 *
 * @returns what became of each row, but for those that were not tried after a failure
 */
export async function upsertRows(
	scope: ItemScope,
	rows: Row[],
	settings: UpsertSettings,
): Promise<Array<RowFailure | RowResult>> {
	const place = placeOf(scope);
	const turn = `${scope.connection.baseUrl} ${keyOf(place)}`;
	return await inTurn(turn, scope.connection, async () => {
		return await upsertNow(scope, place, rows, settings);
	});
}

async function upsertNow(
	scope: ItemScope,
	place: RecordPlace,
	rows: Row[],
	settings: UpsertSettings,
): Promise<Array<RowFailure | RowResult>> {
	const columns = new Columns(rows[0].fields, scope.context.getTimezone());
	const table = new ContractTable(
		scope.connection,
		pathOf(scope, PATH),
		columns,
		settings.keepsOthers,
	);
	// A row with an id is read too: what it does not name, and its catalog record, are sent as they are.
	const isMatched = rows.some(({ id, matchBy }) => id !== null || matchBy.length > 0);
	const existing = settings.keepsOthers || isMatched ? await table.read() : [];
	const { records, refused } = planOf(rows, existing, columns);
	const refusals = refused.map(({ row, problem }) => ({
		itemIndex: row.itemIndex,
		error: fieldError({ node: scope.node, itemIndex: row.itemIndex }, problem),
	}));
	if (!settings.continueOnFail && refusals.length > 0) return refusals;
	const outcomes = await new RecordWriter(table, columns, settings).write(records);
	return [...refusals, ...outcomes.flatMap((outcome) => rowsOf(outcome, place))];
}

function rowsOf(
	{ records, error, written }: Outcome,
	place: RecordPlace,
): Array<RowFailure | RowResult> {
	if (!error) return resultsOf(records, written, place);
	return records.flatMap(({ rows }) => rows.map(({ itemIndex }) => ({ itemIndex, error })));
}
