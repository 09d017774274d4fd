import { SMALL_PAGE_SIZE } from '../api/limits';
import type { Counterparty } from '../api/types';
import type { Connection } from './connection';
import type { ApiRequest } from './exchange';
import { fromAllEnds } from './lists/fastListing';
import { pages, wholeOrChain, type PageOptions } from './lists/paginate';
import { recordIfThere } from './records';

/** The counterparty with the id, or undefined when there is none. */
export async function counterpartyById(connection: Connection, id: string) {
	return await recordIfThere<Counterparty>(connection, counterpartyPath(id));
}

/** Below the base URL, with the ID encoded: nothing in it leads elsewhere. */
export function counterpartyPath(id: string): string {
	return `/counterparties/${encodeURIComponent(id)}`;
}

/** The list's pages. Not all statuses of counterparties are known ("Counterparty status"): a long list that is wanted whole is read from its two ends only. */
export function counterpartyPages(
	connection: Connection,
	list: ApiRequest,
	wanted: PageOptions & { limit: number },
	inOrder: (all: Counterparty[]) => Counterparty[],
) {
	const chain = pages<Counterparty>(connection, list, wanted);
	return wholeOrChain(chain, wanted, async () => {
		const unsorted = { ...list, qs: { ...list.qs, sort: undefined } };
		const ends = { parts: [unsorted], pageSize: SMALL_PAGE_SIZE };
		return inOrder(await fromAllEnds<Counterparty>(connection, unsorted, ends));
	});
}
