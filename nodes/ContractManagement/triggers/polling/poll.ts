import type { TriggerEvent } from '../../api/events';
import { compareInstants, instantOf } from '../../api/instants';
import type { WatchedRecord } from '../shared/records';
import type { contractEvents } from './events';
import { readRows, type Reader, type Row } from './rows';
import {
	firstState,
	floorAt,
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

/** A record that the workflow is about. */
interface Seen {
	/** Its newest version that was seen. */
	record: WatchedRecord;
	/** Why it could not be read by itself. */
	failure?: Error;
	/** What was read by itself where that failed or was older than what the list shows. */
	older?: WatchedRecord;
}

/** A change and what it amounts to. */
export interface Change extends Seen {
	events: TriggerEvent[];
	/** The status before, where it is known and another. */
	previousStatus: string | null;
}

export interface PollOptions extends Bounds {
	describe: (...about: Parameters<typeof contractEvents>) => TriggerEvent[];
	/** At most so many changes that may concern the workflow are handled. */
	maxChanges: number;
	/** Called before every further page. @throws when the time for the list is used up */
	next(pages: number): void;
	/** False when the time for this poll is used up. */
	mayGoOn(): boolean;
	/** Whether a record that cannot be read has been waited for long enough, so that its change is emitted without it. */
	isPatienceOver(failure: unknown): boolean;
	/** The failure of a record that is older, read by itself, than what the list shows. */
	outdated(record: WatchedRecord): Error;
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
	const target = state ? targetAt(state.floor, options) : '';
	const { maxVersions = MAX_VERSIONS } = options;
	const isBelow = (instant: string, end: string) => compareInstants(instant, end) <= 0;
	const isBelowLate = (instant: string, top: string) =>
		isBelow(instant, targetAt(floorAt(top, options), options));
	const newest = state ? '' : instantOf((await reader.newest())?.updatedAt);
	const rows = await readRows(reader, {
		isFarEnough: (instant, top, count) =>
			state ? isBelow(instant, target) : count >= maxVersions && isBelowLate(instant, top),
		isTopAgain: isBelowLate,
		next: options.next,
	});
	if (!state) return { state: firstState(rows, options, newest), changes: [] };

	const found = rows.filter((row) => isNews(state, target, row)).sort(oldestFirst);
	const handled = await handle(reader, found, options);
	const isCaughtUp = handled.length === found.length;
	const upTo = isCaughtUp ? newestOf(rows) : found[handled.length - 1].instant;
	const versions = new Map(handled.map((seen, i) => [found[i].id, handledVersion(found[i], seen)]));
	const changes = handled.flatMap((seen, i) => {
		if (!seen) return [];
		const { id } = found[i];
		const { record } = seen;
		const before = state.versions.get(id);
		const hasMoved = before?.status && before.status !== record.status;
		const previousStatus = hasMoved ? before.status : null;
		const events = options.describe(record, before, state.since, signedBefore(state, options));
		return [{ ...seen, previousStatus, events, instant: versions.get(id)!.updatedAt }];
	});
	return {
		state: stateAfter(state, versions, upTo, isCaughtUp, options),
		// A record that was read by itself may be newer than its row.
		changes: changes.sort((a, b) => compareInstants(a.instant, b.instant)),
	};
}

/** The oldest of the rows as far as number, time and failures allow; null where they do not concern the workflow. */
async function handle(
	reader: Reader,
	found: Row[],
	options: PollOptions,
): Promise<Array<Seen | null>> {
	const handled: Array<Seen | null> = [];
	const room = () => options.maxChanges - handled.filter((seen) => seen).length;
	while (handled.length < found.length && room() > 0) {
		if (handled.length > 0 && !options.mayGoOn()) break;
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

/** The record of a row. @throws an error where it has to be waited for */
async function read(
	reader: Reader,
	{ record: listed, instant }: Row,
	{ outdated, isPatienceOver }: PollOptions,
): Promise<Seen | null> {
	if (!reader.concerns(listed, true)) return null;
	const [result] = await Promise.allSettled([reader.whole(listed)]);
	const whole = result.status === 'fulfilled' ? result.value : undefined;
	if (whole && compareInstants(instantOf(whole.updatedAt) ?? instant, instant) >= 0) {
		const record = { ...whole, updatedAt: whole.updatedAt ?? instant };
		return reader.concerns(whole) ? { record } : null;
	}
	const failure = result.status === 'rejected' ? (result.reason as Error) : outdated(listed);
	if (!isPatienceOver(failure)) throw failure;
	return { record: { ...whole, ...listed }, older: whole, failure };
}

/** The version to remember: what was emitted, with the print of the row where both are the same version. */
function handledVersion(row: Row, seen: Seen | null): Version {
	const version = versionOf(row);
	const updatedAt = instantOf(seen?.record.updatedAt) ?? row.instant;
	const status = seen?.record.status ?? version.status;
	return updatedAt === row.instant ? { ...version, status } : { updatedAt, status };
}

function oldestFirst(a: Row, b: Row): number {
	return compareInstants(a.instant, b.instant) || (a.id < b.id ? -1 : Number(a.id > b.id));
}
