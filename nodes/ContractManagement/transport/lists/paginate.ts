import { firstTimeById } from '../../api/identifiers';
import { flawIn } from '../../api/flaws';
import { readPage, type Page } from '../../api/shapes';
import type { Connection } from '../connection';
import { OTHER_SERVICE } from '../errors/addressSentences';
import { unusable } from '../errors/requestError';
import type { ApiRequest } from '../exchange';
import { request } from '../request';

/** Pages in a row without a new record, after which a list counts as one that never ends. */
export const MOST_IDLE_PAGES = 1000;

/** Which pages of a list to read. */
export interface PageOptions {
	/** Records per page: the endpoint's maximum, or less where fewer are wanted; not said when absent. */
	pageSize?: number;
	/** The same once more have to be read than were wanted; `pageSize` when absent. */
	largestPage?: number;
	/** Set by whoever drops records that were read: then more have to be. */
	more?: { isNeeded: boolean };
	/** Tells which records are kept; those whose id the list has not shown yet when absent. */
	isNew?: (record: unknown) => boolean;
	/** Where to start; the first page when absent. */
	cursor?: string;
}

/**
 * The pages of a list, one request each, read only as far as they are asked for.
 * An empty page with a next cursor is not the end; a cursor that comes back is an error, as it would never end.
 * A record that moved to the next page while the list was read comes once.
 * @throws NodeApiError when a request fails, the body is no page, a cursor repeats, nothing new comes any more, or a full page
 * says nothing of what follows (whoever is content with that page is not told)
 */
export async function* pages<T>(
	connection: Connection,
	list: ApiRequest,
	{ pageSize, largestPage = pageSize, more, cursor, isNew = firstTimeById() }: PageOptions = {},
): AsyncGenerator<Page<T>, void, undefined> {
	let size = pageSize;
	const seen = new Set<string>(cursor === undefined ? [] : [cursor]);
	let next: string | null = cursor ?? null;
	let idlePages = 0;
	do {
		const page: Shown<T> = await readOne<T>(connection, list, size, next, isNew);
		// A service that told of pages before tells of none at the end.
		const isSilent = page.isSilent && seen.size === 0;
		const isPart = isSilent && Number(page.total) > page.shown;
		const isOpenEnded = isPart || (isSilent && page.shown === size);
		// Whoever does not stop here meets the error.
		yield isOpenEnded ? { ...page, nextCursor: '' } : page;
		const [message, description] = isPart ? CUT_OFF : SILENT;
		if (isOpenEnded) throw unusable(connection, message, description);
		idlePages = page.records.length > 0 ? 0 : idlePages + 1;
		if (idlePages === MOST_IDLE_PAGES) throw unusable(connection, ...NOTHING_NEW);
		if (more?.isNeeded) size = largestPage;
		next = page.nextCursor;
		if (next !== null && seen.size === seen.add(next).size)
			throw unusable(connection, ...REPEATED_CURSOR);
	} while (next !== null);
}

/** A page, and how many records were on it, with those that are not new. */
type Shown<T> = Page<T> & { shown: number };

/** One page, by cursor; the first one for null. A record that is on it twice comes once. @throws NodeApiError */
export async function readOne<T>(
	connection: Connection,
	list: ApiRequest,
	pageSize: number | undefined,
	cursor: string | null,
	isNew: PageOptions['isNew'] = firstTimeById(),
): Promise<Shown<T>> {
	const paging = {
		...(pageSize !== undefined && { limit: pageSize }),
		...(cursor !== null && { after: cursor }),
	};
	const body = await request<unknown>(connection, { ...list, qs: { ...list.qs, ...paging } });
	const page = readPage<T>(body);
	const flaw = page && flawIn(page.records);
	if (!page || flaw !== undefined) {
		const message = `${list.path} did not answer with a list${page ? ' that can be read' : ''}`;
		throw unusable(connection, message, `${flaw || OTHER_SERVICE}.`);
	}
	if (page.isCutOff) throw unusable(connection, ...CUT_OFF);
	if (cursor !== null && page.nextCursor === cursor) throw unusable(connection, ...REPEATED_CURSOR);
	return { ...page, records: page.records.filter(isNew), shown: page.records.length };
}

const REPEATED_CURSOR = [
	'The service returned the same page cursor twice',
	'Set a Limit, or read in steps with One Page.',
] as const;

const SILENT = [
	'The service sent a full page, and does not say whether more follows',
	'The list may not be whole. This is the assumption `pagination` of docs/assumptions.md: npm run probe shows more.',
] as const;

const NOTHING_NEW = [
	`The service returned ${MOST_IDLE_PAGES} pages in a row without a new record`,
	'Set a Limit, or filters.',
] as const;

const CUT_OFF = [
	'The service says that there are more pages, but not where',
	'The list cannot be read to its end. Expected is the cursor of the next page in `pagination` or `links`: the assumption `pagination` of docs/assumptions.md. Set filters.',
] as const;

/** At most `limit` records from the pages. `onMore` is called where it stops reading and there is more, or may be. */
export async function take<T>(
	source: AsyncIterable<Page<T>>,
	limit = Infinity,
	onMore?: () => void,
): Promise<T[]> {
	const taken: T[] = [];
	if (limit <= 0) return taken;
	for await (const { records, nextCursor, hasMore = nextCursor !== null } of source) {
		for (const [i, record] of records.entries()) {
			taken.push(record);
			if (taken.length < limit) continue;
			if (hasMore || i + 1 < records.length) onMore?.();
			return taken;
		}
	}
	return taken;
}

/** A list of at most so many pages is read one after the other: in parallel it would take as many requests and more. */
const SHORT_PAGES = 2;

/**
 * A list that is wanted whole: its first pages, and where there are more all of it as `whole` reads it in parallel, in the
 * same order. For a Limit or a Cursor, the chain of its pages to the end.
 * @param shows whether the first page shows what the list is sorted by; else it is the chain, too
 */
export async function* wholeOrChain<T>(
	chain: AsyncGenerator<Page<T>, void, undefined>,
	{ limit, cursor }: { limit: number; cursor?: string },
	whole: () => Promise<T[]>,
	shows: (first: T[]) => boolean = () => true,
): AsyncGenerator<Page<T>, void, undefined> {
	if (limit !== Infinity || cursor) return yield* chain;
	const first: Array<Page<T>> = [];
	for await (const page of chain) {
		const isLong = first.push(page) >= SHORT_PAGES && page.nextCursor !== null;
		if (isLong && shows(first[0].records))
			return yield { records: await whole(), nextCursor: null };
	}
	yield* first;
}
