import { getEventListeners } from 'node:events';
import * as workflow from 'n8n-workflow';
import { waitFor } from '../../../nodes/ContractManagement/transport/waitFor';

/** As in n8n 2.0, where it knows no signal. */
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
