import type { ContractRecord } from '../../api/types';
import { exclusively } from '../../transport/exclusive';
import type { ItemScope } from '../../transport/scope';
import { refusedParameter } from '../shared/parameters';
import { Columns } from './columns';
import { planOf } from './plan';
import { resultsOf, type RecordPlace, type RowOutcome } from './results';
import type { Row } from './rows';
import { ContractTable } from './table';
import { RecordWriter, type UpsertSettings } from './write';

/** Rows of the input that go to the same table of the same contract. */
export interface Group {
	/** Of the first of them. */
	scope: ItemScope;
	/** Of the table. */
	path: string;
	place: RecordPlace;
	rows: Row[];
	settings: UpsertSettings;
}

/**
 * Creates and updates the rows of one table of one contract ("PUT …/records"): one request that reads and one that
 * writes, unless split. Nothing else of this process is written to the table between the two.
 *
 * @returns what became of each row, but for those that were not tried after a failure
 */
export async function upsertRows(group: Group): Promise<RowOutcome[]> {
	const { node, context, connection } = group.scope;
	const { path, place, rows, settings } = group;
	return await exclusively(connection, group, async (held) => {
		const columns = new Columns(rows[0].fields, context.getTimezone());
		const table = new ContractTable({ connection: held, path }, columns, settings.keepsOthers);
		// A row with an id is read too: what it does not name, and its catalog record, are sent as they are.
		const isMatched = rows.some(({ id, matchBy }) => id !== null || matchBy.length > 0);
		const isRead = settings.keepsOthers || isMatched;
		const existing = isRead ? await table.read() : new Map<string, ContractRecord>();
		const { records, refused } = planOf(rows, existing, columns);
		const refusals = refused.map(({ row: { itemIndex }, problem }) => ({
			itemIndex,
			error: refusedParameter({ node, itemIndex }, problem),
		}));
		if (!settings.continueOnFail && refusals.length > 0) return refusals;
		const written = await new RecordWriter(table, columns, settings).write(records);
		return [...refusals, ...[...written].flatMap(([record, how]) => resultsOf(record, how, place))];
	});
}
