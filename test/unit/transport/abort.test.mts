import { getEventListeners } from 'node:events';
import * as workflow from 'n8n-workflow';
import { onAbort, unlessAborted } from '../../../nodes/ContractManagement/transport/abort';
import { waitFor } from '../../../nodes/ContractManagement/transport/olderN8n';

/** As in n8n 2.6, where it knows no signal. */
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof workflow>('n8n-workflow'),
	sleep: async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms)),
}));

const HOUR_MS = 3_600_000;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a wait ends after its time, with and without a signal', async () => {
	const waiting = Promise.all([waitFor(HOUR_MS), waitFor(HOUR_MS, new AbortController().signal)]);
	await jest.advanceTimersByTimeAsync(HOUR_MS);
	await expect(waiting).resolves.toBeDefined();
});

test('a wait ends at once when its signal is aborted, also where n8n minds no signal', async () => {
	const stop = new AbortController();
	const waiting = waitFor(HOUR_MS, stop.signal);
	stop.abort(new Error('stopped'));
	await expect(waiting).rejects.toThrow('stopped');
	await expect(waitFor(HOUR_MS, stop.signal)).rejects.toThrow('stopped');
});

test('nothing is left at a signal that outlives the wait', async () => {
	const { signal } = new AbortController();
	const waiting = waitFor(1, signal);
	expect(getEventListeners(signal, 'abort')).toHaveLength(1);
	await jest.advanceTimersByTimeAsync(1);
	await waiting;
	expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a thousand who wait for a signal are one listener, each is called, and those who left are not', () => {
	const stop = new AbortController();
	const called: number[] = [];
	const releases = Array.from({ length: 1_000 }, (_, i) =>
		onAbort(stop.signal, () => called.push(i)),
	);
	expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
	releases.slice(2).forEach((release) => release());
	stop.abort();
	expect(called).toEqual([0, 1]);
});

test('who comes after the signal is called at once; who has none is never', () => {
	const callback = jest.fn();
	onAbort(undefined, callback)();
	expect(callback).not.toHaveBeenCalled();
	onAbort(AbortSignal.abort(), callback)();
	expect(callback).toHaveBeenCalledTimes(1);
});

test('a task is waited for unless the signal is aborted', async () => {
	const never = new Promise<never>(() => undefined);
	const stop = new AbortController();
	expect(await unlessAborted(Promise.resolve(1), stop.signal)).toBe(1);
	const waiting = unlessAborted(never, stop.signal);
	stop.abort('late');
	await expect(waiting).rejects.toBe('late');
	await expect(unlessAborted(never, stop.signal)).rejects.toBe('late');
});
