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
	/** Contracts that are being created, or were to be, by what identifies their external record. */
	pending: Map<string, Promise<Partial<Contract>>>;
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
		const records = await readLinked(connection, await lists(connection));
		return { records, pending: new Map() };
	});
}

/** Reads the records of the search again. */
export async function refresh(
	linked: LinkedContracts,
	connection: Connection,
	{ lists }: LinkSearch,
): Promise<void> {
	linked.records = await readLinked(connection, await lists(connection));
}

async function readLinked(connection: Connection, lists: IDataObject[]): Promise<Contract[]> {
	const found = await mapConcurrently(lists, lists.length, async (qs) => {
		const list = { method: 'GET' as const, path: '/contracts', qs };
		return await take(pages<Contract>(connection, list, { pageSize: LARGE_PAGE_SIZE }));
	});
	const contracts = await completeContracts(connection, found.flat(), [
		'integration',
		'contractType',
	]);
	return contracts.filter(({ integration }) => integration).sort(compareBy<Contract>('-createdAt'));
}
