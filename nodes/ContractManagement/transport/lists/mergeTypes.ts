import { firstTime, firstTimeById } from '../../api/identifiers';
import type { Page } from '../../api/shapes';
import { withSignal, type Connection } from '../connection';
import type { ApiRequest } from '../exchange';
import { compareBy, withTieBreak, type Comparison } from './order';
import { pages, readAhead, type PageOptions } from './paginate';

/** Which contract types to list, and how. */
export interface MergeOptions extends Pick<PageOptions, 'largestPage' | 'more'> {
	typeIds: string[];
	/** `sort` parameter, for example `-updatedAt`; `id` is added as tie-break. */
	sort: string;
	/** How many records will be taken; no page is read for more. Infinity for Return All. */
	limit: number;
	pageSize: number;
}

type Pages<T> = AsyncGenerator<Page<T>, void, undefined>;

/** The list of one type, with the page that was read last; without one it is not begun, or at its end. */
interface Chain<T> {
	source: Pages<T>;
	page?: Page<T>;
}

/**
 * Several contract types as one list: one cursor chain per type, as the API takes one type per request, merged in the
 * order of `sort` and without duplicates. Of each type a page is read only where it may show one of the wanted records.
 *
 * @throws NodeApiError when a request fails
 */
export async function* mergeTypes<T extends object>(
	connection: Connection,
	list: ApiRequest,
	options: MergeOptions,
): Pages<T> {
	const stop = new AbortController();
	const own = withSignal(connection, stop.signal);
	const sort = withTieBreak(options.sort);
	const sorted = { ...list, qs: { ...list.qs, sort } };
	try {
		const chains = typeLists<T>(own, sorted, options).map((source) => ({ source }));
		yield* merge(chains, await readOn<T>(chains), compareBy<T>(sort), options);
	} finally {
		stop.abort();
	}
}

function typeLists<T>(
	connection: Connection,
	list: ApiRequest,
	{ typeIds, pageSize, largestPage, more, limit }: MergeOptions,
): Array<Pages<T>> {
	const isNew = firstTimeById();
	return typeIds.filter(firstTime()).map((contractTypeId) => {
		const ofType = { ...list, qs: { ...list.qs, contractTypeId } };
		const chain = pages<T>(connection, ofType, { pageSize, largestPage, more, isNew });
		return limit === Infinity ? readAhead(chain) : chain;
	});
}

/** Reads a page of each, at the same time. */
async function readOn<T>(chains: Array<Chain<T>>): Promise<T[]> {
	const read = chains.map(async (chain) => {
		chain.page = (await chain.source.next()).value ?? undefined;
		return chain.page?.records ?? [];
	});
	return (await Promise.all(read)).flat();
}

/** Records that wait are sorted again with every page: with so many of each type, no page is read but for the first of them. */
const MOST_WAITING = 5_000;

/** @param known the records of the first pages */
async function* merge<T>(
	chains: Array<Chain<T>>,
	known: T[],
	compare: Comparison<T>,
	{ limit, more }: MergeOptions,
): Pages<T> {
	let open = chains;
	let wanted = limit;
	for (;;) {
		known.sort(compare);
		open = open.filter(({ page }) => page);
		const mayPrecede = ({ page }: Chain<T>, record: T | undefined) => {
			const last = page?.records.at(-1);
			return !last || !record || compare(last, record) < 0;
		};
		const end = known.findIndex((record) => open.some((chain) => mayPrecede(chain, record)));
		const records = known.splice(0, end < 0 ? known.length : end);
		wanted -= records.length;
		const hasMore = known.length > 0 || open.some(({ page }) => page?.nextCursor !== null);
		if (records.length > 0) yield { records, nextCursor: null, hasMore };
		// After a page that shows nothing new, as where types have the same contracts, many more may have to be read.
		else if (more) more.isNeeded = true;
		if (open.length === 0 || wanted <= 0) return;
		// The first one alone would do, but for the time that it takes to read one list after the other.
		const isFull = known.length >= MOST_WAITING * open.length;
		const waiting = isFull ? [known[0]] : [known[0], known[wanted - 1]];
		const isNeeded = (chain: Chain<T>) => waiting.some((record) => mayPrecede(chain, record));
		for (const record of await readOn(open.filter(isNeeded))) known.push(record);
	}
}
