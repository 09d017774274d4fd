import { recordPathOf } from '../../api/effects';
import { uuidOf } from '../../api/identifiers';
import { isBlank } from '../../api/options';
import { digestOf } from '../../api/print';
import type { ContractRecord } from '../../api/types';
import type { Connection } from '../../transport/connection';
import { readRecords } from '../../transport/customObjects';
import { Memory } from '../../transport/memory';
import { LAG_MS, readUntil, type readShown } from '../../transport/readAfterWrite';
import { byId, type Rows } from './columns';

/** What a table was like before it was written: rows that are still like that are read from a service that is behind. */
export interface TableWrite {
	/** Prints of the rows that were changed, by id; undefined of those that were created. */
	before: Map<string, string | undefined>;
	/** Of one request that nothing shows yet: the ids of all rows that were there before. */
	others?: ReadonlySet<string>;
}

/** One of the versions that a row has had. */
type Version = [id: string, print: string | undefined];

/** A table of a contract: its path below the base URL, and what it is reached by. */
export interface TableAddress {
	connection: Connection;
	path: string;
}

/** Of this process, by API key and table. */
const lastWrites = new Memory<TableWrite>(LAG_MS, 500);

/**
 * Reads the rows of a table, again while they are behind what this process wrote last: they are sent along with the next
 * request, which would undo it.
 */
export async function readRows(table: TableAddress): Promise<ContractRecord[]> {
	const { rows, isBehind } = await readAfter(table);
	// It was not the service: somebody has undone it.
	if (isBehind) lastWrites.delete(keyOf(table));
	return rows;
}

/** The same after a write, in one of two ways to wait for it; and whether the rows are behind it to the end. */
export async function readAfter(
	table: TableAddress,
	last = lastWrites.get(keyOf(table)),
	wait: typeof readShown = readUntil,
) {
	const read = async () => await readRecords(table.connection, table.path);
	const rows = await wait(table.connection, read, (each) => !areBehind(each, last));
	return { rows, isBehind: areBehind(rows, last) };
}

/** Whether rows are those of before the write, all or some of them. */
function areBehind(rows: ContractRecord[], last: TableWrite | undefined): boolean {
	if (!last) return false;
	const shown = byId(rows);
	const { before, others } = last;
	const isOld = (version: Version) => isAsBefore(shown, version);
	if (!others) return [...before].some(isOld);
	// A request shows as a whole: what else is as before, the service has stored as it was.
	return [...before].every(isOld) && [...shown.keys()].every((id) => others.has(id));
}

/** Notes a write that the service does not show yet. */
export function noteUnshown(table: TableAddress, write: TableWrite): void {
	lastWrites.set(keyOf(table), write);
}

/**
 * Notes a write by what it made of the rows. What earlier writes did is still expected.
 *
 * @param written those of the rows after it that it wrote
 */
export function noteShown(
	table: TableAddress,
	{ earlier, shown }: { earlier: Rows; shown: Rows },
	written: Iterable<ContractRecord>,
): void {
	const noted = lastWrites.get(keyOf(table))?.before ?? [];
	const own = Array.from(written, ({ id }) => versionOf(earlier, uuidOf(id)));
	// Of what was removed, or is as it was before, nothing is expected.
	const isExpected = (version: Version) => shown.has(version[0]) && !isAsBefore(shown, version);
	lastWrites.set(keyOf(table), { before: new Map([...noted, ...own].filter(isExpected)) });
}

/** The row of the id as it is; its print is undefined where there is none. */
export function versionOf(rows: Rows, id: string): Version {
	const row = rows.get(id);
	return [id, row && printOf(row)];
}

function isAsBefore(rows: Rows, [id, print]: Version): boolean {
	const row = rows.get(id);
	return print === undefined ? !row : row !== undefined && printOf(row) === print;
}

function printOf({ fromCatalogRecordId, fields }: ContractRecord): string {
	const held = fields.filter(({ rawValue }) => !isBlank(rawValue));
	const values = held.map(({ smartFieldId, rawValue }) => JSON.stringify([smartFieldId, rawValue]));
	return digestOf([fromCatalogRecordId, ...values.toSorted()].join('\n'));
}

function keyOf({ connection, path }: TableAddress): string {
	return `${connection.account}\n${recordPathOf({ path })}`;
}
