import { compareInstants, instantOf } from '../../api/instants';
import { uuidOf } from '../../api/identifiers';
import type { Page } from '../../api/shapes';

/** A record as far as polling is concerned. */
export interface PolledRecord {
	id: string;
	status: string;
	createdAt: string;
	updatedAt: string;
}

/** A list of the service. */
export interface RecordList<T extends PolledRecord> {
	/** Newest change first where the service sorts. @throws NodeApiError when a page cannot be read, or cursors repeat */
	pages(): AsyncIterable<Page<T>>;
	/** The record that changed longest ago, where the service sorts. */
	oldest(): Promise<T | undefined>;
	/** Whether the service was found to sort. */
	order: { isKept: boolean };
}

/** A record as the list shows it. */
export interface Row<T> {
	record: T;
	/** The UUID part of its id. */
	id: string;
	/** Its `updatedAt` in the form of `instantOf`. */
	instant: string;
}

/** Where a way down the list has come, at the end of a page. */
interface Place<T> {
	/** `updatedAt` of the first and of the last row. */
	top: string;
	instant: string;
	/** Whether the last row was there before, in this version. */
	isKnown: boolean;
	/** Whether no row so far was newer than the one before it. */
	isInOrder: boolean;
	page: Page<T>;
}

/** How far a list is read. */
export interface Depth {
	/** Given the `updatedAt` of the last row and of the first, and how many rows there are. */
	isFarEnough(instant: string, top: string, count: number): boolean;
	/** Where reading the top of a sorted list once more may end: where nothing moves to, however late it shows. */
	isTopAgain(instant: string, top: string): boolean;
	/** Called before every page but the first; may throw. */
	next(pages: number): void;
}

/**
 * The rows of the list from its top down to where it is far enough, as they are at one moment: what is edited while later
 * pages are read moves to the top, so that is read again until it is one page, or shows no other record. A list that is
 * not in order is read to its end.
 */
export async function readRows<T extends PolledRecord>(
	list: RecordList<T>,
	{ isFarEnough, isTopAgain, next }: Depth,
): Promise<Array<Row<T>>> {
	const rows = new Map<string, Row<T>>();
	let pages = 1;
	let isSorted: boolean | undefined;
	const isEnd = async ({ instant, top, isInOrder, page }: Place<T>) => {
		if (!isInOrder) isSorted = list.order.isKept = false;
		if (isSorted === false || !isFarEnough(instant, top, rows.size)) return false;
		return (isSorted ??= list.order.isKept ||= await sorts(list, page));
	};
	const onwards = () => next(pages++);
	await readDown(list, rows, isEnd, onwards);
	for (let [first, size] = [1, 0]; pages > first && rows.size > size; ) {
		onwards();
		[first, size] = [pages, rows.size];
		const isAgain = async ({ isKnown, instant, top }: Place<T>) =>
			isKnown && isTopAgain(instant, top);
		await readDown(list, rows, isAgain, onwards);
	}
	return [...rows.values()];
}

async function readDown<T extends PolledRecord>(
	list: RecordList<T>,
	rows: Map<string, Row<T>>,
	isEnd: (place: Place<T>) => Promise<boolean>,
	next: () => void,
): Promise<void> {
	let place: Omit<Place<T>, 'page'> | undefined;
	for await (const page of list.pages()) {
		for (const record of page.records) {
			const instant = instantOf(record.updatedAt);
			if (instant === undefined) continue;
			const isInOrder = !place || (place.isInOrder && compareInstants(instant, place.instant) <= 0);
			const isKnown = !keepNewer(rows, { record, instant, id: uuidOf(record.id) });
			place = { top: place?.top ?? instant, instant, isKnown, isInOrder };
		}
		if (page.nextCursor === null || (place && (await isEnd({ ...place, page })))) return;
		next();
	}
}

/** Whether the service sorts: a list in another order can look right at its top, so its other end tells. */
async function sorts<T extends PolledRecord>(
	list: RecordList<T>,
	{ records }: Page<T>,
): Promise<boolean> {
	const last = instantOf((await list.oldest())?.updatedAt);
	const instants = records.flatMap(({ updatedAt }) => instantOf(updatedAt) ?? []);
	return (
		last !== undefined &&
		instants.every((instant) => compareInstants(last, instant) <= 0) &&
		instants.some((instant) => instant !== last)
	);
}

/** Of two readings of one version the later one counts: `updatedAt` may be too coarse to show a change. */
function keepNewer<T>(rows: Map<string, Row<T>>, row: Row<T>): boolean {
	const known = rows.get(row.id);
	const order = known ? compareInstants(row.instant, known.instant) : 1;
	if (order >= 0) rows.set(row.id, row);
	return order > 0;
}
