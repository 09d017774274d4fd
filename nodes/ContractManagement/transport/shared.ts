import type { Connection } from './connection';

const EXPIRY_MS = 120_000;
const MAX_ENTRIES = 1_000;

interface Entry {
	value: Promise<unknown>;
	expiresAt: number;
}

const entries = new Map<string, Entry>();

/**
 * Reads something that many items of one execution need (a creation form, a custom object) once.
 * A failed read is forgotten, so that the next item tries again; entries expire, and their number is bounded.
 */
export async function shared<T>(
	connection: Connection,
	key: string,
	read: () => Promise<T>,
): Promise<T> {
	const scoped = `${connection.lane}\n${connection.baseUrl}\n${key}`;
	const known = entries.get(scoped);
	if (known && known.expiresAt > Date.now()) return (await known.value) as T;

	forgetExpired();
	const value = read();
	entries.set(scoped, { value, expiresAt: Date.now() + EXPIRY_MS });
	value.catch(() => {
		if (entries.get(scoped)?.value === value) entries.delete(scoped);
	});
	return await value;
}

/** How many reads are remembered, for tests of the memory bound. */
export function sharedCount(): number {
	return entries.size;
}

function forgetExpired(): void {
	const now = Date.now();
	for (const [key, { expiresAt }] of entries) {
		if (expiresAt <= now || entries.size >= MAX_ENTRIES) entries.delete(key);
	}
}
