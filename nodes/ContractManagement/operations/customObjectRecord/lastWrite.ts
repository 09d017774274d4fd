import { recordPathOf } from '../../api/effects';
import { uuidOf } from '../../api/identifiers';
import type { ContractRecord } from '../../api/types';
import type { Connection } from '../../transport/connection';
import { readRecords } from '../../transport/customObjects';
import { Memory } from '../../transport/memory';
import { LAG_MS, readUntil } from '../../transport/readAfterWrite';
import { areBehind, byId, printOf, type TableWrite } from './tableWrite';

/** A table of a contract, as a path below the base URL. */
export type TablePath = string;

/** Of this process, by API key and table. */
const lastWrites = new Memory<TableWrite>(LAG_MS, 500);

/**
 * Reads the rows of a table, again while they are behind what this process wrote last: they are sent along with the next
 * request, which would undo it.
 */
export async function readRows(connection: Connection, path: TablePath): Promise<ContractRecord[]> {
	const key = keyOf(connection, path);
	const last = lastWrites.get(key);
	const read = async () => await readRecords(connection, path);
	const rows = await readUntil(connection, read, (each) => !areBehind(each, last));
	// It was not the service: somebody has undone it.
	if (areBehind(rows, last)) lastWrites.delete(key);
	return rows;
}

/** Notes a write that the service does not show yet. */
export function noteUnshown(connection: Connection, path: TablePath, write: TableWrite): void {
	lastWrites.set(keyOf(connection, path), write);
}

/**
 * Notes a write by what it made of the rows. What earlier writes did is still expected.
 *
 * @param held the rows before it
 * @param shown the rows after it
 * @param written those of them that it wrote
 */
export function noteShown(
	connection: Connection,
	path: TablePath,
	{
		held = [],
		shown,
		written,
	}: { held?: ContractRecord[]; shown: ContractRecord[]; written: ContractRecord[] },
): void {
	const key = keyOf(connection, path);
	const [earlier, now] = [byId(held), byId(shown)];
	const isAsBefore = (id: string, print: string | undefined) =>
		print !== undefined && printOf(now.get(id)) === print;
	const before = new Map(
		[...(lastWrites.get(key)?.before ?? [])].filter(
			// Of what was removed, or is as it was before, nothing is expected.
			([id, print]) => now.has(id) && !isAsBefore(id, print),
		),
	);
	for (const { id: given } of written) {
		const id = uuidOf(given);
		const print = printOf(earlier.get(id));
		if (!isAsBefore(id, print)) before.set(id, print);
	}
	lastWrites.set(key, { before });
}

function keyOf({ account }: Connection, path: TablePath): string {
	return `${account}\n${recordPathOf({ path })}`;
}
