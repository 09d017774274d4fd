import { instantOf, isLater, isWholeSecond } from '../../api/instants';
import { uuidOf } from '../../api/identifiers';
import { printOf } from '../../api/print';
import type { WatchedRecord } from '../shared/records';
import type { Reader } from './reader';

/** What is kept of a record that the list shows: the UUID part of its id, `updatedAt` in the form of `instantOf`, its status, when it was signed. */
export interface Row {
	id: string;
	instant: string;
	status?: string;
	signed?: string;
	/** Of what the list shows, made as its page is read: of all of them at once it would hold n8n up. */
	print: string;
	/** Whether it tells of a change; its record only then, and of the oldest: the others may be ten thousand whole contracts. */
	isNews?: boolean;
	record?: WatchedRecord;
}

/** Where a way down the list has come: its first and its last time, and whether the last row was there before. */
export type Place = { top: string; instant: string; isKnown: boolean };

/** So many records are kept: a poll handles the oldest first, and the next one reads the others again. */
const MOST_RECORDS = 10_000;

/** What a reading is for: which rows tell of a change, and what is far enough, or so deep that nothing moves there, however late it shows. */
export interface Reading {
	isFirst: boolean;
	isNews(row: Row, record: WatchedRecord): boolean;
	isFarEnough(place: Place, count: number): boolean;
	isDeep(place: Place): boolean;
}

/**
 * The rows of the list from its top down to where it is far enough, as they are at one moment: what is edited while later
 * pages are read moves to the top, so that is read again until it is one page, or shows no other record.
 *
 * @throws an error where the list is not in order: what lies below could be missed
 */
export async function readRows(reader: Reader, reading: Reading): Promise<Row[]> {
	const rows = new Map<string, Row>();
	const told: Row[] = [];
	const add = (row: Row, record: WatchedRecord, above: Place | undefined): Place => {
		const { id, instant, print } = row;
		if (above && isLater(instant, above.instant)) throw reader.unsorted();
		const known = rows.get(id);
		// Of two readings of one version the later one counts, as `updatedAt` may be too coarse to show a change.
		const isAnother = known?.instant === instant && known.print !== print;
		const isKnown = !!known && !isLater(instant, known.instant);
		if (!isKnown || isAnother) {
			row.isNews = reading.isNews(row, record);
			if (row.isNews) told.push(Object.assign(row, { record }));
			rows.set(id, row);
			delete told[told.length - 1 - MOST_RECORDS]?.record;
		}
		return { top: above?.top ?? instant, instant, isKnown };
	};
	const readDown = async (isEnd: (place: Place) => boolean) => {
		let [pages, place] = [0, undefined as Place | undefined];
		for await (const page of reader.pages()) {
			pages += 1;
			for (const record of page.records) {
				const row = rowOf(record);
				if (row) place = add(row, record, place);
			}
			const isLast = page.nextCursor === null;
			if (isLast || (place && isEnd(place))) return { pages, end: isLast ? undefined : place };
		}
		return { pages };
	};
	const { pages: read, end } = await readDown((at) => reading.isFarEnough(at, rows.size));
	// Where nothing changed, the next poll finds what moved to the top meanwhile.
	if (!reading.isFirst && told.length === 0) return [...rows.values()];
	// A list in another order can look right at its top, so its other end tells.
	const last = end && instantOf((await reader.oldest())?.updatedAt);
	if (end && last && isLater(last, end.instant)) throw reader.unsorted();
	for (let [pages, size] = [read, 0]; pages > 1 && rows.size > size; ) {
		size = rows.size;
		({ pages } = await readDown((at) => at.isKnown && reading.isDeep(at)));
	}
	return [...rows.values()];
}

/** Undefined for a record without a time. */
function rowOf(record: WatchedRecord): Row | undefined {
	const { id, status, updatedAt, signatureDate } = record;
	const instant = instantOf(updatedAt);
	if (instant === undefined) return undefined;
	// A time in milliseconds tells by itself of everything but a move.
	const print = isWholeSecond(instant) ? printOf(record) : (status ?? '');
	return { id: uuidOf(id), instant, status, print, signed: instantOf(signatureDate) };
}
