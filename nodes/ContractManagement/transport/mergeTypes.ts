import { firstTime, firstTimeById } from '../api/identifiers';
import type { Page } from '../api/shapes';
import { withSignal, type Connection } from './connection';
import { statusOf } from './errors';
import type { ApiRequest } from './exchange';
import { compareBy, withTieBreak, type Comparison } from './order';
import { pages, take } from './paginate';
import { Chain, readAhead } from './readAhead';

/** Which contract types to list, and how. */
export interface MergeOptions {
	/** In the order in which they are listed where the service does not sort. */
	typeIds: string[];
	/**
	 * `sort` parameter, for example `-updatedAt`; `id` is added as tie-break. Where the service refuses to sort, the
	 * whole list is read and sorted here; without a wish the types then come one after the other.
	 */
	sort: string;
	/** Records wanted in all; Infinity for Return All. */
	limit: number;
	pageSize: number;
	/** See `PageOptions`. */
	largestPage?: number;
	/** Called when the service refuses to sort. */
	onSortRefused?: () => void;
}

/** Return All reads on while another chain is awaited; no more pages of one chain than these wait in memory. */
const PAGES_AHEAD = 100;

/**
 * Several contract types as one list: one cursor chain per type, as the API takes one type per request, merged lazily
 * in the order of `sort` and without duplicates (D8). With a limit a page is read only when the next record cannot be
 * known without it, or when half of the page before it was used.
 *
 * @throws NodeApiError when a request fails
 */
export async function* mergeTypes<T extends object>(
	connection: Connection,
	list: ApiRequest,
	options: MergeOptions,
): AsyncGenerator<Page<T>, void, undefined> {
	const stop = new AbortController();
	const own = withSignal(connection, stop.signal);
	try {
		const sort = withTieBreak(options.sort);
		const sorted = { ...list, qs: { ...list.qs, sort } };
		const chains = typeLists<T>(own, sorted, options).map((source) => new Chain(source));
		const failure = await firstFailure(chains);
		if (failure === undefined) yield* merge(chains, compareBy<T>(sort), options);
		else if (statusOf(failure) === 400) yield* unsorted<T>(own, list, options);
		else throw failure as Error;
	} finally {
		stop.abort();
	}
}

function typeLists<T>(
	connection: Connection,
	list: ApiRequest,
	{ typeIds, pageSize, largestPage, limit }: MergeOptions,
): Array<AsyncGenerator<Page<T>, void, undefined>> {
	const isNew = firstTimeById();
	return typeIds.filter(firstTime()).map((contractTypeId) => {
		const ofType = { ...list, qs: { ...list.qs, contractTypeId } };
		const chain = pages<T>(connection, ofType, { pageSize, largestPage, isNew });
		return limit === Infinity ? readAhead(chain, PAGES_AHEAD) : chain;
	});
}

async function firstFailure<T>(chains: Array<Chain<T>>): Promise<unknown> {
	const results = await Promise.allSettled(chains.map(async (chain) => await chain.fill()));
	return results.find((result) => result.status === 'rejected')?.reason;
}

async function* merge<T>(
	chains: Array<Chain<T>>,
	compare: Comparison<T>,
	{ limit, pageSize }: MergeOptions,
): AsyncGenerator<Page<T>, void, undefined> {
	let wanted = limit;
	while (wanted > 0 && chains.some((chain) => !chain.isAtEnd)) {
		for (const chain of chains) if (chain.left < wanted) chain.lookAhead();
		await Promise.all(chains.map(async (chain) => await chain.fill()));
		const records = takeKnown(chains, compare, Math.min(wanted, pageSize));
		wanted -= records.length;
		if (records.length > 0) yield { records, nextCursor: null };
	}
}

/** As many records in order as can be known without a request: no chain is dry at the start. */
function takeKnown<T>(chains: Array<Chain<T>>, compare: Comparison<T>, most: number): T[] {
	const records: T[] = [];
	const inOrder: Comparison<Chain<T>> = (a, b) => compare(a.head as T, b.head as T);
	const line = chains.filter(({ left }) => left > 0).sort(inOrder);
	while (records.length < most) {
		const next = line.shift();
		if (next === undefined) break;
		records.push(next.head as T);
		next.advance();
		if (next.isDry) break;
		line.splice(placeOf(next, line, inOrder), 0, next);
	}
	return records;
}

/** Where the chain belongs in the sorted line. */
function placeOf<T>(chain: T, line: T[], inOrder: Comparison<T>): number {
	let low = 0;
	let high = line.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (inOrder(line[middle], chain) < 0) low = middle + 1;
		else high = middle;
	}
	return low;
}

async function* unsorted<T extends object>(
	connection: Connection,
	list: ApiRequest,
	options: MergeOptions,
): AsyncGenerator<Page<T>, void, undefined> {
	if (options.sort === '') return yield* concatenate<T>(connection, list, options);
	const { sort, limit, pageSize, largestPage = pageSize } = options;
	const all = { ...options, limit: Infinity, pageSize: largestPage };
	const records = await take(concatenate<T>(connection, list, all));
	records.sort(compareBy(withTieBreak(sort)));
	yield { records: records.slice(0, limit), nextCursor: null };
}

async function* concatenate<T>(
	connection: Connection,
	list: ApiRequest,
	options: MergeOptions,
): AsyncGenerator<Page<T>, void, undefined> {
	let wanted = options.limit;
	let isFirst = true;
	for (const source of typeLists<T>(connection, list, options)) {
		for await (const page of source) {
			// Only now is it certain that it was the sorting which the service refused.
			if (isFirst) options.onSortRefused?.();
			isFirst = false;
			const records = page.records.slice(0, wanted);
			wanted -= records.length;
			if (records.length > 0) yield { records, nextCursor: null };
			if (wanted <= 0) return;
		}
	}
}
