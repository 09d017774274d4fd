import { Readable } from 'node:stream';
import { Gate } from '../../../nodes/ContractManagement/transport/limit/gate';
import type { ApiRequest } from '../../../nodes/ContractManagement/transport/exchange';
import { attempt, request } from '../../../nodes/ContractManagement/transport/request';
import { DEFAULT_RETRY } from '../../../nodes/ContractManagement/transport/retryPolicy';
import { fakeConnection, networkError, type Answer } from './support/fakeService.mts';

const READ: ApiRequest = { method: 'GET', path: '/contracts' };
const WRITE: ApiRequest = { method: 'POST', path: '/contracts', body: { a: 1 } };

/** Answers with these in turn, the last one for ever. */
const inTurn = (...answers: Answer[]) => {
	let i = 0;
	return () => answers[Math.min(i++, answers.length - 1)];
};

const REJECTED = { statusCode: 429, body: {} };
const FAULT = { statusCode: 503, body: {} };
const FINE = { body: { id: 1 } };

test('the body of a successful answer is the result', async () => {
	const { connection, sent } = fakeConnection(inTurn(FINE));
	expect(await request(connection, READ)).toEqual({ id: 1 });
	expect(sent).toHaveLength(1);
});

test('whoever asks to is told of the headers of the last answer, also of a refusal', async () => {
	const dates: Array<string | undefined> = [];
	const onAnswer = ({ date }: Record<string, string>) => dates.push(date);
	const answers = inTurn(FAULT, { ...FINE, headers: { date: 'one' } }, { statusCode: 404 });
	const { connection } = fakeConnection(answers, { onAnswer });
	await request(connection, READ);
	await expect(request(connection, READ)).rejects.toThrow();
	expect(dates).toEqual(['one', undefined]);
});

test('a fault is retried, and the log says what happened and when the next attempt follows', async () => {
	const { connection, sent, debug } = fakeConnection(
		inTurn(FAULT, networkError('ECONNRESET'), FINE),
	);
	expect(await request(connection, READ)).toEqual({ id: 1 });
	expect(sent).toHaveLength(3);
	expect(debug).toEqual([
		expect.stringMatching(/^GET \/contracts: 503; attempt 2 follows in \d+ ms$/),
		expect.stringMatching(/^GET \/contracts: ECONNRESET; attempt 3 follows in \d+ ms$/),
	]);
});

test('an answer that does not end is read to 100 MB, and the error says so', async () => {
	let megabytes = 0;
	const body = new Readable({
		read() {
			this.push(Buffer.alloc(1_000_000, megabytes === 0 ? '["' : 'x'));
			megabytes += 1;
		},
	});
	const { connection } = fakeConnection(() => ({ body: body as never }));
	await expect(request(connection, WRITE)).rejects.toMatchObject({
		message: 'The service answered 200 with more than 100 MB, of which the rest was not read',
		description: expect.stringContaining('It may have happened'),
	});
	expect(megabytes).toBeLessThan(110);
	expect(body.destroyed).toBe(true);
});

test('a refusal whose body cannot be read is known by its status', async () => {
	const body = new Readable({
		read() {
			this.destroy(new Error('incorrect header check'));
		},
	});
	const { connection } = fakeConnection(() => ({ statusCode: 409, body: body as never }));
	await expect(request(connection, WRITE)).rejects.toMatchObject({
		context: { statusCode: 409, outcome: 'notExecuted' },
	});
});

test.each([
	['Z_DATA_ERROR', 'gzip or deflate'],
	['ERR__ERROR_FORMAT_PADDING_1', 'br'],
])('a body that is not compressed as it says is named: %s is no %s', async (code, encoding) => {
	const body = () =>
		new Readable({
			read() {
				this.destroy(Object.assign(new Error('incorrect header check'), { code }));
			},
		});
	const { connection } = fakeConnection(() => ({ body: body() as never }));
	await expect(request(connection, READ)).rejects.toMatchObject({
		message: `The service answered 200 with a body that is not ${encoding}, although its Content-Encoding says so`,
	});
});

test('the error says how often it was tried and what came of it', async () => {
	const { connection } = fakeConnection(inTurn(FAULT, FAULT, networkError('ECONNRESET'), FAULT));
	await expect(request(connection, READ)).rejects.toMatchObject({
		message: 'A gateway or proxy could not reach the service (503)',
		description: 'Gave up after 6 attempts (2 × 503, ECONNRESET, 3 × 503). Run it again later.',
		httpCode: '503',
		context: { attempts: 6, statusCode: 503 },
	});
});

