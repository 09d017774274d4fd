import type { TriggerEvent } from '../../api/events';
import { compareInstants, earlier, isLater } from '../../api/instants';
import type { WatchedRecord } from '../shared/records';
import { isSignedAgain, type contractEvents } from './events';
import type { Reader } from './reader';
import { handle, type FoundRow, type Handled, type Handling } from './handle';
import { isNews } from './news';
import { readRows, type Place, type Row } from './rows';
import {
	firstState,
	MAX_VERSIONS,
	newestOf,
	signedBefore,
	sinceOf,
	stateAfter,
	targetAt,
	targetOf,
	type Bounds,
	type PollState,
} from './state';

/** A change and what it amounts to, with the status before where it is known and another. */
export interface Change extends Handled {
	events: TriggerEvent[];
	previousStatus: string | null;
	signedAgain: boolean;
}

export interface PollOptions extends Omit<Bounds, 'startedAt'>, Handling {
	/** Whether changes may have been handled that the state does not show: n8n stores it only with what starts a workflow. */
	isDoubtful?: boolean;
	describe: (...about: Parameters<typeof contractEvents>) => TriggerEvent[];
}

/** What a poll has found. */
export interface Polled {
	state: PollState;
	changes: Change[];
	/** Whether anything new was there. */
	isQuiet: boolean;
	/** Whether nothing is left for the next poll. */
	isCaughtUp: boolean;
}

/**
 * One poll: reads the list down to where all changes were handled, and handles the oldest changes above. The next poll
 * reads again what is left, or all of it after a failure. The first one, without a state, only notes what is there.
 */
export async function poll(
	reader: Reader,
	state: PollState | undefined,
	given: PollOptions,
): Promise<Polled> {
	const options = {
		...given,
		// Known from the first page on.
		get startedAt() {
			return reader.startedAt();
		},
	};
	const reading = readingFrom(state, options);
	if (!state) {
		const rows = await readRows(reader, reading);
		const first = { changes: [], isQuiet: false, isCaughtUp: true };
		return { state: firstState(rows, options), ...first };
	}
	const rows = await readRows(reader, reading);
	const before = { ...state, since: sinceOf(state, options) };
	const news = rows.filter((row): row is FoundRow => row.record !== undefined).sort(oldestFirst);
	const handled = await handle(reader, news, before, options);
	const left = rows.filter((row) => row.isNews).length - handled.length;
	const upTo = left === 0 ? newestOf(rows) : (handled.at(-1)?.row.instant ?? state.floor);
	const isCaughtUp = left === 0;
	const reached = { isCaughtUp, upTo, isQuiet: handled.length + left === 0 };
	const versions = handled.map(({ row, version }) => [row.id, version] as const);
	const after = stateAfter(before, versions, reached, options);
	const isQuiet = reached.isQuiet && after.floor === state.floor;
	return { state: after, changes: changesOf(handled, before, options), isCaughtUp, isQuiet };
}

/** How the list is read from a state on; without one, as far as is remembered. */
function readingFrom(state: PollState | undefined, options: Bounds) {
	const { maxVersions = MAX_VERSIONS, quietMs = 0, lookbackMs } = options;
	const target = state && targetOf(state, options);
	const isTopAgain = ({ instant, top }: Place) =>
		!isLater(instant, targetAt(earlier(top, options.startedAt), options));
	return {
		isNews: (row: Row, record: WatchedRecord) => !!state && isNews(state, options, row, record),
		isFarEnough: (place: Place, count: number) =>
			target === undefined
				? count >= maxVersions && isTopAgain(place)
				: !isLater(place.instant, target),
		isTopAgain,
		wantsProof: (rows: Row[]) => {
			const isSettling = (state?.settledMs ?? 0) < lookbackMs && quietMs >= lookbackMs;
			return !state || isSettling || rows.some((row) => row.isNews);
		},
	};
}

/** What was handled and the workflow may be about, with its events, oldest first. */
function changesOf(handled: Handled[], state: PollState, options: Bounds & PollOptions): Change[] {
	const past = { ...state, signed: signedBefore(state, options) };
	// What was not stored may have happened in between: nobody knows the status before, or up to when signatures are old.
	const doubted = { ...past, signed: targetAt(state.floor, options) };
	return (
		handled
			.filter(({ isOurs }) => isOurs)
			// A record that was read by itself may be newer than its row.
			.sort((a, b) => compareInstants(a.version.updatedAt, b.version.updatedAt))
			.map((one): Change => {
				const known = state.versions.get(one.row.id);
				const isDoubted = known && options.isDoubtful;
				const before = isDoubted ? { ...known, status: '' } : known;
				const hasMoved = before?.status && before.status !== one.record.status;
				const events = options.describe(one.record, before, isDoubted ? doubted : past);
				const signedAgain = isSignedAgain(one.record, known);
				return { ...one, events, signedAgain, previousStatus: hasMoved ? before.status : null };
			})
	);
}

function oldestFirst(a: Row, b: Row): number {
	return compareInstants(a.instant, b.instant) || (a.id < b.id ? -1 : 1);
}
