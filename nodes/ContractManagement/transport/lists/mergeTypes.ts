import { firstTime, firstTimeById } from '../../api/identifiers';
import type { Page } from '../../api/shapes';
import { withSignal, type Connection } from '../connection';
import { REFUSED_INPUT, unlessRefused } from '../errors/requestError';
import type { ApiRequest } from '../exchange';
import { Chain } from './chain';
import { compareBy, withTieBreak, type Comparison } from './order';
import { pages, take, type PageOptions } from './paginate';
import { readAhead } from './readAhead';

/** Which contract types to list, and how. */
export interface MergeOptions extends Pick<PageOptions, 'largestPage' | 'more'> {
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
	/** Called when the service refuses to sort. */
	onSortRefused?: () => void;
}

type Pages<T> = AsyncGenerator<Page<T>, void, undefined>;

/** Return All reads on while another chain is awaited; no more pages of one chain than these wait in memory. */
const PAGES_AHEAD = 100;

/**
 * Several contract types as one list: one cursor chain per type, as the API takes one type per request, merged lazily
 * in the order of `sort` and without duplicates. With a limit a page is read only when the next record cannot be
 * known without it, or when half of the page before it was used.
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
		const chains = typeLists<T>(own, sorted, options).map((source) => new Chain(source));
		const firstPages = Promise.all(chains.map(async (chain) => await chain.fill()));
		const { refusal } = await unlessRefused(firstPages, REFUSED_INPUT);
		yield* refusal ? unsorted<T>(own, list, options) : merge(chains, compareBy<T>(sort), options);
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
		return limit === Infinity ? readAhead(chain, PAGES_AHEAD) : chain;
	});
}

async function* merge<T>(
	chains: Array<Chain<T>>,
	compare: Comparison<T>,
	{ limit, pageSize }: MergeOptions,
): Pages<T> {
	// In the order of their heads, but that the first one may need a page to know its head.
	const line = chains.filter(({ left }) => left > 0).sort((a, b) => compare(a.head, b.head));
	let wanted = limit;
	while (wanted > 0 && line.length > 0) {
		for (const chain of line) if (chain.left < wanted) chain.lookAhead();
		await line[0].fill();
		placeFirst(line, compare);
		const records: T[] = [];
		while (records.length < Math.min(wanted, pageSize) && line[0]?.left > 0) {
			records.push(line[0].take());
			if (line[0].left > 0) placeFirst(line, compare);
		}
		wanted -= records.length;
		yield { records, nextCursor: null, hasMore: line.some(({ left }) => left > 0) };
	}
}

/** Moves the first one of the line to where its head belongs; out, when it is at its end. */
function placeFirst<T>(line: Array<Chain<T>>, compare: Comparison<T>): void {
	const chain = line.shift() as Chain<T>;
	if (chain.left === 0) return;
	let low = 0;
	let high = line.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (compare(line[middle].head, chain.head) < 0) low = middle + 1;
		else high = middle;
	}
	line.splice(low, 0, chain);
}

/** Type after type, as they come; all of them at once where they are to be sorted. */
async function* unsorted<T extends object>(
	connection: Connection,
	list: ApiRequest,
	options: MergeOptions,
): Pages<T> {
	const { sort, limit, pageSize, largestPage = pageSize } = options;
	if (sort === '') return yield* concatenated<T>(connection, list, options);
	const all = { ...options, limit: Infinity, pageSize: largestPage };
	const records = await take(concatenated<T>(connection, list, all));
	records.sort(compareBy(withTieBreak(sort)));
	yield { records: records.slice(0, limit), nextCursor: null, hasMore: records.length > limit };
}

async function* concatenated<T>(connection: Connection, list: ApiRequest, options: MergeOptions) {
	let wanted = options.limit;
	// Only the first page makes certain that it was the sorting which the service refused.
	let onFirstPage = options.onSortRefused;
	for (const source of typeLists<T>(connection, list, options)) {
		for await (const { records } of source) {
			onFirstPage?.();
			onFirstPage = undefined;
			yield { records: records.slice(0, wanted), nextCursor: null };
			wanted -= records.length;
			if (wanted <= 0) return;
		}
	}
}
