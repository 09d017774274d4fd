import { instantOf, isLater } from '../../api/instants';
import type { WatchedRecord } from '../shared/records';
import type { Reader } from './reader';
import { isDeep, isFarEnough, isNews, type Bounds, type PollState } from './state';
import { rowOf, type Row } from './versions';

/** Where a way down the list has come: its first and its last time, and whether the last row was there before. */
type Place = { top: string; instant: string; isKnown: boolean };

/** So many records are kept: a poll handles the oldest first, and the next one reads the others again. */
const MOST_RECORDS = 10_000;
/** How often a poll reads the top again while other records move there. */
const MOST_READINGS = 5;

/**
 * The rows of the list from its top down to where it is far enough, as they are at one moment: its top is read again until
 * that is one page, or shows no other record. The first poll is to know all of them: for that no other version either. What
 * goes on jumping over all readings, the next poll finds. @throws an error where the list is not in order
 */
export async function readRows(reader: Reader, state: PollState | undefined, bounds: Bounds) {
	const rows = new Map<string, Row>();
	const told: Row[] = [];
	let [met, left] = [0, MOST_READINGS];
	const add = (row: Row, record: WatchedRecord, above: Place | undefined): Place => {
		const { id, updatedAt: instant, print } = row;
		if (above && isLater(instant, above.instant)) throw reader.unsorted();
		const known = rows.get(id);
		// Of two readings of one version the later one counts, as `updatedAt` may be too coarse to show a change.
		const isAnother = known?.updatedAt === instant && known.print !== print;
		const isKnown = !!known && !isLater(instant, known.updatedAt);
		if (!isKnown || isAnother) {
			if (!known || !state) met += 1;
			row.isNews = !!state && isNews(state, bounds, row, record);
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
	const read = await readDown((at) => isFarEnough(state, bounds, { ...at, count: rows.size }));
	// Where nothing changed, the next poll finds what moved to the top meanwhile.
	if (state && told.length === 0) return [...rows.values()];
	// A list in another order can look right at its top, so its other end tells.
	const last = read.end && instantOf((await reader.oldest())?.updatedAt);
	if (read.end && last && isLater(last, read.end.instant)) throw reader.unsorted();
	for (let [{ pages }, before] = [read, 0]; pages > 1 && met > before && left > 0; ) {
		[before, left] = [met, left - 1];
		({ pages } = await readDown((at) => at.isKnown && isDeep(at.top, at.instant, bounds)));
	}
	return [...rows.values()];
}
