import { firstTime, firstTimeById } from '../../api/identifiers';
import type { Page } from '../../api/shapes';
import { withSignal, type Connection } from '../connection';
import type { ApiRequest } from '../exchange';
import { compareBy, withTieBreak } from './order';
import { pages, take, type PageOptions } from './paginate';

/** Which contract types to list, and how. */
export interface MergeOptions<T> extends Pick<PageOptions, 'largestPage' | 'more' | 'pageSize'> {
	typeIds: string[];
	/** `sort` parameter, for example `-updatedAt`; `id` is added as tie-break. */
	sort: string;
	/** How many records are wanted; Infinity for Return All. */
	limit: number;
	accepts?: (record: T) => boolean;
}

/**
 * Several contract types as one list: the API takes one type per request, so they are read at the same time, each as far
 * as all of them are wanted, and merged in the order of `sort`, without duplicates.
 * @throws NodeApiError when a request fails
 */
export async function* mergeTypes<T extends object>(
	connection: Connection,
	list: ApiRequest,
	{ typeIds, limit, accepts = () => true, ...options }: MergeOptions<T>,
): AsyncGenerator<Page<T>, void, undefined> {
	const stop = new AbortController();
	const own = withSignal(connection, stop.signal);
	const sort = withTieBreak(options.sort);
	let hasMore = false;
	try {
		const lists = typeIds.filter(firstTime()).map(async (contractTypeId) => {
			const ofType = { ...list, qs: { ...list.qs, sort, contractTypeId } };
			const source = accepted(pages<T>(own, ofType, options), accepts, options.more);
			return await take(source, limit, () => (hasMore = true));
		});
		const records = (await Promise.all(lists)).flat().sort(compareBy<T>(sort));
		yield { records: records.filter(firstTimeById()), nextCursor: null, hasMore };
	} finally {
		stop.abort();
	}
}

async function* accepted<T>(
	source: AsyncIterable<Page<T>>,
	accepts: (record: T) => boolean,
	more: PageOptions['more'],
): AsyncGenerator<Page<T>> {
	for await (const page of source) {
		const records = page.records.filter(accepts);
		// Where records drop out, many more may have to be read.
		if (more && records.length < page.records.length) more.isNeeded = true;
		yield { ...page, records };
	}
}
