import {
	compareInstants,
	earlier,
	earlierBy,
	instantOf,
	isLater,
	isWholeSecond,
	later,
} from '../../api/instants';
import type { WatchedRecord } from '../shared/records';
import type { Row } from './rows';

/** The version of a record that was handled last, with the print of what the list showed if it was not read by itself. */
export interface Version {
	updatedAt: string;
	/** Empty where it was not shown. */
	status: string;
	print?: string;
}

/**
 * What polling knows. Instants are the service's own; empty stands for the beginning of time. Never changed in place: a
 * poll that fails leaves it as it was.
 */
export interface PollState {
	/** Every change up to this instant was handled. */
	floor: string;
	/** What happened up to this instant to records that are not remembered is old. */
	since: string;
	/** By the UUID part of the id. */
	versions: ReadonlyMap<string, Version>;
}

/** How long and how much is remembered. */
export interface Bounds {
	lookbackMs: number;
	/** When the poll began, by this machine's clock: what is stamped later is no measure of what was seen. */
	startedAt: string;
	maxVersions?: number;
	/** How long after its date a signature on paper may be entered. */
	enteringMs?: number;
	/** More than that are forgotten even while changes are left that may look old afterwards. */
	limit?: number;
}

/** How many versions are remembered. */
export const MAX_VERSIONS = 10_000;

/**
 * The state to begin with: what is there now is known, what changes from here on is news.
 *
 * @param newest when any record changed last: what comes under the filters later may be as old
 */
export function firstState(rows: Row[], bounds: Bounds, newest = ''): PollState {
	const upTo = newestOf(rows);
	const shownBy = targetAt(bounds.startedAt, bounds);
	const from = targetAt(earlier(upTo, bounds.startedAt), bounds);
	const nothing = { floor: '', since: later(from, earlier(newest, shownBy)), versions: new Map() };
	const versions = rows.map((row) => [row.id, versionOf(row)] as const);
	return stateAfter(nothing, versions, upTo, true, bounds);
}

/** Up to when signatures are old: what is forgotten may have been signed on paper days before that is entered. */
export function signedBefore({ since, versions }: PollState, bounds: Bounds): string {
	const { startedAt, maxVersions = MAX_VERSIONS, enteringMs = 31 * 24 * 60 * 60 * 1000 } = bounds;
	const entered = earlierBy(startedAt, enteringMs);
	return versions.size < maxVersions ? since : earlier(since, entered);
}

export function newestOf(rows: Row[]): string {
	return rows.reduce((newest, { instant }) => later(newest, instant), '');
}

/** Where a poll may stop reading: changes that show late are found above. */
export function targetAt(floor: string, { lookbackMs }: Bounds): string {
	return floor && earlierBy(floor, lookbackMs);
}

/** Whether the row tells of a change that was not handled. An older version never replaces a newer one. */
export function isNews(
	{ versions, since }: PollState,
	target: string,
	{ id, instant, status, print }: Row,
): boolean {
	const known = versions.get(id);
	if (!known) return isLater(instant, later(target, since));
	const order = compareInstants(instant, known.updatedAt);
	if (order !== 0) return order > 0;
	// `updatedAt` may be too coarse to show a change. But a list that is behind the record shows again what was handled.
	const hasMoved = known.status && status && status !== known.status;
	const isCoarse = isWholeSecond(instant) && isLater(instant, target) && known.print !== undefined;
	return (hasMoved || isCoarse) && known.print !== print;
}

/** The version to remember of a row, or of its record as it was emitted: with the print of the row where that is the same version. */
export function versionOf({ instant, status, print }: Row, record?: WatchedRecord): Version {
	// A record may show its time less exactly than its list.
	const updatedAt = later(instantOf(record?.updatedAt) ?? instant, instant);
	const version = { updatedAt, status: record?.status ?? status ?? '' };
	return updatedAt === instant ? { ...version, print } : version;
}

/**
 * The state after changes were handled. What changed longest ago is forgotten, and that it is old; nothing that the next
 * poll can meet. While changes are left, that could make them look old, so it waits; where there is too much of it, it is
 * forgotten without: twice is better than lost.
 *
 * @param upTo newest that was handled, or seen where none is left (`isCaughtUp`)
 */
export function stateAfter(
	before: PollState,
	handled: Iterable<readonly [id: string, version: Version]>,
	upTo: string,
	isCaughtUp: boolean,
	bounds: Bounds,
): PollState {
	const { startedAt, maxVersions = MAX_VERSIONS, limit = 3 * maxVersions } = bounds;
	// A record that is stamped ahead would hide all others until then.
	const floor = earlier(isCaughtUp ? later(before.floor, upTo) : upTo, startedAt);
	const versions = new Map([...before.versions, ...handled]);
	const state = { floor, since: before.since, versions };
	const tooMany = versions.size - (isCaughtUp ? maxVersions : limit);
	if (tooMany <= 0) return state;
	const target = targetAt(floor, bounds);
	const forgotten = [...versions]
		.filter(([, { updatedAt }]) => isLater(target, updatedAt))
		.sort(([, a], [, b]) => compareInstants(a.updatedAt, b.updatedAt))
		.slice(0, tooMany);
	for (const [id] of forgotten) versions.delete(id);
	const last = forgotten.at(-1)?.[1].updatedAt ?? '';
	return isCaughtUp ? { ...state, since: later(state.since, last) } : state;
}
