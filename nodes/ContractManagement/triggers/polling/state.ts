import { DAY_MS } from '../../api/dates';
import { compareInstants, earlier, earlierBy, isLater, later } from '../../api/instants';
import { isAnother, versionOf, type Past, type Row, type Version } from './versions';

/** What polling knows; never changed in place. Instants are the service's own, empty the beginning of time. */
export interface PollState {
	/** Every change up to this instant was handled. With a Lookback of `settledMs`, or less, none up to there can show any more. */
	floor: string;
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
	/** Milliseconds since something new was found. */
	quietMs?: number;
	/** When the poll began, by the service's clock: what is stamped later is no measure of what was seen. */
	startedAt: string;
	/** How many versions are remembered, and how many at most while changes are left that may look old without. */
	maxVersions?: number;
	limit?: number;
	/** How long after its date a signature on paper may be entered. */
	enteringMs?: number;
}

const MAX_VERSIONS = 10_000;
const MONTH_MS = 31 * DAY_MS;

/** The state to begin with: what is there now is known, and what happens from here on is news. */
export function firstState(rows: Row[], bounds: Bounds): PollState {
	const { maxVersions = MAX_VERSIONS, startedAt: since } = bounds;
	const isWhole = rows.length < maxVersions;
	const versions = rows.map((row) => [row.id, versionOf(row)] as const);
	return stateAfter({ floor: '', since, isWhole, versions: new Map() }, versions, { rows }, bounds);
}

/** What is known of the past, as events are told from it. */
export function pastOf(state: PollState, bounds: Bounds): Past {
	const { isWhole, versions } = state;
	const { startedAt, maxVersions = MAX_VERSIONS, enteringMs = MONTH_MS } = bounds;
	const since = sinceOf(state, bounds);
	// What is forgotten may have been signed on paper days before that is entered.
	const isForgetful = versions.size >= maxVersions;
	const signed = isForgetful ? earlier(since, earlierBy(startedAt, enteringMs)) : since;
	return { since, signed, isWhole };
}

/** Whether a reading that has come down to the instant is far enough; without a state, as far as is remembered. */
export function isFarEnough(
	state: PollState | undefined,
	bounds: Bounds,
	{ top, instant, count }: Record<'instant' | 'top', string> & { count: number },
): boolean {
	if (state) return !isLater(instant, targetOf(state, bounds));
	return count >= (bounds.maxVersions ?? MAX_VERSIONS) && isDeep(top, instant, bounds);
}

/** Whether an instant is so deep below the top of the list that nothing moves there, however late it shows. */
export function isDeep(top: string, instant: string, bounds: Bounds): boolean {
	return !isLater(instant, targetAt(earlier(top, bounds.startedAt), bounds));
}

// A clock that was ahead when the trigger began may be right now.
function sinceOf({ since }: PollState, { startedAt, lookbackMs }: Bounds): string {
	return earlier(since, earlierBy(startedAt, lookbackMs));
}

// Where a poll may stop reading: changes that show late are found above.
function targetAt(floor: string, { lookbackMs }: Bounds): string {
	return floor && earlierBy(floor, lookbackMs);
}

// The same for a state: once Lookback has passed without news nothing shows late, unless the clock was set back.
function targetOf({ floor, settledMs = 0 }: PollState, bounds: Bounds): string {
	const { lookbackMs, startedAt } = bounds;
	const isSettled = settledMs >= lookbackMs && !isLater(floor, startedAt);
	return isSettled ? floor : targetAt(earlier(floor, startedAt), bounds);
}

/** Whether the row tells of a change that was not handled. */
export function isNews(state: PollState, bounds: Bounds, row: Row, record: object): boolean {
	const { startedAt, quietMs = 0, lookbackMs } = bounds;
	const target = targetOf(state, bounds);
	const known = state.versions.get(row.id);
	if (!known) return isLater(row.updatedAt, later(target, sinceOf(state, bounds)));
	// A list may be behind, though not for long, and not behind a record that is stamped ahead.
	const mayBeBehind = quietMs < lookbackMs && !isLater(known.updatedAt, startedAt);
	return isAnother(known, row, record, { target, mayBeBehind });
}

/** What a poll has read, up to where it was handled if something is left, and whether it found nothing. */
type Reached = { rows: Row[]; upTo?: string; isQuiet?: boolean };

/**
 * The state after changes were handled. What changed longest ago is forgotten, but nothing that the next poll can meet; while
 * changes are left that could make them look old, so it waits, up to the limit: twice is better than lost.
 */
export function stateAfter(
	before: PollState,
	handled: Iterable<readonly [id: string, version: Version]>,
	reached: Reached,
	bounds: Bounds,
): PollState {
	const { maxVersions = MAX_VERSIONS, limit = 3 * maxVersions } = bounds;
	const isCaughtUp = reached.upTo === undefined;
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

/** What a trigger that begins anew leaves out, as a sentence. */
export function leftOut({ floor }: PollState, { versions }: PollState): string {
	const count = [...versions.values()].filter(({ updatedAt }) => isLater(updatedAt, floor)).length;
	return `It starts no workflow for what changed since ${floor || 'it was published'}: ${count} of the records that it watches now.`;
}

// A record that is stamped ahead would hide all others until then: it moves the floor no further than now, and while nothing happens not at all.
function floorAfter({ floor: before, settledMs }: PollState, reached: Reached, bounds: Bounds) {
	const { lookbackMs, startedAt, quietMs = 0 } = bounds;
	const { rows, upTo, isQuiet } = reached;
	const newest = rows.reduce((newest, { updatedAt }) => later(newest, updatedAt), '');
	const isStill = isQuiet && isLater(newest, startedAt);
	const floor = earlier(upTo ?? later(before, isStill ? '' : newest), startedAt);
	const isKept = isQuiet && floor === before;
	return { floor, settledMs: isKept ? (quietMs >= lookbackMs ? lookbackMs : settledMs) : 0 };
}
