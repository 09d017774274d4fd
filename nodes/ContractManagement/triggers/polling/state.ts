import { compareInstants, earlier, earlierBy, isLater, later } from '../../api/instants';
import type { Row } from './rows';
import { versionOf, type Version } from './versions';

/**
 * What polling knows. Instants are the service's own; empty stands for the beginning of time. Never changed in place: a
 * poll that fails leaves it as it was.
 */
export interface PollState {
	/** Every change up to this instant was handled. */
	floor: string;
	/** With a Lookback of so many milliseconds, or less, none up to the floor can show any more. */
	settledMs?: number;
	/** What happened up to this instant to records that are not remembered is old. */
	since: string;
	/** Whether all records are remembered that there were, so that others came into view. */
	isWhole?: boolean;
	/** By the UUID part of the id. */
	versions: ReadonlyMap<string, Version>;
}

/** How long and how much is remembered. */
export interface Bounds {
	lookbackMs: number;
	/** Milliseconds since something new was found; 0 where that is not known. */
	quietMs?: number;
	/** When the poll began, by the service's clock: what is stamped later is no measure of what was seen. */
	startedAt: string;
	maxVersions?: number;
	/** How long after its date a signature on paper may be entered. */
	enteringMs?: number;
	/** More than that are forgotten even while changes are left that may look old afterwards. */
	limit?: number;
}

/** How many versions are remembered. */
export const MAX_VERSIONS = 10_000;

/** The state to begin with: what is there now is known, and what happens from here on is news. */
export function firstState(rows: Row[], bounds: Bounds): PollState {
	const { maxVersions = MAX_VERSIONS, startedAt } = bounds;
	const isWhole = rows.length < maxVersions;
	const since = earlierBy(startedAt, bounds.lookbackMs);
	const versions = rows.map((row) => [row.id, versionOf(row)] as const);
	const nothing = { floor: '', since, isWhole, versions: new Map() };
	return stateAfter(nothing, versions, { upTo: newestOf(rows), isCaughtUp: true }, bounds);
}

/** Up to when all is old: a clock that was ahead when the trigger began may be right now. */
export function sinceOf({ since }: PollState, { startedAt, lookbackMs }: Bounds): string {
	return earlier(since, earlierBy(startedAt, lookbackMs));
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
export function targetAt(floor: string, { lookbackMs }: Pick<Bounds, 'lookbackMs'>): string {
	return floor && earlierBy(floor, lookbackMs);
}

/** The same for a state: once Lookback has passed without news, nothing shows late. */
export function targetOf({ floor, settledMs = 0 }: PollState, bounds: Bounds): string {
	return settledMs >= bounds.lookbackMs ? floor : targetAt(floor, bounds);
}

/** How far a poll has come: up to what instant, and whether nothing is left; `isQuiet`: it found nothing. */
export interface Reached {
	upTo: string;
	isCaughtUp: boolean;
	isQuiet?: boolean;
}

/**
 * The state after changes were handled. What changed longest ago is forgotten, and that it is old; nothing that the next
 * poll can meet. While changes are left, that could make them look old, so it waits; where there is too much of it, it is
 * forgotten without: twice is better than lost.
 */
export function stateAfter(
	before: PollState,
	handled: Iterable<readonly [id: string, version: Version]>,
	reached: Reached,
	bounds: Bounds,
): PollState {
	const { maxVersions = MAX_VERSIONS, limit = 3 * maxVersions } = bounds;
	const { isCaughtUp } = reached;
	const versions = new Map([...before.versions, ...handled]);
	const since = sinceOf(before, bounds);
	const state = { ...before, ...floorAfter(before, reached, bounds), since, versions };
	const tooMany = versions.size - (isCaughtUp ? maxVersions : limit);
	if (tooMany <= 0) return state;
	const target = targetAt(state.floor, bounds);
	const forgotten = [...versions]
		.filter(([, { updatedAt }]) => isLater(target, updatedAt))
		.sort(([, a], [, b]) => compareInstants(a.updatedAt, b.updatedAt))
		.slice(0, tooMany);
	for (const [id] of forgotten) versions.delete(id);
	const last = forgotten.at(-1)?.[1].updatedAt ?? '';
	const isWhole = state.isWhole && forgotten.length === 0;
	return { ...state, isWhole, since: isCaughtUp ? later(since, last) : since };
}

/** A record that is stamped ahead would hide all others until then; its stamp moves the floor no further than now, and while nothing happens not at all. */
function floorAfter(before: PollState, reached: Reached, bounds: Bounds) {
	const { lookbackMs, startedAt, quietMs = 0 } = bounds;
	const { upTo, isCaughtUp, isQuiet } = reached;
	const isStill = isQuiet && isLater(upTo, startedAt);
	const seen = isCaughtUp ? later(before.floor, upTo) : upTo;
	const floor = isStill ? before.floor : earlier(seen, startedAt);
	const isSettled = isQuiet && quietMs >= lookbackMs && floor === before.floor;
	const kept = isQuiet && floor === before.floor ? before.settledMs : 0;
	return { floor, settledMs: isSettled ? lookbackMs : kept };
}
