import type { TriggerEvent } from '../../api/events';
import { compareInstants, instantOf } from '../../api/instants';
import { mapConcurrently } from '../../transport/concurrent';
import type { Reader } from './reader';
import { readRows, type PolledRecord, type Row } from './rows';
import {
	firstState,
	floorAt,
	isNews,
	MAX_VERSIONS,
	newestOf,
	stateAfter,
	targetAt,
	versionOf,
	type Memory,
	type PollState,
	type Version,
} from './state';

/** A change and what it amounts to. */
export interface Change extends Handled {
	events: TriggerEvent[];
	/** The status before, where it is known and another. */
	previousStatus: string | null;
}

/** A record that the workflow is about. */
interface Handled {
	/** Its newest version that was seen. */
	record: PolledRecord;
	/** Why it could not be read by itself. */
	failure?: Error;
	/** What was read by itself where that failed or was older than what the list shows. */
	older?: PolledRecord;
}

export interface PollOptions extends Memory {
	describe(record: PolledRecord, before?: Version, since?: string): TriggerEvent[];
	/** At most so many changes that may concern the workflow are handled. */
	maxChanges: number;
	/** Called before every further page. @throws when the time for the list is used up */
	next(pages: number): void;
	/** False when the time for this poll is used up. */
	mayGoOn(): boolean;
	/** Whether a record that cannot be read has been waited for long enough, so that its change is emitted without it. */
	isPatienceOver(failure: unknown): boolean;
	/** The failure of a record that is older, read by itself, than what the list shows. */
	outdated(record: PolledRecord): Error;
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
	const target = targetAt(state?.floor, options);
	const { maxVersions = MAX_VERSIONS } = options;
	const isBelow = (instant: string, end?: string) =>
		end !== undefined && compareInstants(instant, end) <= 0;
	const isBelowLate = (instant: string, top: string) =>
		isBelow(instant, targetAt(floorAt(top, options), options));
	const rows = await readRows(reader, {
		isFarEnough: (instant, top, count) =>
			state ? isBelow(instant, target) : count >= maxVersions && isBelowLate(instant, top),
		isTopAgain: isBelowLate,
		next: options.next,
	});
	if (!state) return { state: firstState(rows, options), changes: [] };

	const found = rows.filter((row) => isNews(state, target, row)).sort(oldestFirst);
	const handled = await handle(reader, found, options);
	const isCaughtUp = handled.length === found.length;
	const upTo = isCaughtUp ? newestOf(rows) : found[handled.length - 1].instant;
	const versions = new Map(
		handled.map((change, i) => [found[i].id, handledVersion(found[i], change)]),
	);
	const changes = handled.flatMap((change, i) => {
		if (!change) return [];
		const { id } = found[i];
		const before = state.versions.get(id);
		const { status } = change.record;
		const previousStatus = before?.status && before.status !== status ? before.status : null;
		const events = options.describe(change.record, before, state.since);
		return [{ ...change, previousStatus, events, instant: versions.get(id)!.updatedAt }];
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
): Promise<Array<Handled | null>> {
	const handled: Array<Handled | null> = [];
	const room = () => options.maxChanges - handled.filter((change) => change).length;
	while (handled.length < found.length && room() > 0) {
		if (handled.length > 0 && !options.mayGoOn()) break;
		const size = Math.min(CONCURRENT_READS, room());
		const rows = found.slice(handled.length, handled.length + size);
		const results = await mapConcurrently(
			rows,
			size,
			async (row) => await read(reader, row, options),
		);
		const failed = results.findIndex((result) => result instanceof Error);
		handled.push(...(results.slice(0, failed < 0 ? size : failed) as Array<Handled | null>));
		if (failed >= 0 && handled.length === 0) throw results[failed] as Error;
		if (failed >= 0) break;
	}
	return handled;
}

/** The record of a row, or why it has to be waited for. */
async function read(
	reader: Reader,
	{ record: listed, instant }: Row,
	{ outdated, isPatienceOver }: PollOptions,
): Promise<Error | Handled | null> {
	if (!reader.mayConcern(listed)) return null;
	const [result] = await Promise.allSettled([reader.whole(listed)]);
	const whole = result.status === 'fulfilled' ? result.value : undefined;
	if (whole && compareInstants(instantOf(whole.updatedAt) ?? instant, instant) >= 0) {
		const record = { ...whole, updatedAt: whole.updatedAt ?? instant };
		return reader.concerns(whole) ? { record } : null;
	}
	const failure = result.status === 'rejected' ? (result.reason as Error) : outdated(listed);
	if (!isPatienceOver(failure)) return failure;
	return { record: { ...whole, ...listed }, older: whole, failure };
}

/** The version to remember: what was emitted, with the print of the row where both are the same version. */
function handledVersion(row: Row, change: Handled | null): Version {
	const version = versionOf(row);
	const updatedAt = instantOf(change?.record.updatedAt) ?? row.instant;
	const status = change?.record.status ?? version.status;
	return updatedAt === row.instant ? { ...version, status } : { updatedAt, status };
}

function oldestFirst(a: Row, b: Row): number {
	return compareInstants(a.instant, b.instant) || (a.id < b.id ? -1 : Number(a.id > b.id));
}
