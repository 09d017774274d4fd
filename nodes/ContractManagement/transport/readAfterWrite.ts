import { uuidOf } from '../api/identifiers';
import { compareInstants, instantOf } from '../api/instants';
import { rest } from './canceled';
import type { Connection } from './connection';
import { keptIn, Memory } from './memory';

/** Waits between the reads of what was just written, in milliseconds. */
export const READ_AGAIN = { delaysMs: [200, 800, 2_000] };

/** For so long after a write a service's reads may be behind it. In milliseconds. */
export const LAG_MS = 60_000;

/** Where reads were behind to the end once, the others of the execution are taken as they are. */
const inVain = new WeakSet<object>();

/**
 * Records as answers to changes showed them, by API key and path: as text, so that nobody changes them. Of one execution
 * only: the next one may find a service that was set back.
 */
const writtenIn = keptIn(new WeakMap<object, Memory<string>>(), () => new Memory(LAG_MS, 500));

/**
 * Reads what was just written, and again while the service shows what was there before: four times in three seconds. Then
 * it is taken as it is.
 *
 * @throws what `read` throws, and `canceledError` when the execution is stopped
 */
export async function readUntil<T>(
	connection: Pick<Connection, 'context' | 'signal'>,
	read: () => Promise<T>,
	isShown: (value: T) => boolean,
): Promise<T> {
	let value = await read();
	for (const delay of READ_AGAIN.delaysMs) {
		if (isShown(value)) break;
		await rest(connection, delay);
		value = await read();
	}
	return value;
}

/** The same where nothing is lost by what is behind: an execution waits in vain once, not for each of its items. */
export async function readShown<T>(
	connection: Pick<Connection, 'context' | 'execution' | 'signal'>,
	read: () => Promise<T>,
	isShown: (value: T) => boolean,
): Promise<T> {
	const { execution } = connection;
	const value = await readUntil(connection, read, (each) => inVain.has(execution) || isShown(each));
	if (!isShown(value)) inVain.add(execution);
	return value;
}

type Reader = Pick<Connection, 'account' | 'execution'>;

/** Notes the record as it is after a change, for reads that are behind; if unshown, also while its version is shown. */
export function noteWritten(reader: Reader, path: string, record: object, isUnshown = false): void {
	if (!versionOf(record)) return;
	writtenIn(reader.execution).set(keyOf(reader, path), JSON.stringify([record, isUnshown]));
}

/** What was read, or the record as the last change of this execution left it where that is later. */
export function newest<T extends object>(reader: Reader, path: string, read: T): T {
	const [known, isUnshown] = JSON.parse(
		writtenIn(reader.execution).get(keyOf(reader, path)) ?? '[{}]',
	) as [T, boolean?];
	const [version, shown] = [known, read].map(versionOf);
	if (!version || !shown) return read;
	if (isUnshown && version === shown) return known;
	// A time in whole seconds may be of any moment within that second.
	return compareInstants(version, shown.replace('.000Z', '.999Z')) > 0 ? known : read;
}

// An id may be written otherwise by who reads.
function keyOf({ account }: Reader, path: string): string {
	return `${account}\n${path.split('/').map(uuidOf).join('/')}`;
}

/** Whether both say when they changed last, and say the same. */
export function isSameVersion(a: object | undefined, b: object | undefined): boolean {
	const version = versionOf(a);
	return version !== undefined && version === versionOf(b);
}

function versionOf(record: { updatedAt?: unknown } = {}): string | undefined {
	return instantOf(record.updatedAt);
}
