import { compareInstants, instantOf } from '../../api/instants';
import type { Page } from '../../api/shapes';
import { statusOf } from '../../transport/errors';
import type { Reader } from './reader';
import type { PolledRecord } from './scan';
import type { ListOrder } from './state';

/** The top of the list, and what is known now of its order. */
export interface Top<T> {
	page: Page<T>;
	order: ListOrder | undefined;
}

/**
 * Reads the first page. A service that refuses to sort is asked without. Whether it really sorts is told by the other
 * end of the list, as a list in another order can look right at its top.
 */
export async function readTop<T extends PolledRecord>(
	reader: Reader<T>,
	order: ListOrder | undefined,
): Promise<Top<T>> {
	const [sorted] = await Promise.allSettled([reader.page(null, order)]);
	if (sorted.status === 'rejected') {
		if (statusOf(sorted.reason) !== 400 || order === 'refused') throw sorted.reason as Error;
		return { page: await reader.page(null, 'refused'), order: 'refused' };
	}
	const page = sorted.value;
	return { page, order: order ?? (await probed(reader, page)) };
}

// What fits on one page is read as a whole in any order.
async function probed<T extends PolledRecord>(
	reader: Reader<T>,
	{ records, nextCursor }: Page<T>,
): Promise<ListOrder | undefined> {
	if (nextCursor === null) return undefined;
	const instants = records.flatMap(({ updatedAt }) => instantOf(updatedAt) ?? []);
	const oldest = instantOf((await reader.oldest())?.updatedAt);
	if (oldest === undefined || instants.every((instant) => instant === oldest)) return undefined;
	return instants.every((instant) => compareInstants(oldest, instant) <= 0) ? 'kept' : 'ignored';
}
