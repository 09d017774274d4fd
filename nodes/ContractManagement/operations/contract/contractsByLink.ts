import { LARGE_PAGE_SIZE } from '../../api/limits';
import { comparableName, sameName } from '../../api/names';
import type { Contract, Integration } from '../../api/types';
import { unlessAborted } from '../../transport/abort';
import { canceledError } from '../../transport/canceled';
import { mapConcurrently } from '../../transport/concurrent';
import { completeContracts } from '../../transport/contracts';
import { counterpartiesByName } from '../../transport/counterparties';
import { copyOf } from '../../transport/errors/requestError';
import { compareBy } from '../../transport/lists/order';
import { keptIn } from '../../transport/memory';
import { pages, take } from '../../transport/lists/paginate';
import { shared } from '../../transport/oncePerExecution';
import { runOf, type ItemScope } from '../../transport/scope';

/** The link to a third-party record as the item gives it; what is blank is left out. */
export type LinkInput = Partial<Integration>;

/** The query of the list to search, or the name of counterparties whose lists are searched. */
export type LinkSearch = Partial<
	Record<'contractTypeId' | 'counterpartyId' | 'counterpartyName', string>
>;

/** The contracts with a link to a third-party record, of one search, by its external ID, newest first. */
export interface LinkedContracts {
	records: Map<string, Contract[]>;
	/** When they began to be read. */
	readAt: number;
	/** Contracts that were created since, by what identifies their external record. */
	made: Map<string, Partial<Contract>>;
	/** The last time that they were read again. */
	reading?: { since: number; done: Promise<unknown> };
}

/** All input items of one run of the node share a search, and each run reads anew. */
export async function linkedContracts(scope: ItemScope, search: LinkSearch) {
	const { counterpartyName, ...qs } = search;
	const key = `linked contracts ${runOf(scope)} ${JSON.stringify(qs)} ${comparableName(counterpartyName)}`;
	return await shared(scope.connection, key, async (): Promise<LinkedContracts> => {
		return { ...(await readLinked(scope, search)), made: new Map() };
	});
}

const NEEDED: Array<keyof Contract> = ['integration', 'contractType'];

/** Reads them again: once for all items that ask at the same time, as each needs all pages of the search. */
export async function readLinkedAgain(
	scope: ItemScope,
	search: LinkSearch,
	linked: LinkedContracts,
) {
	const { signal } = scope.connection;
	const askedAt = performance.now();
	const read = async () => Object.assign(linked, await readLinked(scope, search));
	try {
		// What began before may not show what is asked for.
		await unlessAborted(linked.reading?.done.catch(() => undefined) ?? Promise.resolve(), signal);
		if (!linked.reading || linked.reading.since < askedAt) {
			linked.reading = { since: performance.now(), done: read() };
		}
		await unlessAborted(linked.reading.done, signal);
	} catch (error) {
		throw signal?.aborted ? canceledError(scope.connection) : copyOf(error as Error);
	}
}

/** Reads the records of the search. */
async function readLinked(scope: ItemScope, search: LinkSearch) {
	const { connection } = scope;
	const readAt = performance.now();
	const queries = await queriesOf(scope, search);
	const found = await mapConcurrently(queries, queries.length, async (qs) => {
		const list = { method: 'GET' as const, path: '/contracts', qs };
		return await take(pages<Contract>(connection, list, { pageSize: LARGE_PAGE_SIZE }));
	});
	const contracts = await completeContracts(connection, found.flat(), NEEDED);
	const records = new Map<string, Contract[]>();
	const listOf = keptIn(records, (): Contract[] => []);
	for (const each of contracts.sort(compareBy<Contract>('-createdAt'))) {
		if (each.integration) listOf(String(each.integration.externalId ?? '').trim()).push(each);
	}
	return { readAt, records };
}

async function queriesOf(scope: ItemScope, { counterpartyName, ...qs }: LinkSearch) {
	if (counterpartyName === undefined) return [qs];
	const run = () => runOf(scope);
	const found = await counterpartiesByName(scope.connection, counterpartyName, run);
	return found.map(({ id }): LinkSearch => ({ counterpartyId: id }));
}

/** Whether the contract of the external ID belongs to the external record; what the link leaves out does not matter. */
export function isLinkedTo({ integration }: Contract, link: LinkInput): boolean {
	const isSame = (key: 'externalEntity' | 'type') =>
		!link[key] || sameName(String(integration?.[key] ?? ''), link[key]);
	return isSame('type') && isSame('externalEntity');
}
