import { foreignId } from '../../api/identifiers';
import { LARGE_PAGE_SIZE } from '../../api/limits';
import { sameName } from '../../api/names';
import type { Contract, Integration } from '../../api/types';
import { unlessAborted } from '../../transport/abort';
import { canceledError } from '../../transport/canceled';
import { completeContracts } from '../../transport/contracts';
import { copyOf } from '../../transport/errors/requestError';
import { hint } from '../../transport/hint';
import { compareBy } from '../../transport/lists/order';
import { keptIn } from '../../transport/memory';
import { pages, take } from '../../transport/lists/paginate';
import { shared } from '../../transport/oncePerExecution';
import { runOf, type ItemScope } from '../../node/scope';

/** The link to a third-party record as the item gives it; what is blank is left out. */
export type LinkInput = Partial<Integration>;

/** The query of the list to search. */
export type LinkSearch = Partial<Record<'contractTypeId' | 'counterpartyId', string>>;

/** The contracts with a link to a third-party record, of one search, by its external ID (`foreignId`), newest first. */
export interface LinkedContracts {
	records: Map<string, Contract[]>;
	/** When they began to be read. */
	readAt: number;
	/** Contracts that were created since, by what identifies their external record. */
	made: Map<string, Partial<Contract>>;
	/** The last time that they were read again. */
	reading?: { since: number; done: Promise<unknown> };
}

/** All input items of one run of the node share a search; each run reads anew, in place of the one before. Without a search there are none. */
export async function linkedContracts(scope: ItemScope, search: LinkSearch | undefined) {
	const key = `linked contracts ${JSON.stringify(search)}`;
	const read = async (): Promise<LinkedContracts> => {
		return { ...(await readLinked(scope, search)), made: new Map() };
	};
	return await shared(scope.connection, key, read, undefined, runOf(scope));
}

/** So many contracts of a type are looked at, the newest: ten pages, once per execution. */
export const MOST_ELSEWHERE = 1_000;

/** The newest contracts of a type, whoever they are with: a company may have been renamed, or merged into another one. Once per execution. */
export async function linkedElsewhere(scope: ItemScope, contractTypeId: string) {
	const read = async () => await readLinked(scope, { contractTypeId }, MOST_ELSEWHERE);
	return await shared(scope.connection, `linked contracts of ${contractTypeId}`, read);
}

const OLDER_ONES = `Find Existing looked at the contracts of the counterparty, and only at the newest ${MOST_ELSEWHERE} of the contract type.`;

const NEEDED: Array<keyof Contract> = ['integration', 'contractType'];

/** Reads them again: once for all items that ask at the same time, as each needs all pages of the search. */
export async function readLinkedAgain(
	scope: ItemScope,
	search: LinkSearch,
	linked: LinkedContracts,
	limit?: number,
) {
	const { signal } = scope.connection;
	const askedAt = performance.now();
	const read = async () => Object.assign(linked, await readLinked(scope, search, limit));
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

async function readLinked(scope: ItemScope, search?: LinkSearch, limit?: number) {
	const { connection, context } = scope;
	const readAt = performance.now();
	// Of a list that is not sorted nobody knows which are the newest.
	const most = connection.profile['contract-list-sort'] === 'sorted' ? limit : undefined;
	const qs = { ...search, ...(most && { sort: '-createdAt' }) };
	const list = { method: 'GET' as const, path: '/contracts', qs };
	const chain = pages<Contract>(connection, list, { pageSize: LARGE_PAGE_SIZE });
	const found = search ? await take(chain, most, () => hint(context, OLDER_ONES)) : [];
	const contracts = await completeContracts(connection, found, NEEDED);
	const records = new Map<string, Contract[]>();
	const listOf = keptIn(records, (): Contract[] => []);
	for (const each of contracts.sort(compareBy<Contract>('-createdAt'))) {
		if (each.integration) listOf(foreignId(String(each.integration.externalId ?? ''))).push(each);
	}
	return { readAt, records };
}

/** Whether the contract belongs to the external record; what the link leaves out does not matter. */
export function isLinkedTo({ integration }: Contract, link: LinkInput): boolean {
	const isSame = (key: 'externalEntity' | 'externalId' | 'type', as = (text: string) => text) =>
		!link[key] || sameName(as(String(integration?.[key] ?? '')), as(link[key]));
	return isSame('type') && isSame('externalEntity') && isSame('externalId', foreignId);
}
