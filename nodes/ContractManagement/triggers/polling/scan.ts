import { compareInstants, instantOf, later } from '../../api/instants';
import { uuidOf } from '../../api/identifiers';
import type { Page } from '../../api/shapes';
import { forgetOldest, type PollState } from './state';
import { isHandled, printKey, printOf, type Prints } from './version';

/** A record as far as polling is concerned. */
export interface PolledRecord {
	id: string;
	status: string;
	createdAt: string;
	updatedAt: string;
}

/** One way through the list, newest change first, back to where an earlier scan began (D12). Never changed in place. */
export interface Scan<T extends PolledRecord> {
	upper?: string;
	/** Null before the first page. */
	cursor: string | null;
	target?: string;
	startedAt: number;
	/** Whether no record so far was newer than the one before it. */
	isOrdered: boolean;
	/** Of the record read last. */
	lowest?: string;
	/** Changes not handled yet, by id. */
	fresh: ReadonlyMap<string, T>;
	/** What the list showed of those whose time alone does not tell their version. */
	prints: Prints;
	isAtEnd: boolean;
	/** Whether one page showed all of it, so that nothing could move out of its way. */
	isSnapshot: boolean;
}

/** How long and how much is remembered. */
export interface Memory {
	/** Time in which changes that are stored late appear, in milliseconds. */
	settleMs: number;
	maxVersions?: number;
	/** Versions that are never exceeded by those that wait until they may be forgotten. */
	limit?: number;
}

/** Begins where the tick before had to stop, or at the top. */
export function beginScan<T extends PolledRecord>(state: PollState, now: number): Scan<T> {
	const { pending, floor } = state;
	return {
		...(pending ?? { cursor: null, target: floor, startedAt: now }),
		isOrdered: true,
		fresh: new Map(),
		prints: new Map(),
		isAtEnd: false,
		isSnapshot: false,
	};
}

/** The same scan from the top, for a service that no longer knows the cursor. What was handled is not fresh again. */
export function fromTheTop<T extends PolledRecord>(scan: Scan<T>): Scan<T> {
	return { ...scan, cursor: null, lowest: undefined, isAtEnd: false };
}

/** The same scan with other records in place of those that the last page brought, as far as they are wanted. */
export function withFresh<T extends PolledRecord>(
	scan: Scan<T>,
	before: ReadonlyMap<string, T>,
	records: T[],
): Scan<T> {
	const fresh = new Map(before);
	for (const record of records) keepNewer(fresh, record);
	return { ...scan, fresh };
}

/** Takes in one page; where the order turns out not to be kept, the scan goes on to the end of the list. */
export function takePage<T extends PolledRecord>(
	scan: Scan<T>,
	page: Page<T>,
	{ versions, watermark, order }: PollState,
): Scan<T> {
	const { target } = scan;
	const fresh = new Map(scan.fresh);
	const prints = new Map(scan.prints);
	let { isOrdered, lowest } = scan;
	let newest = watermark;
	let hasReachedTarget = false;
	for (const record of page.records) {
		const instant = instantOf(record.updatedAt);
		if (instant === undefined) continue;
		if (lowest !== undefined && compareInstants(instant, lowest) > 0) isOrdered = false;
		lowest = instant;
		newest = later(newest, instant);
		if (target !== undefined && compareInstants(instant, target) <= 0) {
			hasReachedTarget = true;
			continue;
		}
		const id = uuidOf(record.id);
		const print = printOf(record, instant);
		if (isHandled(versions.get(id), instant, print)) continue;
		keepNewer(fresh, record);
		if (print !== undefined) prints.set(printKey(id, instant), print);
	}
	return {
		...scan,
		// Later pages may show changes newer than this one's: those belong to the next scan.
		upper: scan.upper ?? newest,
		cursor: page.nextCursor,
		isOrdered,
		lowest,
		fresh,
		prints,
		isSnapshot: scan.cursor === null,
		// Only where the order is proven is everything behind the target older than it.
		isAtEnd: page.nextCursor === null || (order === 'kept' && isOrdered && hasReachedTarget),
	};
}

/** The state after a tick stopped within the scan: the watermark stays, as there is a gap below it. */
export function interrupted<T extends PolledRecord>(state: PollState, scan: Scan<T>): PollState {
	const { upper, cursor, target, startedAt } = scan;
	const order = orderAfter(state, scan);
	if (cursor === null) return { ...state, order };
	return { ...state, order, pending: { upper, cursor, target, startedAt } };
}

/**
 * The state after the scan got to its end: the watermark moves on. The floor follows when `settleMs` have passed since
 * its watermark was seen; changes that are stored late, or by a server whose clock is behind, are met until then.
 *
 * A contract that moves to the top while the pages below are read is met by a later scan only: what was signed or
 * created by then was handled for certain when a scan was one page, or where changes move nothing.
 */
export function closed<T extends PolledRecord>(
	state: PollState,
	scan: Scan<T>,
	{ settleMs, maxVersions, limit }: Memory,
): PollState {
	const watermark = later(state.watermark, scan.upper);
	const order = orderAfter(state, scan);
	const settling = state.settling && notAhead(state.settling, scan.startedAt);
	const isSettled = settling !== undefined && scan.startedAt >= settling.at + settleMs;
	const floor = isSettled ? settling.watermark : state.floor;
	const next = isSettled ? undefined : settling;
	const after: PollState = {
		...state,
		order,
		watermark,
		floor,
		met: scan.isSnapshot || order !== 'kept' ? floor : state.met,
		settling: next ?? newSettling(watermark, floor, scan.startedAt),
		pending: undefined,
	};
	return forgetOldest(after, maxVersions, limit);
}

/** A time of this machine that is still to come was taken while its clock was wrong: it would hold the floor until then. */
function notAhead({ watermark, at }: NonNullable<PollState['settling']>, now: number) {
	return { watermark, at: Math.min(at, now) };
}

function newSettling(watermark: string | undefined, floor: string | undefined, at: number) {
	return watermark === undefined || watermark === floor ? undefined : { watermark, at };
}

function orderAfter({ order }: PollState, { isOrdered }: { isOrdered: boolean }) {
	return order === 'kept' && !isOrdered ? 'ignored' : order;
}

/** Of two readings of one version the later one counts: times in whole seconds may hide a change. */
function keepNewer<T extends PolledRecord>(fresh: Map<string, T>, record: T): void {
	const id = uuidOf(record.id);
	const known = instantOf(fresh.get(id)?.updatedAt);
	const instant = instantOf(record.updatedAt);
	if (known === undefined || compareInstants(known, instant ?? '') <= 0) fresh.set(id, record);
}
