import { uuidOf } from '../api/identifiers';
import { SMALL_PAGE_SIZE } from '../api/limits';
import { comparableName } from '../api/names';
import type { Page } from '../api/shapes';
import type { Counterparty } from '../api/types';
import { mapConcurrently } from './concurrent';
import type { Connection } from './connection';
import { counterpartyById } from './counterparty';
import type { ApiRequest } from './exchange';
import { keepNewest, newestChanges, rereadChanges } from './lists/changes';
import { pages, take } from './lists/paginate';
import { keptIn } from './memory';
import { shared, type Change } from './oncePerExecution';

const LIST: ApiRequest = { method: 'GET', path: '/counterparties' };

/** Names the list of all counterparties among what items of an execution share. */
const ALL = 'all counterparties';

const CONCURRENT_READS = 8;

/** All counterparties, as they were when somebody looked last; each is replaced, as items that were emitted hold it. */
interface Known {
	/** By `uuidOf` their ids. */
	records: Map<string, Counterparty>;
	/** For each way that counterparties are looked for. */
	indexes: Map<string, Index>;
	/** Ids of those that may have other texts by now than the indexes know. */
	changed: Set<string>;
	/** Ids of those that were written since, and that the service did not show. */
	stale: Set<string>;
	/** What had changed last by then; undefined before the list was read again, or where it cannot be known. */
	newest?: Page<Counterparty>;
	/** The run of a node that looked last. */
	run: string;
}

/** Ids by all texts that counterparties were to be looked for by: some may have others by now. */
interface Index extends Pick<Wanted, 'textsOf'> {
	ids: Map<string, Set<string>>;
}

/** The text that counterparties are looked for by, and the way to do so: its name, and the texts of each. */
interface Wanted {
	by: string;
	textsOf: (counterparty: Counterparty) => string[];
	text: string;
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
	{ by, textsOf, text }: Wanted,
): Promise<Counterparty[]> {
	const here = run();
	const read = async (): Promise<Known> => {
		const records = (await readAll(connection)).map((each) => [uuidOf(each.id), each] as const);
		const none = { indexes: new Map(), changed: new Set<string>(), stale: new Set<string>() };
		return { ...none, records: new Map(records), run: here };
	};
	const known = await shared(connection, ALL, read, { collection: LIST.path, learn });
	if (known.run !== here) {
		await shared(connection, `${ALL} in ${here}`, async () => await lookAgain(connection, known));
		known.run = here;
		known.indexes.clear();
		known.changed.clear();
	}
	await readStale(connection, known);
	const { changed, indexes, records } = known;
	const { ids } = keptIn(indexes, () => extended({ textsOf, ids: new Map() }, records))(by);
	for (const index of indexes.values()) extended(index, records, changed);
	changed.clear();
	const wanted = comparableName(text);
	const found = [...(ids.get(wanted) ?? [])].flatMap((id) => records.get(id) ?? []);
	return found.filter((each) => textsOf(each).map(comparableName).includes(wanted));
}

// Each once for all items: while each of thousands looks at all counterparties, n8n does nothing else.
function extended(
	index: Index,
	records: Known['records'],
	keys: Iterable<string> = records.keys(),
): Index {
	const idsOf = keptIn(index.ids, () => new Set<string>());
	for (const key of keys) {
		const record = records.get(key);
		if (record) for (const text of index.textsOf(record)) idsOf(comparableName(text)).add(key);
	}
	return index;
}

async function readAll(connection: Connection): Promise<Counterparty[]> {
	return await take(pages<Counterparty>(connection, LIST, { pageSize: SMALL_PAGE_SIZE }));
}

function learn({ records, changed, stale }: Known, { id, record }: Change): boolean {
	if (id === undefined) return false;
	const key = uuidOf(id);
	changed.add(key);
	if (!record) stale.add(key);
	else {
		stale.delete(key);
		records.set(key, { ...records.get(key), ...(record as Counterparty) });
	}
	return true;
}

// What is read is learned like any other reading.
async function readStale(
	connection: Connection,
	{ changed, records, stale }: Known,
): Promise<void> {
	await mapConcurrently([...stale], CONCURRENT_READS, async (key) => {
		const record = await counterpartyById(connection, records.get(key)?.id ?? key);
		stale.delete(key);
		changed.add(key);
		if (record) records.set(key, record);
		else records.delete(key);
	});
}

// All of it the first time, from then on only what changed: a loop may have thousands of runs.
async function lookAgain(connection: Connection, known: Known): Promise<void> {
	// What was written meanwhile is newer than what the list shows.
	const keep = keepNewest(known.records);
	if (known.newest === undefined) {
		// First, so that what changes while the list is read counts as a change since.
		known.newest = await newestChanges<Counterparty>(connection, LIST, SMALL_PAGE_SIZE);
		(await readAll(connection)).forEach(keep);
		return;
	}
	const options = { pageSize: SMALL_PAGE_SIZE, keep };
	known.newest = await rereadChanges(connection, LIST, known.newest, options);
}
