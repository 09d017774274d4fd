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
import { take } from './lists/paginate';
import { keptIn } from './memory';
import { shared, type Change } from './oncePerExecution';

export const LIST: ApiRequest = { method: 'GET', path: '/counterparties' };

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
	const read = async (before?: Known): Promise<Known> => {
		if (before) return await lookedAgain(connection, before);
		const began = performance.now();
		const whole = { pageSize: SMALL_PAGE_SIZE, limit: Infinity };
		const all = await take(counterpartyPages(connection, LIST, whole, (found) => found));
		const records = new Map(all.map((each) => [uuidOf(each.id), each]));
		const newest = newestBefore(all, performance.now() - began);
		return { records, indexes: new Map(), stale: new Set(), newest };
	};
	const source = { collection: LIST.path, learn };
	const known = await shared(connection, 'all counterparties', read, source, run());
	await readStale(connection, known);
	return known;
}

// Only what changed, and not what was written meanwhile: a loop may have thousands of runs.
async function lookedAgain(connection: Connection, known: Known): Promise<Known> {
	const options = { pageSize: SMALL_PAGE_SIZE, keep: keepNewest(known.records), isLook: true };
	known.newest = await rereadChanges(connection, LIST, known.newest, options);
	known.indexes.clear();
	return known;
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
