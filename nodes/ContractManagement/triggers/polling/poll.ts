import type { TriggerEvent } from '../../api/events';
import { compareInstants, instantOf, later } from '../../api/instants';
import { mapConcurrently } from '../../transport/concurrent';
import type { Change } from './events';
import type { Reader } from './reader';
import { readRows, type PolledRecord, type Row } from './rows';
import {
	firstState,
	floorAt,
	isNews,
	MAX_VERSIONS,
	stateAfter,
	targetAt,
	versionOf,
	type Memory,
	type PollState,
	type Version,
} from './state';

export interface PollOptions<T> extends Memory {
	describe(record: T, before: Version | undefined, since: string | undefined): TriggerEvent[];
	/** At most so many changes that may concern the workflow are handled. */
	maxChanges: number;
	/** Called before every further page. @throws when the time for the list is used up */
	next(pages: number): void;
	/** False when the time for this poll is used up. */
	mayGoOn(): boolean;
	/** Whether a record that cannot be read has been waited for long enough, so that its change is emitted without it. */
	isPatienceOver(failure: unknown): boolean;
	/** The failure of a record that is older, read by itself, than what the list shows. */
	outdated(record: T): Error;
}

/** A row that was handled. */
interface Handled<T> {
	row: Row<T>;
	/** Undefined where it does not concern the workflow. */
	change?: Pick<Change<T>, 'failure' | 'older' | 'record'>;
}

const CONCURRENT_READS = 20;

/**
 * One poll: reads the list down to where all changes were handled, and handles the oldest changes above. What is left is
 * read again by the next poll. It depends on the state alone, and a failure changes nothing, so that it is repeated.
 *
 * @param state undefined on the first poll, which only notes what is there
 */
export async function poll<T extends PolledRecord>(
	reader: Reader<T>,
	state: PollState | undefined,
	options: PollOptions<T>,
): Promise<{ state: PollState; changes: Array<Change<T>> }> {
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
	const newest = rows.reduce<string | undefined>((a, { instant }) => later(a, instant), undefined);
	const upTo = isCaughtUp ? newest : handled.at(-1)!.row.instant;
	const versions = new Map(handled.map((one) => [one.row.id, handledVersion(one)]));
	const changes = handled.flatMap(({ row: { id }, change }) => {
		if (!change) return [];
		const before = state.versions.get(id);
		const { status } = change.record;
		const previousStatus = before?.status && before.status !== status ? before.status : null;
		const events = options.describe(change.record, before, state.since);
		return [{ ...change, previousStatus, events, instant: versions.get(id)!.updatedAt }];
	});
	return {
		state: stateAfter(state, [...versions], upTo, isCaughtUp, options),
		// A record that was read by itself may be newer than its row.
		changes: changes.sort((a, b) => compareInstants(a.instant, b.instant)),
	};
}

/** The oldest of the rows, with their records, as far as number, time and failures allow. @throws when that is none */
async function handle<T extends PolledRecord>(
	reader: Reader<T>,
	found: Array<Row<T>>,
	options: PollOptions<T>,
): Promise<Array<Handled<T>>> {
	const handled: Array<Handled<T>> = [];
	let changes = 0;
	while (handled.length < found.length && changes < options.maxChanges) {
		if (handled.length > 0 && !options.mayGoOn()) break;
		const room = Math.min(CONCURRENT_READS, options.maxChanges - changes);
		const rows = found.slice(handled.length, handled.length + room);
		const results = await mapConcurrently(
			rows,
			room,
			async (row) => await read(reader, row, options),
		);
		const failed = results.findIndex((result) => result instanceof Error);
		const done = (failed < 0 ? results : results.slice(0, failed)) as Array<Handled<T>>;
		handled.push(...done);
		changes += done.filter(({ change }) => change !== undefined).length;
		if (failed >= 0 && handled.length === 0) throw results[failed] as Error;
		if (failed >= 0) break;
	}
	return handled;
}

/** The record of a row, or why it has to be waited for. */
async function read<T extends PolledRecord>(
	reader: Reader<T>,
	row: Row<T>,
	{ outdated, isPatienceOver }: PollOptions<T>,
): Promise<Error | Handled<T>> {
	const listed = row.record;
	if (!reader.mayConcern(listed)) return { row };
	const [result] = await Promise.allSettled([reader.whole(listed)]);
	const whole = result.status === 'fulfilled' ? result.value : undefined;
	const instant = whole && (instantOf(whole.updatedAt) ?? row.instant);
	if (instant !== undefined && compareInstants(instant, row.instant) >= 0) {
		if (!reader.concerns(whole!)) return { row };
		return { row, change: { record: { ...whole!, updatedAt: whole!.updatedAt ?? row.instant } } };
	}
	const failure = result.status === 'rejected' ? (result.reason as Error) : outdated(listed);
	if (!isPatienceOver(failure)) return failure;
	return { row, change: { record: { ...whole, ...listed }, older: whole, failure } };
}

/** The version to remember: what was emitted, with the print of the row where both are the same version. */
function handledVersion<T extends PolledRecord>({ row, change }: Handled<T>): Version {
	const version = versionOf(row);
	const instant = instantOf(change?.record.updatedAt) ?? row.instant;
	const status = change?.record.status ?? version.status;
	return instant === row.instant ? { ...version, status } : { updatedAt: instant, status };
}

function oldestFirst(a: Row<PolledRecord>, b: Row<PolledRecord>): number {
	return compareInstants(a.instant, b.instant) || (a.id < b.id ? -1 : Number(a.id > b.id));
}
