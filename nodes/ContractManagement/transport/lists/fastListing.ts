import { millisOf } from '../../api/instants';
import { CONTRACT_STATUSES } from '../../api/limits';
import { withSignal, type Connection } from '../connection';
import type { ApiRequest } from '../exchange';
import { keepNewest, newestChanges, rereadChanges, type Dated } from './changes';
import { compareBy } from './order';
import { pages } from './paginate';

type Listed = Dated & { createdAt?: string };

const ORDER = '-createdAt,id';

/**
 * All contracts, faster than by the one cursor chain of the API, newest first by `createdAt`:
 *
 * 1. It is split by status; the parts are read at the same time, from both ends.
 * 2. A contract that changes its status meanwhile may enter another part unseen. So what changed since the start is read
 *    again, newest first, until a pass was undisturbed (`changes.ts`).
 * @param list the request without `status` and `sort`
 * @param options the wanted statuses; none means all
 * @throws NodeApiError when a request fails, or the newest changes do not come first
 */
export async function fastListing<T extends Listed & { status?: string }>(
	connection: Connection,
	list: ApiRequest,
	{ statuses, pageSize }: { statuses: string[]; pageSize: number },
): Promise<T[]> {
	const wanted = new Set<string>(statuses.length > 0 ? statuses : CONTRACT_STATUSES);
	const parts = [...wanted].map((status) => ({ ...list, qs: { ...list.qs, status } }));
	const records = await fromAllEnds<T>(connection, list, { parts, pageSize });
	return records.filter(({ status }) => status === undefined || wanted.has(status));
}

/**
 * All records of a list, whose parts are read at the same time, each from both ends, newest first by `createdAt`; exact
 * although records change meanwhile.
 * @throws NodeApiError when a request fails, or the newest changes do not come first
 */
export async function fromAllEnds<T extends Listed>(
	connection: Connection,
	list: ApiRequest,
	{ parts, pageSize }: { parts: ApiRequest[]; pageSize: number },
): Promise<T[]> {
	const records = new Map<string, T>();
	const options = { pageSize, keep: keepNewest(records) };
	const stop = new AbortController();
	const own = withSignal(connection, stop.signal);
	try {
		const start = await newestChanges<T>(own, list, pageSize);
		await Promise.all(parts.map((part) => fromBothEnds(own, part, options)));
		await rereadChanges(own, list, start, options);
	} finally {
		stop.abort();
	}
	return [...records.values()].sort(compareBy<T>(ORDER));
}

/**
 * Reads a list, declared without `sort`, from its oldest and from its newest record until both meet: the API's one cursor
 * chain in half the time. Where the service does not sort by `createdAt`, one end reads everything. `keep` gets every
 * record, those where the ends meet twice.
 */
export async function fromBothEnds<T extends Pick<Listed, 'createdAt'>>(
	connection: Connection,
	list: ApiRequest,
	{ pageSize, keep }: { pageSize: number; keep: (record: T) => void },
): Promise<void> {
	const oldest = new End(1);
	const newest = new End(-1);
	let isComplete = false;
	let other: Promise<void> | undefined;
	const readFrom = async (end: End, sort: string) => {
		const sorted = { ...list, qs: { ...list.qs, sort } };
		for await (const { records, nextCursor } of pages<T>(connection, sorted, { pageSize })) {
			records.forEach(keep);
			end.advance(records);
			isComplete ||= nextCursor === null || haveMet(oldest, newest);
			if (isComplete) return;
			other ??= readFrom(newest, '-createdAt,-id').finally(() => (isComplete = true));
			// Its failure is met below; it must not count as unhandled until then.
			other.catch(() => undefined);
		}
	};
	await readFrom(oldest, 'createdAt,id');
	await other;
}

/** How far a list was read from one of its ends, in milliseconds since the epoch. */
class End {
	first = NaN;
	last = NaN;
	/** Whether the records came in order so far, and all had a time. */
	isOrdered = true;

	constructor(private readonly direction: -1 | 1) {}

	advance(records: Array<Pick<Listed, 'createdAt'>>): void {
		for (const { createdAt } of records) {
			const at = millisOf(createdAt);
			if (Number.isNaN(this.first)) this.first = at;
			this.isOrdered &&= !(Number.isNaN(at) || (at - this.last) * this.direction < 0);
			this.last = at;
		}
	}
}

// Strictly beyond each other: records of one moment may come in another order from the other end. And each within what
// the other has covered: a service that ignores the sorting gives the same end twice.
function haveMet(oldest: End, newest: End): boolean {
	return (
		oldest.isOrdered &&
		newest.isOrdered &&
		oldest.first <= newest.last &&
		newest.last < oldest.last &&
		oldest.last <= newest.first
	);
}
