import type { Page } from '../../api/shapes';

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
