import { PassThrough, Readable } from 'node:stream';
import type { Connection } from '../../../nodes/ContractManagement/transport/connection';
import { withinTimeout } from '../../../nodes/ContractManagement/transport/deadline';
import type { ApiRequest, Exchange } from '../../../nodes/ContractManagement/transport/exchange';
import { attempt, request } from '../../../nodes/ContractManagement/transport/request';
import { DEFAULT_RETRY } from '../../../nodes/ContractManagement/transport/retryPolicy';
import { until } from '../../support/condition.mts';
import { fakeConnection, networkError, type Answer } from './support/fakeService.mts';

const READ: ApiRequest = { method: 'GET', path: '/contracts' };
const NO_RETRY = { ...DEFAULT_RETRY, maxTotalMs: 0 };

const never = async () => await new Promise<Answer>(() => undefined);

const within = (timeout: number | undefined, more: Partial<Connection> = {}) => ({
	http: { timeout },
	retry: NO_RETRY,
	...more,
});

/** A body of which a byte comes every few milliseconds, for ever. */
function dripping(): Readable {
	const body = new PassThrough();
	const drip = setInterval(() => body.write(' '), 5);
	body.on('close', () => clearInterval(drip));
	return body;
}

function stalled(): Readable {
	const body = new PassThrough();
	body.write('{"id":');
	return body;
}

test.each([
	['never comes', never, /\(no answer came within 0\.1 s\)$/],
	['drips', dripping, /the answer did not end within 0\.1 s, after \d+ bytes of it/],
	['stalls', stalled, /the answer did not end within 0\.1 s, after 6 bytes of it/],
])('an answer that %s ends with the timeout, and says so', async (_what, answer, description) => {
	let body: unknown;
	const { connection } = fakeConnection(async () => {
		const given = await answer();
		body = given;
		return { body: given as never };
	}, within(100));
	await expect(request(connection, READ)).rejects.toMatchObject({
		message: 'The contract-management service did not answer',
		description: expect.stringMatching(description),
		context: { failure: 'lost', attempts: 1 },
	});
	expect(connection.gate.isIdle).toBe(true);
	if (body instanceof Readable) expect(body.destroyed).toBe(true);
});

test.each([404, 409, 429])('a refusal whose body stalls is one (%s)', async (statusCode) => {
	const waits: number[] = [];
	const over = new AbortController();
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		waits.push(ms);
		if (ms !== 3_000) return new AbortController().signal;
		setImmediate(() => over.abort(new Error('over')));
		return over.signal;
	});
	const body = stalled();
	const { connection } = fakeConnection(
		() => ({ statusCode, body: body as never }),
		within(60_000),
	);
	const { answer } = await attempt(connection, { ...READ, method: 'POST' });
	timeout.mockRestore();
	expect(answer).toMatchObject({ status: statusCode, body: '' });
	expect(answer).not.toHaveProperty('failure');
	expect(body.destroyed).toBe(true);
	expect(waits).toEqual([60_000, 3_000]);
});

test('what came too late is sent again as any lost answer is', async () => {
	const bodies = [stalled(), { id: 1 }];
	const { connection } = fakeConnection(() => ({ body: bodies.shift() as never }), {
		http: { timeout: 50 },
	});
	expect(await request(connection, READ)).toEqual({ id: 1 });
});

test('a body that comes after the end is not left open', async () => {
	const late = stalled();
	let answer: (value: Answer) => void = () => undefined;
	const { connection } = fakeConnection(
		async () => await new Promise((resolve) => (answer = resolve)),
		within(20),
	);
	await attempt(connection, READ);
	answer({ body: late as never });
	await until(
		async () => late.destroyed,
		(isDestroyed) => isDestroyed,
	);
});

test('an answer in time is the answer, and leaves nothing behind', async () => {
	const stop = new AbortController();
	const listeners = jest.spyOn(stop.signal, 'addEventListener');
	const removed = jest.spyOn(stop.signal, 'removeEventListener');
	const { connection } = fakeConnection(
		() => ({ body: Readable.from([Buffer.from('{"a":1}')]) as never }),
		{
			signal: stop.signal,
		},
	);
	expect(await request(connection, READ)).toEqual({ a: 1 });
	expect(listeners.mock.calls.length).toBeGreaterThan(0);
	expect(removed).toHaveBeenCalledTimes(listeners.mock.calls.length);
});

const FAILED: Exchange = { status: 0, headers: {}, body: undefined, failure: 'lost' };

test.each([
	['of a failure before the end', 1_000, undefined, async () => FAILED, FAILED],
	['of a stop', 1_000, AbortSignal.abort(), async () => FAILED, { failure: 'canceled' }],
])('an outcome %s', async (_of, timeout, signal, send, outcome) => {
	const { connection } = fakeConnection(never, within(timeout, { signal }));
	expect(await withinTimeout(connection, send)).toMatchObject(outcome);
});

test.each([undefined, Number.NaN, -1, 0, 'soon', Infinity, 2 ** 40])(
	'a timeout of %p lets an answer come',
	async (timeout) => {
		const { connection } = fakeConnection(
			async () => await new Promise((resolve) => setTimeout(resolve, 20, { body: { a: 1 } })),
			within(timeout as number),
		);
		expect(await request(connection, READ)).toEqual({ a: 1 });
	},
);

test('the place in the gate is free again, whatever an attempt comes to', async () => {
	const { connection } = fakeConnection(never);
	const broken = async () => await Promise.reject<Exchange>(networkError('ECONNRESET'));
	await expect(attempt(connection, READ, broken)).rejects.toThrow('ECONNRESET');
	expect(connection.gate.isIdle).toBe(true);
});
