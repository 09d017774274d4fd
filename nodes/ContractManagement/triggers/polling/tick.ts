import type { TriggerEvent } from '../../api/events';
import { statusOf } from '../../transport/errors';
import { byTime, changesIn, withHandled, type Change } from './changes';
import { readTop } from './listOrder';
import type { Reader } from './reader';
import {
	beginScan,
	closed,
	fromTheTop,
	interrupted,
	takePage,
	withFresh,
	type Memory,
	type PolledRecord,
	type Scan,
} from './scan';
import type { Horizon, PollState } from './state';
import type { Version } from './version';

export interface TickOptions<T> extends Memory {
	describe: (record: T, before: Version | undefined, horizon: Horizon) => TriggerEvent[];
	/** A tick stops after the page with which it reaches this many changes. */
	maxChanges: number;
	/** False when the time for this tick is used up. */
	mayGoOn: () => boolean;
	/** This machine's clock, in milliseconds. */
	now: () => number;
}

export interface TickResult<T> {
	state: PollState;
	/** Oldest first. */
	changes: Array<Change<T>>;
	/** What ended the tick early; what was read before it counts. */
	failure?: unknown;
	/** Whether the tick got anywhere. */
	hasProgressed: boolean;
}

/** A tick under way. */
interface Run<T extends PolledRecord> {
	reader: Reader<T>;
	options: TickOptions<T>;
	state: PollState;
	scan: Scan<T>;
	changes: Array<Change<T>>;
	pages: number;
	hasRestarted: boolean;
}

/** A cursor that the service no longer knows is refused in one of these ways. */
const CURSOR_REFUSED = new Set([400, 404, 410, 422]);

/**
 * One tick (D12): goes on with the scan that the tick before had to leave, then looks for what changed since, as far as
 * time and number allow. It depends on the state alone, so a tick that was lost is simply repeated.
 */
export async function tick<T extends PolledRecord>(
	reader: Reader<T>,
	state: PollState,
	options: TickOptions<T>,
): Promise<TickResult<T>> {
	const scan = beginScan<T>(state, options.now());
	const run: Run<T> = { reader, options, state, scan, changes: [], pages: 0, hasRestarted: false };
	const failure = await readOn<T>(run);
	if (!run.scan.isAtEnd) {
		handle(run);
		run.state = interrupted(run.state, run.scan);
	}
	const changes = run.changes.toSorted((a, b) => byTime(a.record, b.record));
	return { state: run.state, changes, failure, hasProgressed: run.pages > 0 };
}

/** Reads scans until there is nothing more to read or no more time; answers with what failed. */
async function readOn<T extends PolledRecord>(run: Run<T>): Promise<unknown> {
	const { options } = run;
	const mustStop = () => isFull(run) || !options.mayGoOn();
	for (let isResumed = run.state.pending !== undefined; ; isResumed = false) {
		while (!run.scan.isAtEnd) {
			if (run.pages > 0 && mustStop()) return undefined;
			const failure = await readPage(run);
			if (failure !== undefined) return failure;
		}
		handle(run);
		run.state = closed(run.state, run.scan, options);
		if (!isResumed || mustStop()) return undefined;
		run.scan = beginScan(run.state, options.now());
	}
}

async function readPage<T extends PolledRecord>(run: Run<T>): Promise<unknown> {
	const [result] = await Promise.allSettled([nextPage(run)]);
	if (result.status === 'fulfilled') {
		run.scan = result.value;
		run.pages += 1;
		return undefined;
	}
	const { cursor } = run.scan;
	const isRefused = cursor !== null && CURSOR_REFUSED.has(statusOf(result.reason) ?? 0);
	if (!isRefused || run.hasRestarted) return result.reason as unknown;
	run.scan = fromTheTop(run.scan);
	run.hasRestarted = true;
	return undefined;
}

async function nextPage<T extends PolledRecord>(run: Run<T>): Promise<Scan<T>> {
	const { reader, scan, state } = run;
	const { page, order } =
		scan.cursor === null
			? await readTop(reader, state.order)
			: { page: await reader.page(scan.cursor, state.order), order: state.order };
	const taken = takePage(scan, page, { ...state, order });
	const found = [...taken.fresh].filter(([id, record]) => scan.fresh.get(id) !== record);
	const whole = await reader.complete(found.map(([, record]) => record));
	run.state = { ...state, order };
	return withFresh(taken, scan.fresh, whole);
}

function handle<T extends PolledRecord>(run: Run<T>): void {
	const { scan, state, options } = run;
	const changes = changesIn(scan.fresh.values(), state.versions, (record, before) =>
		options.describe(record, before, state.horizon),
	);
	run.changes = [...run.changes, ...changes];
	run.state = withHandled(state, changes, scan.prints);
}

function isFull<T extends PolledRecord>({ scan, changes, options }: Run<T>): boolean {
	return (scan.isAtEnd ? 0 : scan.fresh.size) + changes.length >= options.maxChanges;
}
