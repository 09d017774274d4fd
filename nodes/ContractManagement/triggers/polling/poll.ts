import type { TriggerEvent } from '../../api/events';
import { compareInstants, instantOf, isLater, isWholeSecond } from '../../api/instants';
import type { EventOfRecord, WatchedRecord } from '../shared/records';
import type { Reader } from './reader';
import { readRows } from './rows';
import { firstState, pastOf, stateAfter, type Bounds, type PollState } from './state';
import { isSignedAgain, versionOf, type contractEvents, type Row, type Version } from './versions';

/** A row that was handled: its record as far as it was seen, what to remember, and whether the workflow is about it. */
interface Handled extends Pick<EventOfRecord, 'failure' | 'older'> {
	row: Row;
	record: WatchedRecord;
	version: Version;
	isOurs: boolean;
}

/** A change and what it amounts to, with the status before where it is known and another. */
interface Change extends Handled {
	events: TriggerEvent[];
	previousStatus: string | null;
	signedAgain: boolean;
}

export interface PollOptions extends Omit<Bounds, 'startedAt'> {
	/** At most so many changes that may concern the workflow are handled. */
	maxChanges: number;
	/** Whether changes may have been handled that the state does not show: n8n does not store it with every poll. */
	isDoubtful?: boolean;
	describe: (...about: Parameters<typeof contractEvents>) => TriggerEvent[];
	/**
	 * Why a record could not be read, where that has been waited for long enough: its change is emitted without it. Without
	 * an error it is older, read by itself, than what the list shows. @throws it where the record has to be waited for
	 */
	failureOf(record: WatchedRecord, error?: Error): Error;
}

/** What a poll has found: nothing new if it is quiet, and all there was if it has caught up. */
export interface Polled extends Record<'isCaughtUp' | 'isQuiet', boolean> {
	state: PollState;
	changes: Change[];
}

const CONCURRENT_READS = 20;

/** Handles the oldest changes above where all were handled. The next poll reads what is left, or all of it after a failure; the first only notes. */
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
	const rows = await readRows(reader, state, options);
	if (!state) {
		return { state: firstState(rows, options), changes: [], isQuiet: false, isCaughtUp: true };
	}
	const news = rows.filter((row) => row.isNews);
	news.sort((a, b) => compareInstants(a.updatedAt, b.updatedAt) || (a.id < b.id ? -1 : 1));
	// What lies between those whose records were kept is left for the next poll.
	const end = news.find(({ record }) => !record)?.updatedAt;
	const found = news.filter(({ record, updatedAt }) => record && !(end && isLater(updatedAt, end)));
	const handled = await handle(reader, found, state, options);
	const isCaughtUp = handled.length === news.length;
	const upTo = isCaughtUp ? undefined : (handled.at(-1)?.row.updatedAt ?? state.floor);
	const versions = handled.map(({ row, version }) => [row.id, version] as const);
	const isNone = news.length === 0;
	const after = stateAfter(state, versions, { rows, upTo, isQuiet: isNone }, options);
	const changes = handled
		.filter(({ isOurs }) => isOurs)
		.map((one) => changeOf(one, state, options))
		// A record that was read by itself may be newer than its row.
		.sort((a, b) => compareInstants(a.version.updatedAt, b.version.updatedAt));
	return { state: after, changes, isCaughtUp, isQuiet: isNone && after.floor === state.floor };
}

function changeOf(one: Handled, state: PollState, options: Bounds & PollOptions): Change {
	const known = state.versions.get(one.row.id);
	const hasMoved = known?.status && known.status !== one.record.status;
	// What was not stored may have happened in between: the same status may be a move back, and of a move nobody knows where
	// it came from. Who signs again does so at another date.
	const isDoubted = options.isDoubtful && known && !hasMoved && known.status !== 'signed';
	const before = isDoubted ? { ...known, status: '' } : known;
	const events = options.describe(one.record, before, pastOf(state, options));
	const previousStatus = hasMoved && !options.isDoubtful ? known.status : null;
	return { ...one, events, signedAgain: isSignedAgain(one.record, known), previousStatus };
}

/** The oldest of the rows, as far as number, time and failures allow. @throws the failure of the first */
async function handle(
	reader: Reader,
	found: Row[],
	{ versions }: PollState,
	{ maxChanges, failureOf }: PollOptions,
): Promise<Handled[]> {
	const handled: Handled[] = [];
	/** @throws an error where it has to be waited for */
	const read = async (row: Row): Promise<Handled> => {
		const listed = row.record!;
		const as = (record: WatchedRecord, isOurs: boolean) => {
			return { row, record, version: versionOf(row, record, versions.get(row.id)), isOurs };
		};
		if (!reader.concerns(listed, true)) return as(listed, false);
		const [read] = await Promise.allSettled([reader.whole(listed)]);
		const { value: whole, reason: error } = read as { value?: WatchedRecord; reason?: Error };
		if (!whole || !isUpTo(whole, row)) {
			const failure = failureOf(listed, error);
			return { ...as({ ...whole, ...listed }, true), older: whole, failure };
		}
		const isOurs = reader.concerns(whole);
		const updatedAt = whole.updatedAt ?? row.updatedAt;
		return as(isOurs ? { ...whole, updatedAt } : listed, isOurs);
	};
	for (;;) {
		const room = maxChanges - handled.filter(({ isOurs }) => isOurs).length;
		const end = handled.length + Math.min(CONCURRENT_READS, room);
		const rows = found.slice(handled.length, end);
		if (rows.length === 0 || (handled.length > 0 && !reader.mayGoOn())) return handled;
		for (const result of await Promise.allSettled(rows.map(read))) {
			if (result.status === 'fulfilled') handled.push(result.value);
			else if (handled.length === 0) throw result.reason;
			else return handled;
		}
	}
}

// Of a record whose times are all cut to whole seconds, and only by itself, each may be of any moment within its second.
function isUpTo({ createdAt, updatedAt }: WatchedRecord, { record, updatedAt: listed }: Row) {
	const shown = instantOf(updatedAt) ?? listed;
	// It may be the same time in fewer digits.
	if (listed.startsWith(shown.slice(0, -1))) return true;
	const isOther = createdAt !== record?.createdAt && isWholeSecond(instantOf(createdAt) ?? '');
	const isCut = isWholeSecond(shown) && isOther;
	return !isLater(listed, isCut ? shown.replace('.000Z', '.999Z') : shown);
}
