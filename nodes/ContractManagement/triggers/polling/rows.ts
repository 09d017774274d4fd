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
	/** Of what the list shows, made as its page is read: of all of them at once it would hold n8n up. */
	print: string;
	/** Only where it is needed: the others may be ten thousand whole contracts. */
	record?: WatchedRecord;
}

/** Where a way down the list has come: `updatedAt` of its first and of its last row. */
export interface Place {
	top: string;
	instant: string;
	/** Whether the last row was there before, in this version; and whether no row so far was newer than the one before it. */
	isKnown: boolean;
	isInOrder: boolean;
}

/** Of twice as many records only the oldest are kept: a poll handles those first, and the next one reads the others again. */
const MOST_RECORDS = 10_000;

/**
 * The rows of the list from its top down to where it is far enough, as they are at one moment: what is edited while later
 * pages are read moves to the top, so that is read again until it is one page, or shows no other record. A list that is
 * not in order is read to its end.
 *
 * @param isNeeded whether the record of a row is more than remembered
 * @param isTopAgain where reading the top once more may end: where nothing moves to, however late it shows
 */
export async function readRows(
	reader: Reader,
	isNeeded: (row: Row) => boolean,
	isFarEnough: (place: Place, count: number) => boolean,
	isTopAgain: (place: Place) => boolean,
): Promise<Row[]> {
	const rows = new Map<string, Row>();
	let [pages, end] = [0, ''];
	let isSorted: boolean | undefined;
	const readDown = async (isEnd: (place: Place) => Promise<boolean>) => {
		let place: Place | undefined;
		pages = 0;
		for await (const page of reader.pages()) {
			pages += 1;
			for (const record of page.records) {
				const row = rowOf(record);
				const isKept = row && (!end || isLater(end, row.instant)) && isNeeded(row);
				if (row) place = placeAfter(place, rows, isKept ? { ...row, record } : row);
			}
			const kept = [...rows.values()].filter(({ record }) => record);
			if (kept.length >= 2 * MOST_RECORDS) {
				kept.sort((a, b) => compareInstants(a.instant, b.instant));
				for (const row of kept.splice(MOST_RECORDS)) delete row.record;
				end = kept[MOST_RECORDS - 1].instant;
			}
			// One that tells of more than was read fails by itself, where that is needed.
			const isLast = page.nextCursor === null && !(page.told && page.told.total > rows.size);
			if (isLast || (place && (await isEnd(place)))) return;
		}
	};
	await readDown(async (place) => {
		if (!place.isInOrder) isSorted = reader.order.isKept = false;
		if (isSorted === false || !isFarEnough(place, rows.size)) return false;
		return (isSorted ??= reader.order.isKept ||= await sorts(reader, place));
	});
	for (let size = 0; pages > 1 && rows.size > size; ) {
		size = rows.size;
		await readDown(async (place) => place.isKnown && isTopAgain(place));
	}
	return [...rows.values()];
}

/** Undefined for a record without a time. */
function rowOf(record: WatchedRecord): Row | undefined {
	const { id, status, updatedAt } = record;
	const instant = instantOf(updatedAt);
	if (instant === undefined) return undefined;
	// A time in milliseconds tells by itself of everything but a move.
	const print = isWholeSecond(instant) ? printOf(record) : (status ?? '');
	return { id: uuidOf(id), instant, status, print };
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
	const isInOrder = !place || (place.isInOrder && !isLater(instant, place.instant));
	return { top: place?.top ?? instant, instant, isKnown: order <= 0, isInOrder };
}

/** Whether the service sorts: a list in another order can look right at its top, so its other end tells. */
async function sorts(reader: Reader, { top, instant }: Place): Promise<boolean> {
	const last = instantOf((await reader.oldest())?.updatedAt);
	return last !== undefined && !isLater(last, instant) && isLater(top, last);
}
