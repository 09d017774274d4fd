import type { TriggerEvent } from '../../api/events';
import { compareInstants, isLater } from '../../api/instants';
import { isSignedAgain, type contractEvents } from './events';
import { handle, type FoundRow, type Handled, type Handling } from './handle';
import type { Reader } from './reader';
import { readRows, type Row } from './rows';
import { firstState, pastOf, readingFrom, stateAfter, type Bounds, type PollState } from './state';

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

/** What a poll has found: nothing new if it is quiet, and all there was if it has caught up. */
export interface Polled extends Record<'isCaughtUp' | 'isQuiet', boolean> {
	state: PollState;
	changes: Change[];
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
	const rows = await readRows(reader, readingFrom(state, options));
	if (!state) {
		return { state: firstState(rows, options), changes: [], isQuiet: false, isCaughtUp: true };
	}
	const news = rows.filter((row) => row.isNews).sort(oldestFirst);
	// What lies between them is left for the next poll.
	const end = news.find(({ record }) => !record)?.instant ?? news.at(-1)?.instant ?? '';
	const isFound = (row: Row): row is FoundRow => !!row.record && !isLater(row.instant, end);
	const handled = await handle(reader, news.filter(isFound), state, options);
	const isCaughtUp = handled.length === news.length;
	const upTo = isCaughtUp ? undefined : (handled.at(-1)?.row.instant ?? state.floor);
	const versions = handled.map(({ row, version }) => [row.id, version] as const);
	const reached = { rows, upTo, isQuiet: news.length === 0 };
	const after = stateAfter(state, versions, reached, options);
	const isQuiet = reached.isQuiet && after.floor === state.floor;
	return { state: after, changes: changesOf(handled, state, options), isCaughtUp, isQuiet };
}

/** What was handled and the workflow may be about, with its events, oldest first. */
function changesOf(handled: Handled[], state: PollState, options: Bounds & PollOptions): Change[] {
	const changes = handled
		.filter(({ isOurs }) => isOurs)
		.map((one): Change => {
			const known = state.versions.get(one.row.id);
			// What was not stored may have happened in between: nobody knows the status before, or up to when signatures are old.
			const isDoubted = known && options.isDoubtful;
			const before = isDoubted ? { ...known, status: '' } : known;
			const hasMoved = before?.status && before.status !== one.record.status;
			const events = options.describe(one.record, before, pastOf(state, options, isDoubted));
			const signedAgain = isSignedAgain(one.record, known);
			return { ...one, events, signedAgain, previousStatus: hasMoved ? before.status : null };
		});
	// A record that was read by itself may be newer than its row.
	return changes.sort((a, b) => compareInstants(a.version.updatedAt, b.version.updatedAt));
}

function oldestFirst(a: Row, b: Row): number {
	return compareInstants(a.instant, b.instant) || (a.id < b.id ? -1 : 1);
}
