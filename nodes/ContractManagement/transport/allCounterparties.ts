import { uuidOf } from '../api/identifiers';
import { earlierBy, instantOf, later } from '../api/instants';
import { SMALL_PAGE_SIZE } from '../api/limits';
import type { Page } from '../api/shapes';
import type { Counterparty } from '../api/types';
import { mapConcurrently } from './concurrent';
import type { Connection } from './connection';
import { counterpartyById, counterpartyPages } from './counterparty';
import type { ApiRequest } from './exchange';
import { keepNewest, rereadChanges } from './lists/changes';
import { pages, take } from './lists/paginate';
import { keptIn } from './memory';
import { shared, type Change } from './oncePerExecution';

export const LIST: ApiRequest = { method: 'GET', path: '/counterparties' };

const ALL = 'all counterparties';

const CONCURRENT_READS = 8;

/** All counterparties, as they were when somebody looked last; each is replaced, as items that were emitted hold it. */
interface Known {
	/** By `uuidOf` their ids. */
	records: Map<string, Counterparty>;
	/** For each way that counterparties are looked for. */
	indexes: Map<string, Index>;
	/** Ids of those that were written since, and that the service did not show. */
	stale: Set<string>;
	/** What had changed last by then. */
	newest: Page<Counterparty>;
	/** The run of a node that looked last. */
	run: string;
}

/** Ids by all keys that counterparties were to be looked for by: some may have others by now. */
interface Index extends Pick<Wanted, 'keysOf'> {
	ids: Map<string, Set<string>>;
}

/** What counterparties are looked for by, and the way to do so: its name, and the keys of each. */
interface Wanted {
	by: string;
	keysOf: (counterparty: Counterparty) => string[];
	key: string;
}

/** The run of the node that asks, so that each run looks once for what others changed since. */
export type Run = () => string;

/**
 * Those of all counterparties that are looked for. The list is read once per execution however many items search it,
 * and what changed since once per run of a node: a value may have moved to another one.
 */
export async function amongAll(
	connection: Connection,
	run: Run,
	{ by, keysOf, key }: Wanted,
): Promise<Counterparty[]> {
	const { indexes, records } = await knownTo(connection, run);
	const { ids } = keptIn(indexes, () => indexOf(records, keysOf))(by);
	const found = [...(ids.get(key) ?? [])].flatMap((id) => records.get(id) ?? []);
	return found.filter((each) => keysOf(each).includes(key));
}

/** All counterparties, as they are for this run of a node. */
export async function knownTo(connection: Connection, run: Run): Promise<Known> {
	const here = run();
	const read = async (): Promise<Known> => {
		const began = performance.now();
		const whole = { pageSize: SMALL_PAGE_SIZE, limit: Infinity };
		const all = await take(counterpartyPages(connection, LIST, whole, (found) => found));
		const records = all.map((each) => [uuidOf(each.id), each] as const);
		const none = { indexes: new Map(), stale: new Set<string>() };
		const newest = newestBefore(all, performance.now() - began);
		return { records: new Map(records), ...none, newest, run: here };
	};
	const known = await shared(connection, ALL, read, { collection: LIST.path, learn });
	if (known.run !== here) {
		// Only what changed, and not what was written meanwhile: a loop may have thousands of runs.
		const options = { pageSize: SMALL_PAGE_SIZE, keep: keepNewest(known.records) };
		const again = async () => await rereadChanges(connection, LIST, known.newest, options);
		known.newest = await shared(connection, `${ALL} in ${here}`, again);
		known.run = here;
		known.indexes.clear();
	}
	await readStale(connection, known);
	return known;
}

/** The pages of a part of the list, as one. */
export async function listed(connection: Connection, qs: ApiRequest['qs']) {
	return await take(
		pages<Counterparty>(connection, { ...LIST, qs }, { pageSize: SMALL_PAGE_SIZE }),
	);
}

// Once for all items: while each of thousands looks at all counterparties, n8n does nothing else.
function indexOf(records: Known['records'], keysOf: Wanted['keysOf']): Index {
	const index: Index = { keysOf, ids: new Map() };
	records.forEach((record, key) => addTo(index, key, record));
	return index;
}

function addTo({ keysOf, ids }: Index, id: string, record: Counterparty): void {
	const idsOf = keptIn(ids, () => new Set<string>());
	for (const key of keysOf(record)) idsOf(key).add(id);
}

function put({ records, indexes }: Known, key: string, record: Counterparty): void {
	records.set(key, record);
	for (const index of indexes.values()) addTo(index, key, record);
}

function learn(known: Known, { id, record }: Change): boolean {
	if (id === undefined) return false;
	const key = uuidOf(id);
	if (!record) known.stale.add(key);
	else {
		known.stale.delete(key);
		put(known, key, { ...known.records.get(key), ...(record as Counterparty) });
	}
	return true;
}

// What is read is learned like any other reading.
async function readStale(connection: Connection, known: Known): Promise<void> {
	const { records, stale } = known;
	await mapConcurrently([...stale], CONCURRENT_READS, async (key) => {
		const record = await counterpartyById(connection, records.get(key)?.id ?? key);
		stale.delete(key);
		if (record) put(known, key, record);
		else records.delete(key);
	});
}

// So that what changed while the list was read counts as a change since.
function newestBefore(all: Counterparty[], ms: number): Page<Counterparty> {
	const last = all.reduce((newest, each) => later(newest, instantOf(each.updatedAt) ?? ''), '');
	const records = last ? [{ ...all[0], updatedAt: earlierBy(last, ms) }] : [];
	return { records, nextCursor: null };
}
