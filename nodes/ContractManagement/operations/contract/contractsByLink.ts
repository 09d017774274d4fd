import type { IDataObject } from 'n8n-workflow';
import { LARGE_PAGE_SIZE } from '../../api/limits';
import type { Contract } from '../../api/types';
import { mapConcurrently } from '../../transport/concurrent';
import type { Connection } from '../../transport/connection';
import { compareBy } from '../../transport/lists/order';
import { pages, take } from '../../transport/lists/paginate';
import { runOf, type ItemScope } from '../../transport/scope';
import { shared } from '../../transport/oncePerExecution';
import { completeContracts } from '../../transport/contracts';

/** The contracts with a link to a third-party record, of one search, newest first. */
export interface LinkedContracts {
	records: Contract[];
	/** When they began to be read. */
	readAt: number;
	/** Contracts that were created since, by what identifies their external record. */
	made: Map<string, Partial<Contract>>;
}

/** Where to search: the query parameters of one list per counterparty, or of one for all. */
export interface LinkSearch {
	/** Names the search, so that items that search the same share one. */
	key: string;
	lists: (connection: Connection) => Promise<IDataObject[]>;
}

/** All input items of one run of the node share a search, and each run reads anew. */
export async function linkedContracts(
	scope: ItemScope,
	{ key, lists }: LinkSearch,
): Promise<LinkedContracts> {
	const { connection } = scope;
	return await shared(connection, `linked contracts ${runOf(scope)} ${key}`, async () => {
		return { ...(await readLinked(connection, lists)), made: new Map() };
	});
}

/** Reads the records of the search again. */
export async function refresh(
	linked: LinkedContracts,
	connection: Connection,
	{ lists }: LinkSearch,
): Promise<void> {
	Object.assign(linked, await readLinked(connection, lists));
}

async function readLinked(
	connection: Connection,
	lists: LinkSearch['lists'],
): Promise<Pick<LinkedContracts, 'readAt' | 'records'>> {
	const readAt = performance.now();
	const queries = await lists(connection);
	const found = await mapConcurrently(queries, queries.length, async (qs) => {
		const list = { method: 'GET' as const, path: '/contracts', qs };
		return await take(pages<Contract>(connection, list, { pageSize: LARGE_PAGE_SIZE }));
	});
	const contracts = await completeContracts(connection, found.flat(), [
		'integration',
		'contractType',
	]);
	const records = contracts
		.filter(({ integration }) => integration)
		.sort(compareBy<Contract>('-createdAt'));
	return { readAt, records };
}
