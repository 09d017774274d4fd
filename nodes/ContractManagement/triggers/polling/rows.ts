import { compareInstants, instantOf, isLater, isWholeSecond } from '../../api/instants';
import { uuidOf } from '../../api/identifiers';
import { printOf } from '../../api/print';
import type { WatchedRecord } from '../shared/records';
import type { Reader } from './reader';

/** What is kept of a record that the list shows: the UUID part of its id, `updatedAt` in the form of `instantOf`, its status. */
export interface Row {
	id: string;
	instant: string;
	status?: string;
	/** The date of its signature. */
	signed?: string;
	/** Of what the list shows, made as its page is read: of all of them at once it would hold n8n up. */
	print: string;
	/** Whether it tells of a change. */
	isNews?: boolean;
	/** Only where it does: the others may be ten thousand whole contracts. */
	record?: WatchedRecord;
}

/** Where a way down the list has come: `updatedAt` of its first and of its last row. */
export interface Place {
	top: string;
	instant: string;
	/** Whether the last row was there before, in this version. */
	isKnown: boolean;
}

/** Of twice as many records only the oldest are kept: a poll handles those first, and the next one reads the others again. */
const MOST_RECORDS = 10_000;

/** What a reading is for. */
export interface Reading {
	/** Whether the row tells of a change. */
	isNews(row: Row, record: WatchedRecord): boolean;
	isFarEnough(place: Place, count: number): boolean;
	/** Whether reading the top once more may end: where nothing moves to, however late it shows. */
	isTopAgain(place: Place): boolean;
	/** Whether more than order within what was read has to show that the list is sorted. */
	wantsProof(rows: Row[]): boolean;
}

/**
 * The rows of the list from its top down to where it is far enough, as they are at one moment: what is edited while later
 * pages are read moves to the top, so that is read again until it is one page, or shows no other record.
 *
 * @throws an error where the list is not in order: what lies below could be missed
 */
export async function readRows(reader: Reader, reading: Reading): Promise<Row[]> {
	const rows = new Map<string, Row>();
	let [pages, end] = [0, ''];
	/** Where the reading ended, if not at the end of the list. */
	const readDown = async (isEnd: (place: Place) => boolean): Promise<Place | undefined> => {
		let place: Place | undefined;
		pages = 0;
		for await (const page of reader.pages()) {
			pages += 1;
			for (const record of page.records) {
				const row = rowOf(record);
				if (!row) continue;
				if (place && isLater(row.instant, place.instant)) throw reader.unsorted();
				row.isNews = reading.isNews(row, record);
				const isKept = row.isNews && (!end || isLater(end, row.instant));
				place = placeAfter(place, rows, isKept ? { ...row, record } : row);
			}
			end = dropped(rows) ?? end;
			// One that tells of more than was read fails by itself, where that is needed.
			const isLast = page.nextCursor === null && !(page.told && page.told.total > rows.size);
			if (isLast) return undefined;
			if (place && isEnd(place)) return place;
		}
		return undefined;
	};
	const place = await readDown((at) => reading.isFarEnough(at, rows.size));
	if (place && reading.wantsProof([...rows.values()])) {
		// A list in another order can look right at its top, so its other end tells.
		const last = instantOf((await reader.oldest())?.updatedAt);
		if (last !== undefined && isLater(last, place.instant)) throw reader.unsorted();
	}
	for (let size = 0; pages > 1 && rows.size > size; ) {
		size = rows.size;
		await readDown((at) => at.isKnown && reading.isTopAgain(at));
	}
	return [...rows.values()];
}

/** Drops the newest records where there are too many. Returns the time of the newest that is kept. */
function dropped(rows: Map<string, Row>): string | undefined {
	const kept = [...rows.values()].filter(({ record }) => record);
	if (kept.length < 2 * MOST_RECORDS) return undefined;
	kept.sort((a, b) => compareInstants(a.instant, b.instant));
	for (const row of kept.splice(MOST_RECORDS)) delete row.record;
	return kept[MOST_RECORDS - 1].instant;
}

/** Undefined for a record without a time. */
function rowOf(record: WatchedRecord): Row | undefined {
	const { id, status, updatedAt, signatureDate } = record;
	const instant = instantOf(updatedAt);
	if (instant === undefined) return undefined;
	// A time in milliseconds tells by itself of everything but a move.
	const print = isWholeSecond(instant) ? printOf(record) : (status ?? '');
	const signed = instantOf(signatureDate);
	return { id: uuidOf(id), instant, status, print, ...(signed && { signed }) };
}

/**
 * Keeps the row, unless a newer version is there: of two readings of one version the later one counts, as `updatedAt`
 * may be too coarse to show a change.
 */
function placeAfter(place: Place | undefined, rows: Map<string, Row>, row: Row): Place {
	const { instant, id } = row;
	const known = rows.get(id);
	const order = known ? compareInstants(instant, known.instant) : 1;
	if (order >= 0) rows.set(id, row);
	return { top: place?.top ?? instant, instant, isKnown: order <= 0 };
}