test('what has just been read is written before other requests of the execution', async () => {
	const { connection, sent } = fakeConnection(() => FINE, {
		gate: new Gate({ concurrency: 1, perSecond: 0 }),
	});
	const first = { ...connection, goesFirst: true };
	await Promise.all([
		request(connection, READ),
		request(connection, { ...READ, path: '/others' }),
		request(first, WRITE),
	]);
	expect(sent.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
});

test('a write whose outcome is unknown is sent once, and the error says how to find out', async () => {
	const { connection, sent } = fakeConnection(inTurn(networkError('ECONNRESET')));
	await expect(request(connection, WRITE)).rejects.toMatchObject({
		message: 'No answer arrived, so it is not known whether the service executed this',
		description: expect.stringContaining(
			'look for a new contract in the service before you run this again',
		),
		context: { attempts: 1, failure: 'lost', statusCode: 0 },
	});
	expect(sent).toHaveLength(1);
});

test('a rejected request waits with everybody else and goes on', async () => {
	const { connection, sent } = fakeConnection(
		inTurn({ statusCode: 429, body: {}, headers: { 'retry-after': '0.05' } }, FINE),
	);
	const startedAt = performance.now();
	expect(await request(connection, WRITE)).toEqual({ id: 1 });
	expect(performance.now() - startedAt).toBeGreaterThanOrEqual(45);
	expect(sent).toHaveLength(2);
});

test('waiting for the first turn does not count against the time for retries', async () => {
	jest.useFakeTimers();
	const gate = new Gate({ concurrency: 1, perSecond: 0 });
	const { connection, sent } = fakeConnection(inTurn(FAULT, FINE), {
		gate,
		retry: { ...DEFAULT_RETRY, maxTotalMs: 1_000 },
	});
	const holder = await gate.enter({ execution: 'other' });
	const outcome = attempt(connection, READ);
	await jest.advanceTimersByTimeAsync(60_000);
	holder!.leave();
	await jest.advanceTimersByTimeAsync(1_000);
	jest.useRealTimers();
	expect((await outcome).attempts).toBe(2);
	expect(sent).toHaveLength(2);
});

test('a service that asks for more time than there is ends it for everyone who waits, unsent', async () => {
	const gate = new Gate({ concurrency: 1, perSecond: 0 });
	const { connection, sent } = fakeConnection(
		() => ({ statusCode: 429, body: {}, headers: { 'retry-after': '3600' } }),
		{ gate },
	);
	const errors = await Promise.allSettled(
		[1, 2, 3].map(async () => await request(connection, WRITE)),
	);
	expect(sent).toHaveLength(1);
	const reasons = errors.map((error) => (error as PromiseRejectedResult).reason);
	for (const { message } of reasons) {
		expect(message).toBe('The service asks to wait 3600 s before the next request');
	}
	expect(reasons.map(({ description }) => description.split('. ')[0])).toEqual([
		'Nothing was executed',
		'It was not even sent',
		'It was not even sent',
	]);
});

test('a cancellation while waiting for a place, for a retry or for the answer says so and sends nothing more', async () => {
	const cancelWhile = async (
		answer: (stop: AbortController) => Answer | Promise<Answer>,
		gate?: Gate,
	) => {
		const stop = new AbortController();
		const { connection, sent } = fakeConnection(() => answer(stop), {
			signal: stop.signal,
			retry: { ...DEFAULT_RETRY, baseDelayMs: 1e9, maxTotalMs: 1e12, maxDelayMs: 1e9 },
			...(gate && { gate }),
		});
		const done = expect(request(connection, READ)).rejects.toMatchObject({
			message: 'The execution was canceled',
		});
		setImmediate(() => stop.abort());
		await done;
		return sent.length;
	};
	const full = new Gate({ concurrency: 1, perSecond: 0 });
	await full.enter({ execution: 'other' });
	expect(await cancelWhile(() => FINE, full)).toBe(0);
	expect(await cancelWhile(() => FAULT)).toBe(1);
	expect(
		await cancelWhile(
			async ({ signal }) =>
				await new Promise((resolve) =>
					signal.addEventListener('abort', () => resolve(networkError('ERR_CANCELED'))),
				),
		),
	).toBe(1);
});

test('a deadline that passes says that the time ran out', async () => {
	const { connection } = fakeConnection(() => FAULT, {
		signal: AbortSignal.timeout(20),
		retry: { ...DEFAULT_RETRY, baseDelayMs: 1e6, maxDelayMs: 1e6, maxTotalMs: 1e9 },
	});
	await expect(request(connection, READ)).rejects.toMatchObject({
		message: 'The time for this ran out',
	});
});

test('an answer without a code or a text is still named', async () => {
	const { connection, debug } = fakeConnection(FINE_AFTER_SILENCE());
	await attempt(connection, READ, sendSilently());
	expect(debug).toEqual([expect.stringContaining('no answer')]);
});

function FINE_AFTER_SILENCE() {
	return inTurn(FINE);
}

function sendSilently() {
	let calls = 0;
	return async () => {
		const silence = { status: 0, headers: {}, body: undefined, failure: 'lost' as const };
		return calls++ === 0 ? silence : { status: 200, headers: {}, body: {} };
	};
}

describe('a write whose answer got lost', () => {
	const CHANGE: ApiRequest = { method: 'PATCH', path: '/contracts/1' };

	test('is not sent again where a look shows that it was executed', async () => {
		const { connection, sent } = fakeConnection(inTurn(networkError('ECONNRESET'), FINE));
		const look = async (looking: typeof connection) => {
			expect(looking.goesFirst).toBe(true);
			return { ...(await request<object>(looking, READ)), seen: true };
		};
		expect(await request(connection, { ...CHANGE, look })).toEqual({ id: 1, seen: true });
		expect(sent.map(({ method }) => method)).toEqual(['PATCH', 'GET']);
	});

	test('is sent again where it does not, or cannot be looked at', async () => {
		const { connection, sent } = fakeConnection(inTurn(FAULT, FAULT, FINE));
		let looks = 0;
		const look = async () => {
			if ((looks += 1) === 2) throw new Error('cannot be read');
			return undefined;
		};
		expect(await request(connection, { ...CHANGE, look })).toEqual({ id: 1 });
		expect([sent.length, looks]).toEqual([3, 2]);
	});

	test('is not looked at where the service refused it', async () => {
		const { connection } = fakeConnection(inTurn({ statusCode: 409, body: {} }));
		const look = jest.fn(async () => ({}));
		await expect(request(connection, { ...CHANGE, look })).rejects.toMatchObject({
			context: { outcome: 'notExecuted', statusCode: 409 },
		});
		expect(look).not.toHaveBeenCalled();
	});

	test('stays unknown whatever comes of later attempts', async () => {
		const answers: Answer[] = [FAULT, networkError('ECONNREFUSED')];
		const { connection } = fakeConnection(inTurn(...answers));
		await expect(request(connection, CHANGE)).rejects.toMatchObject({
			message: expect.stringMatching(/^The contract-management service could not be reached\. /),
			description: expect.stringMatching(/^It may have happened; running it again does no harm\. /),
			context: { outcome: 'unknown' },
		});
		const refused = fakeConnection(inTurn(networkError('ECONNREFUSED')));
		await expect(request(refused.connection, WRITE)).rejects.toMatchObject({
			description: expect.stringMatching(/^Nothing was executed\. /),
			context: { outcome: 'notExecuted' },
		});
	});

	test('stays unknown when the execution is canceled while it is looked at', async () => {
		const stop = new AbortController();
		const { connection } = fakeConnection(inTurn(FAULT), { signal: stop.signal });
		const look = async () => {
			stop.abort();
			throw new Error('canceled');
		};
		await expect(request(connection, { ...CHANGE, look })).rejects.toMatchObject({
			message: 'The execution was canceled',
			context: { outcome: 'unknown' },
		});
	});
});

describe('a write whose body is made anew before each further try', () => {
	const CHANGE: ApiRequest = { method: 'PATCH', path: '/contracts/1', body: { try: 1 } };

	test('is sent with what is there by then, before other requests of the execution', async () => {
		const { connection, sent } = fakeConnection(inTurn(FAULT, FINE));
		const renew = async ({ goesFirst }: typeof connection) => ({ try: 2, goesFirst });
		expect(await request(connection, { ...CHANGE, renew })).toEqual({ id: 1 });
		expect(sent.map(({ body }) => body)).toEqual([{ try: 1 }, { try: 2, goesFirst: true }]);
	});

	test('is given up where that cannot be read', async () => {
		const { connection, sent } = fakeConnection(inTurn(FAULT, FINE));
		const renew = async () => await Promise.reject<never>(new Error('cannot be read'));
		await expect(request(connection, { ...CHANGE, renew })).rejects.toMatchObject({
			context: { outcome: 'unknown', statusCode: 503, attempts: 1 },
		});
		expect(sent).toHaveLength(1);
	});

	test('stays unknown when the execution is canceled meanwhile', async () => {
		const stop = new AbortController();
		const { connection, sent } = fakeConnection(inTurn(FAULT, FINE), { signal: stop.signal });
		const renew = async () => {
			stop.abort();
			throw new Error('canceled');
		};
		await expect(request(connection, { ...CHANGE, renew })).rejects.toMatchObject({
			message: 'The execution was canceled',
			context: { outcome: 'unknown' },
		});
		expect(sent).toHaveLength(1);
	});
});

test('what leaves the service as it was is never unknown', async () => {
	const { connection } = fakeConnection(inTurn(FAULT));
	for (const asked of [READ, { ...WRITE, effect: 'reads' as const }]) {
		await expect(request(connection, asked)).rejects.toMatchObject({
			description: expect.not.stringContaining('may have happened'),
			context: expect.not.objectContaining({ outcome: 'unknown' }),
		});
	}
});

test('nothing is sent by a request that is stopped in the moment when it is let in', async () => {
	const gate = new Gate({ concurrency: 1, perSecond: 0 });
	const stop = new AbortController();
	const { connection, sent } = fakeConnection(inTurn(FINE), { gate, signal: stop.signal });
	const holder = await gate.enter({ execution: 'other' });
	const refused = expect(request(connection, WRITE)).rejects.toMatchObject({
		message: 'The execution was canceled',
		context: { outcome: 'notExecuted' },
	});
	holder!.leave();
	stop.abort();
	await refused;
	expect(sent).toEqual([]);
	expect(await gate.enter({ execution: 'next' })).toBeDefined();
});

test('a write that waits is not sent once others are stopped, unless it may have been executed', async () => {
	const stop = new AbortController();
	const writing = { stop: stop.signal, isSent: false };
	const notBegun = new Error('Not begun');
	const answers = inTurn(FAULT, FINE);
	const { connection, sent } = fakeConnection(
		() => {
			stop.abort(notBegun);
			return answers();
		},
		{ writing },
	);
	await request(connection, READ).catch(() => undefined);
	expect(writing.isSent).toBe(false);
	await expect(request(connection, WRITE)).rejects.toBe(notBegun);
	expect(sent).toHaveLength(2);

	const free = fakeConnection(inTurn(FAULT, FINE), {
		writing: { ...writing, stop: new AbortController().signal },
	});
	await request(free.connection, { ...WRITE, effect: 'sets' });
	expect(free.connection.writing?.isSent).toBe(true);
});

test('writes of one record wait for each other, others and reads do not', async () => {
	const id = '3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718';
	const log: string[] = [];
	const { connection } = fakeConnection(async ({ method, url }) => {
		log.push(`${method} ${url} begins`);
		await new Promise((resolve) => setTimeout(resolve, 5));
		log.push(`${method} ${url} ends`);
		return FINE;
	});
	const send = async (method: 'GET' | 'PATCH' | 'POST', path: string) =>
		await attempt(connection, { method, path });
	await Promise.all([
		send('PATCH', `/contracts/${id}`),
		send('POST', `/contracts/contract_${id}/signatures/send`),
		send('GET', `/contracts/${id}`),
		send('POST', '/contracts'),
		send('POST', '/contracts'),
	]);
	const ofRecord = log.filter((line) => /^P.*-/.test(line)).map((line) => line.split(' ')[2]);
	expect(ofRecord).toEqual(['begins', 'ends', 'begins', 'ends']);
	expect(log.slice(0, 4).every((line) => line.endsWith('begins'))).toBe(true);
});

describe('of a tool, whose retries end together', () => {
	const endingIn = (ms: number) => ({
		retry: { ...DEFAULT_RETRY, baseDelayMs: 1, endsAt: performance.now() + ms },
	});

	test('what failed after their end is not sent again', async () => {
		const { connection, sent } = fakeConnection(inTurn(FAULT, FINE), endingIn(-1));
		await expect(request(connection, READ)).rejects.toMatchObject({
			context: { statusCode: 503, attempts: 1 },
		});
		expect(sent).toHaveLength(1);
	});

	test('a longer pause is refused at once, a short one is waited for', async () => {
		const asked = (seconds: string) => ({ ...REJECTED, headers: { 'retry-after': seconds } });
		const long = fakeConnection(inTurn(asked('30'), FINE), endingIn(25_000));
		await expect(request(long.connection, WRITE)).rejects.toThrow('asks to wait 30 s');
		expect(long.sent).toHaveLength(1);
		const short = fakeConnection(inTurn(asked('0.01'), FINE), endingIn(25_000));
		expect(await request(short.connection, WRITE)).toEqual({ id: 1 });
	});

	test.each([undefined, new AbortController().signal])(
		'its turn does not come: the call ends, and nothing was executed (signal: %p)',
		async (signal) => {
			const gate = new Gate({ concurrency: 1, isOwn: true, perSecond: 0 });
			const { connection, sent } = fakeConnection(inTurn(FINE), { ...endingIn(1), gate, signal });
			const others = await gate.enter({ execution: 'bulk' });
			await expect(request(connection, WRITE)).rejects.toMatchObject({
				message: 'The service keeps rejecting requests because there are too many',
				description: expect.stringContaining('Nothing was executed.'),
				context: { outcome: 'notExecuted' },
			});
			expect(sent).toHaveLength(0);
			others!.leave({ status: 200 });
		},
	);
});
