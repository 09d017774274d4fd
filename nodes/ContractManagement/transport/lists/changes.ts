import { uuidOf } from '../../api/identifiers';
import { millisOf } from '../../api/instants';
import type { Page } from '../../api/shapes';
import type { Connection } from '../connection';
import { misfit } from '../errors/misfit';
import { unusable } from '../errors/requestError';
import type { ApiRequest } from '../exchange';
import { compareBy } from './order';
import { pages, readOne } from './paginate';

/** A record that says when it changed last, by the service's clock. */
export interface Dated {
	id: string;
	updatedAt: string;
}

/** Changes that the service stored out of order, or showed late, lie this far back at the most. In milliseconds. */
const TOLERANCE_MS = 5_000;

/** Each pass covers what changed during the one before, so they shrink quickly; this bounds a very busy service. */
const MAX_PASSES = 20;

/** What changed last, where a later `rereadChanges` has to stop. @throws NodeApiError where the list is in another order */
export async function newestChanges<T extends Dated>(
	connection: Connection,
	list: ApiRequest,
	pageSize: number,
): Promise<Page<T>> {
	const page = await readOne<T>(connection, newestFirst(list), pageSize, null);
	if (isOrdered(page)) return page;
	const message = `${list.path} is not sorted as it was asked for`;
	if (list.path !== '/contracts')
		throw unusable(connection, message, 'The specification has the service sort it.');
	const came = 'another order than that of -updatedAt';
	throw misfit(connection, { entry: 'contract-list-sort', came }, message);
}

/**
 * Hands over every record that changed since `start` was read, some of them more than once. A record that changes
 * during a pass jumps over the pages that are still to be read, so passes follow each other until one was undisturbed.
 * Answers where a later call has to stop.
 * @param options.isLook one pass, which ends at once where nothing changed: the next look shows what changes meanwhile
 */
export async function rereadChanges<T extends Dated>(
	connection: Connection,
	list: ApiRequest,
	start: Page<T>,
	{ pageSize, keep, isLook }: { pageSize: number; keep: (record: T) => void; isLook?: boolean },
): Promise<Page<T>> {
	let before = start;
	for (let pass = 1; pass <= MAX_PASSES; pass++) {
		const [newest] = before.records;
		const since = newest ? millisOf(newest.updatedAt) - TOLERANCE_MS : -Infinity;
		let top: Page<T> | undefined;
		let isWithinOnePage = true;
		for await (const page of pages<T>(connection, newestFirst(list), { pageSize })) {
			page.records.forEach(keep);
			if (top !== undefined) isWithinOnePage = false;
			else if ((pass > 1 || isLook) && isSame(page, before)) return before;
			top ??= page;
			if (reaches(page, since)) break;
		}
		before = top as Page<T>;
		if (isWithinOnePage || isLook) return before;
	}
	return before;
}

function newestFirst(list: ApiRequest): ApiRequest {
	return { ...list, qs: { ...list.qs, sort: '-updatedAt,id' } };
}

const byChange = compareBy<Dated>('-updatedAt');

/** Keeps the newest version of each record, by `uuidOf` its id. */
export function keepNewest<T extends Dated>(records: Map<string, T>): (record: T) => void {
	return (record) => {
		const id = uuidOf(record.id);
		const known = records.get(id);
		if (known === undefined || byChange(record, known) <= 0) records.set(id, record);
	};
}

function isOrdered({ records }: Page<Dated>): boolean {
	return records.every(
		(one, i) =>
			Number.isFinite(millisOf(one.updatedAt)) && (i === 0 || byChange(records[i - 1], one) <= 0),
	);
}

/** Whether all that follows this page is older. */
function reaches(page: Page<Dated>, since: number): boolean {
	const oldest = page.records.at(-1);
	return oldest !== undefined && isOrdered(page) && millisOf(oldest.updatedAt) < since;
}

function isSame(a: Page<Dated>, b: Page<Dated>): boolean {
	const versions = ({ records }: Page<Dated>) =>
		records.map(({ id, updatedAt }) => `${id} ${updatedAt}`).join('\n');
	return versions(a) === versions(b);
}
