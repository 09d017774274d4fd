import type { Connection } from './connection';
import { copyOf } from './errors/requestError';
import { keptIn, Memory } from './memory';

/** What nobody used for so long is read anew. In milliseconds. */
const EXPIRY_MS = 120_000;

const MAX_ENTRIES = 1_000;

/** A record that was read or written meanwhile. */
export interface Change {
	/** Undefined of one that was created, and that the service did not show. */
	id: string | undefined;
	/** As the service shows it; undefined where nobody knows what it is like now. */
	record: { id: string } | undefined;
}

/** What a shared read is made of: once something of it is written, it is read again, unless it can learn of that. */
interface Source<T> {
	/** `/counterparties` */
	collection: string;
	/** False where the change cannot be learned. */
	learn: (value: T, change: Change) => boolean;
}

interface Entry {
	value: Promise<unknown>;
	source?: Source<unknown>;
	run?: string;
}

/** What an execution has read ends with it, be it 20,000 counterparties. */
export const entriesOf = keptIn(
	new WeakMap<object, Memory<Entry>>(),
	() => new Memory(EXPIRY_MS, MAX_ENTRIES),
);

/**
 * Reads something that many items of one execution need (a creation form, a custom object) once per execution and API
 * key. A failed read is forgotten, so that the next item tries again; entries expire, and their number is bounded.
 * @param run which run of a node asks: another one reads again, given what was read before, and takes its place
 * @throws a copy of the failure for each, as every item writes into its error what it was about
 */
export async function shared<T>(
	{ execution, account }: Connection,
	key: string,
	read: (before?: T) => Promise<T>,
	source?: Source<T>,
	run?: string,
): Promise<T> {
	const entries = entriesOf(execution);
	const scoped = `${account}\n${key}`;
	const last = entries.get(scoped) as { value: Promise<T>; run?: string } | undefined;
	const known = last?.run === run ? last?.value : undefined;
	const value = known ?? (last ? last.value.then(read, () => read()) : read());
	if (!known) value.catch(() => entries.delete(scoped));
	// Anew, as it was used now.
	entries.set(scoped, { value, source: source as Source<unknown> | undefined, run });
	try {
		return await value;
	} catch (error) {
		throw copyOf(error as Error);
	}
}

/** Tells what was read of the collection of a change, or forgets it. */
export function changed(
	{ execution, account }: Pick<Connection, 'account' | 'execution'>,
	collection: string,
	change: Change,
): void {
	const entries = entriesOf(execution);
	for (const [key, { value, source }] of entries) {
		if (source?.collection !== collection || !key.startsWith(`${account}\n`)) continue;
		const forget = () => entries.delete(key);
		value.then((read) => source.learn(read, change) || forget(), forget);
	}
}
