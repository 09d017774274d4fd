import type { TriggerEvent } from '../../api/events';
import { compareInstants, earlier, instantOf, isLater, isWholeSecond } from '../../api/instants';
import type { WatchedRecord } from '../shared/records';
import type { contractEvents } from './events';
import type { Reader } from './reader';
import { readRows, type Place, type Row } from './rows';
import {
	firstState,
	isNews,
	MAX_VERSIONS,
	newestOf,
	signedBefore,
	stateAfter,
	targetAt,
	versionOf,
	type Bounds,
	type PollState,
	type Version,
} from './state';

/** A row that tells of a change. */
type FoundRow = Row & { record: WatchedRecord };

/** A row that was handled: its record as far as it was seen, what to remember, and whether the workflow is about it. */
interface Handled {
	row: Row;
	record: WatchedRecord;
	version: Version;
	isOurs: boolean;
	/** Why it could not be read by itself. */
	failure?: Error;
	/** What was read by itself where that failed or was older than what the list shows. */
	older?: WatchedRecord;
}

/** A change and what it amounts to, with the status before where it is known and another. */
export interface Change extends Handled {
	events: TriggerEvent[];
	previousStatus: string | null;
}

export interface PollOptions extends Bounds {
	describe: (...about: Parameters<typeof contractEvents>) => TriggerEvent[];
	/** At most so many changes that may concern the workflow are handled. */
	maxChanges: number;
	/**
	 * Why a record could not be read, where that has been waited for long enough: its change is emitted without it. Without
	 * an error it is older, read by itself, than what the list shows. @throws it where the record has to be waited for
	 */
	failureOf(record: WatchedRecord, error?: Error): Error;
}

const CONCURRENT_READS = 20;

/**
 * One poll: reads the list down to where all changes were handled, and handles the oldest changes above. The next poll
 * reads again what is left, or all of it after a failure. The first one, without a state, only notes what is there.
 */
export async function poll(
	reader: Reader,
	state: PollState | undefined,
	options: PollOptions,
): Promise<{ state: PollState; changes: Change[] }> {
	const { maxVersions = MAX_VERSIONS, startedAt } = options;
	const isTopAgain = ({ instant, top }: Place) =>
		!isLater(instant, targetAt(earlier(top, startedAt), options));
	if (!state) {
		const newest = instantOf((await reader.newest())?.updatedAt);
		const isEnough = (place: Place, count: number) => count >= maxVersions && isTopAgain(place);
		const rows = await readRows(reader, () => false, isEnough, isTopAgain);
		return { state: firstState(rows, options, newest), changes: [] };
	}
	const target = targetAt(state.floor, options);
	const isFound = (row: Row) => isNews(state, target, row);
	const isEnough = ({ instant }: Place) => !isLater(instant, target);
	const rows = await readRows(reader, isFound, isEnough, isTopAgain);
	const found = rows.filter((row): row is FoundRow => row.record !== undefined).sort(oldestFirst);
	const handled = await handle(reader, found, options);
	const isCaughtUp = handled.length === rows.filter(isFound).length;
	const versions = handled.map(({ row, version }) => [row.id, version] as const);
	const upTo = isCaughtUp ? newestOf(rows) : (handled.at(-1)?.row.instant ?? state.floor);
	const signed = signedBefore(state, options);
	const changes = handled
		.filter(({ isOurs }) => isOurs)
		// A record that was read by itself may be newer than its row.
		.sort((a, b) => compareInstants(a.version.updatedAt, b.version.updatedAt))
		.map((one): Change => {
			const before = state.versions.get(one.row.id);
			const hasMoved = before?.status && before.status !== one.record.status;
			const events = options.describe(one.record, before, state.since, signed);
			return { ...one, events, previousStatus: hasMoved ? before.status : null };
		});
	return { state: stateAfter(state, versions, upTo, isCaughtUp, options), changes };
}

/** The oldest of the rows, as far as number, time and failures allow. */
async function handle(reader: Reader, found: FoundRow[], options: PollOptions): Promise<Handled[]> {
	const handled: Handled[] = [];
	const room = () => options.maxChanges - handled.filter(({ isOurs }) => isOurs).length;
	while (handled.length < found.length && room() > 0) {
		if (handled.length > 0 && !reader.mayGoOn()) break;
		const size = Math.min(CONCURRENT_READS, room());
		const rows = found.slice(handled.length, handled.length + size);
		const reading = rows.map(async (row) => await read(reader, row, options));
		for (const result of await Promise.allSettled(reading)) {
			if (result.status === 'fulfilled') handled.push(result.value);
			else if (handled.length === 0) throw result.reason;
			else return handled;
		}
	}
	return handled;
}

/** Reads the record of a row. @throws an error where it has to be waited for */
async function read(reader: Reader, row: FoundRow, { failureOf }: PollOptions): Promise<Handled> {
	const { record: listed, instant } = row;
	const as = (record: WatchedRecord, isOurs: boolean) => {
		return { row, record, version: versionOf(row, record), isOurs };
	};
	if (!reader.concerns(listed, true)) return as(listed, false);
	const read = await reader.whole(listed).catch((error: Error) => error);
	const [whole, error] = read instanceof Error ? [undefined, read] : [read];
	if (whole && isUpTo(whole, row)) {
		const record = { ...whole, updatedAt: whole.updatedAt ?? instant };
		return reader.concerns(whole) ? as(record, true) : as(listed, false);
	}
	return { ...as({ ...whole, ...listed }, true), older: whole, failure: failureOf(listed, error) };
}

// Of a record whose times are all cut to whole seconds, and only by itself, each may be of any moment within its second.
function isUpTo({ createdAt, updatedAt }: WatchedRecord, { record, instant }: FoundRow): boolean {
	const shown = instantOf(updatedAt) ?? instant;
	const isAlike = createdAt === record.createdAt || !isWholeSecond(instantOf(createdAt) ?? '');
	const isCut = isWholeSecond(shown) && !isAlike;
	// It may be the same time in fewer digits.
	if (instant.startsWith(shown.slice(0, -1))) return true;
	return !isLater(instant, isCut ? shown.replace('.000Z', '.999Z') : shown);
}

function oldestFirst(a: Row, b: Row): number {
	return compareInstants(a.instant, b.instant) || (a.id < b.id ? -1 : 1);
}
