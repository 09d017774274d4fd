import type { Connection } from './connection';
import { copyOf } from './errors';

/** What nobody used for so long is read anew. In milliseconds. */
const EXPIRY_MS = 120_000;

/** For each execution. */
const MAX_ENTRIES = 1_000;

interface Entry {
	value: Promise<unknown>;
	expiresAt: number;
}

type Entries = Map<string, Entry>;

/** Weak, so that what an execution has read ends with it, be it 20,000 counterparties. */
const executions = new WeakMap<object, Entries>();

/**
 * Reads something that many items of one execution need (a creation form, a custom object) once per execution and API
 * key. A failed read is forgotten, so that the next item tries again; entries expire, and their number is bounded.
 *
 * @throws a copy of the failure for each, as every item writes into its error what it was about
 */
export async function shared<T>(
	{ execution, account }: Connection,
	key: string,
	read: () => Promise<T>,
): Promise<T> {
	const entries = executions.get(execution) ?? new Map<string, Entry>();
	executions.set(execution, entries);
	const scoped = `${account}\n${key}`;
	forgetExpired(entries);
	const value = entries.get(scoped)?.value ?? forgettingFailure(entries, scoped, read());
	remember(entries, scoped, value);
	try {
		return (await value) as T;
	} catch (error) {
		throw copyOf(error as Error);
	}
}

/** What was read under the key, or is being read; undefined where it was not, or failed. Does not keep it any longer. */
export async function readBefore<T>(
	{ execution, account }: Connection,
	key: string,
): Promise<T | undefined> {
	const entry = executions.get(execution)?.get(`${account}\n${key}`);
	const [read] = await Promise.allSettled([entry?.value]);
	return read.status === 'fulfilled' ? (read.value as T | undefined) : undefined;
}

/** How many reads of the execution are remembered, for tests of the memory bound. */
export function sharedCount({ execution }: Connection): number {
	return executions.get(execution)?.size ?? 0;
}

function forgettingFailure<T>(entries: Entries, scoped: string, value: Promise<T>): Promise<T> {
	value.catch(() => entries.delete(scoped));
	return value;
}

// At the end of the map, whose beginning is what was not used for longest.
function remember(entries: Entries, scoped: string, value: Promise<unknown>): void {
	entries.delete(scoped);
	entries.set(scoped, { value, expiresAt: performance.now() + EXPIRY_MS });
}

function forgetExpired(entries: Entries): void {
	const now = performance.now();
	for (const [key, { expiresAt }] of entries) {
		if (expiresAt > now && entries.size < MAX_ENTRIES) return;
		entries.delete(key);
	}
}
