import { firstTimeById } from '../api/identifiers';
import { LARGE_PAGE_SIZE } from '../api/limits';
import type { Page } from '../api/shapes';
import type { Contract } from '../api/types';
import type { Connection } from '../transport/connection';
import type { ApiRequest } from '../transport/exchange';
import { readOne } from '../transport/lists/paginate';

/** How much of the list to read, and from where. */
export interface NewestOptions {
	pages: number;
	cursor?: string;
}

const LIST: ApiRequest = {
	method: 'GET',
	path: '/contracts',
	optionalQs: { sort: '-createdAt,id' },
};

/** A few pages of contracts, newest first; in the service's own order where it does not sort. */
export async function newestContracts(
	connection: Connection,
	{ pages, cursor }: NewestOptions,
): Promise<Page<Contract>> {
	const records: Contract[] = [];
	const isNew = firstTimeById();
	let next = cursor ?? null;
	for (let read = 0; read < pages && (read === 0 || next !== null); read++) {
		const page = await readOne<Contract>(connection, LIST, LARGE_PAGE_SIZE, next, isNew);
		records.push(...page.records);
		next = page.nextCursor;
	}
	return { records, nextCursor: next };
}
