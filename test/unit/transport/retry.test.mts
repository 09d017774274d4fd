import type { ApiRequest, Exchange } from '../../../nodes/ContractManagement/transport/exchange';
import { DEFAULT_RETRY } from '../../../nodes/ContractManagement/transport/retryPolicy';
import {
	isRepeatable,
	mayHaveHappened,
	retryAfter,
	retryVerdict,
	type RetryState,
} from '../../../nodes/ContractManagement/transport/retry';

const READ: ApiRequest = { method: 'GET', path: '/contracts' };
const WRITE: ApiRequest = { method: 'POST', path: '/contracts' };
const REPEATABLE_WRITE: ApiRequest = { method: 'PATCH', path: '/contracts/1' };
const UNREPEATABLE_READ: ApiRequest = { ...READ, effect: 'adds' };

const FIRST: RetryState = { attempt: 1, elapsedMs: 0, now: 0, random: 0.5 };
const TIME = 'Sat, 21 Nov 2026 12:00:00 GMT';
const NOW = Date.parse(TIME);

const answer = (status: number, body: unknown = {}, headers = {}): Exchange => ({
	status,
	headers,
	body,
});
const failure = (kind: Exchange['failure']): Exchange => ({
	status: 0,
	headers: {},
	body: undefined,
	failure: kind,
});
const isRetried = (request: ApiRequest, given: Exchange, state = FIRST) =>
	retryVerdict(request, given, DEFAULT_RETRY, state).delayMs !== undefined;

// D5, in words: what is sent again after what.
const RETRIED: Array<
	[string, Exchange, { read: boolean; repeatableWrite: boolean; write: boolean }]
> = [
	['429', answer(429), { read: true, repeatableWrite: true, write: true }],
	['408', answer(408), { read: true, repeatableWrite: true, write: false }],
	['500', answer(500), { read: true, repeatableWrite: true, write: false }],
	['502', answer(502), { read: true, repeatableWrite: true, write: false }],
	['503', answer(503), { read: true, repeatableWrite: true, write: false }],
	['504', answer(504), { read: true, repeatableWrite: true, write: false }],
	['522 of a gateway', answer(522), { read: true, repeatableWrite: true, write: false }],
	['501', answer(501), { read: false, repeatableWrite: false, write: false }],
	['505', answer(505), { read: false, repeatableWrite: false, write: false }],
	['511', answer(511), { read: false, repeatableWrite: false, write: false }],
	['an HTML page', answer(200, '<html>'), { read: true, repeatableWrite: true, write: false }],
	['an empty body', answer(200, ''), { read: true, repeatableWrite: true, write: false }],
	['a refused connection', failure('unsent'), { read: true, repeatableWrite: true, write: true }],
	['a lost answer', failure('lost'), { read: true, repeatableWrite: true, write: false }],
	['a refusal of ours', failure('blocked'), { read: false, repeatableWrite: false, write: false }],
	['a cancellation', failure('canceled'), { read: false, repeatableWrite: false, write: false }],
	['400', answer(400), { read: false, repeatableWrite: false, write: false }],
	['401', answer(401), { read: false, repeatableWrite: false, write: false }],
	['404', answer(404), { read: false, repeatableWrite: false, write: false }],
	['409', answer(409), { read: false, repeatableWrite: false, write: false }],
	['a redirect', answer(302), { read: false, repeatableWrite: false, write: false }],
];

test.each(RETRIED)(
	'after %s only requests that do no harm twice are sent again',
	(_name, given, expected) => {
		expect({
			read: isRetried(READ, given),
			repeatableWrite: isRetried(REPEATABLE_WRITE, given),
			write: isRetried(WRITE, given),
		}).toEqual(expected);
	},
);

test.each([
	[408, true],
	[409, false],
	[429, false],
	[500, true],
	[501, false],
	[505, false],
	[511, false],
	[522, true],
])('a write that is answered with %i may have been executed: %j', (status, expected) => {
	expect(mayHaveHappened(WRITE, answer(status))).toBe(expected);
});

test('a GET can be declared as one that must not be repeated', () => {
	expect(isRepeatable(READ)).toBe(true);
	expect(isRetried(UNREPEATABLE_READ, answer(503))).toBe(false);
});

test('the wait doubles with every attempt, up to its cap, and is spread over its whole length', () => {
	const delays = [1, 2, 3, 4, 5].map((attempt) =>
		[0, 0.5, 1].map(
			(random) =>
				retryVerdict(
					READ,
					answer(503),
					{ ...DEFAULT_RETRY, maxDelayMs: 3_000 },
					{ ...FIRST, attempt, random },
				).delayMs,
		),
	);
	expect(delays).toEqual([
		[0, 250, 500],
		[0, 500, 1_000],
		[0, 1_000, 2_000],
		[0, 1_500, 3_000],
		[0, 1_500, 3_000],
	]);
});

test('a rejection by the rate limit is waited for, for half of the wait at least', () => {
	const pauses = [0, 1].map((random) =>
		retryVerdict(READ, answer(429), DEFAULT_RETRY, { ...FIRST, random }),
	);
	expect(pauses).toEqual([{ delayMs: 250 }, { delayMs: 500 }]);
});

test('faults are retried so many times, an unreadable answer once, rejections as long as there is time', () => {
	const attempt = DEFAULT_RETRY.maxRetries;
	const isTriedAgain = (given: Exchange, attempts: number) =>
		isRetried(READ, given, { ...FIRST, attempt: attempts });
	expect([isTriedAgain(answer(503), attempt), isTriedAgain(answer(503), attempt + 1)]).toEqual([
		true,
		false,
	]);
	expect([isTriedAgain(answer(200, ''), 1), isTriedAgain(answer(200, ''), 2)]).toEqual([
		true,
		false,
	]);
	expect(isTriedAgain(answer(429), 1_000)).toBe(true);
});

test('the total time is bounded, and 0 turns retries off', () => {
	const state = { ...FIRST, elapsedMs: 119_800, attempt: 2 };
	expect(isRetried(READ, answer(503), { ...state, random: 0 })).toBe(true);
	expect(isRetried(READ, answer(503), { ...state, random: 1 })).toBe(false);
	const off = { ...DEFAULT_RETRY, maxTotalMs: 0 };
	expect(retryVerdict(READ, answer(503), off, { ...FIRST, random: 0 })).toEqual({});
});

test('Retry-After beats our own wait, for any answer that is sent again', () => {
	const headers = { 'retry-after': '7' };
	expect(retryVerdict(READ, answer(429, {}, headers), DEFAULT_RETRY, FIRST)).toEqual({
		delayMs: 7_000,
	});
	expect(retryVerdict(READ, answer(503, {}, headers), DEFAULT_RETRY, FIRST)).toEqual({
		delayMs: 7_000,
	});
});

test('a longer Retry-After than there is time gives up at once and says so', () => {
	const given = answer(429, {}, { 'retry-after': '3600' });
	expect(retryVerdict(READ, given, DEFAULT_RETRY, FIRST)).toEqual({
		tooLongMs: 3_600_000,
	});
});

test('a Retry-After of nothing is none: the service would be asked without end', () => {
	const given = answer(429, {}, { 'retry-after': '0' });
	expect(retryVerdict(READ, given, DEFAULT_RETRY, FIRST).delayMs).toBe(375);
});

test.each([
	['seconds', { 'retry-after': '2' }, 2_000],
	['seconds with a fraction', { 'retry-after': ' 0.25 ' }, 250],
	['a date', { 'retry-after': 'Sat, 21 Nov 2026 12:00:09 GMT' }, 9_000],
	[
		'a date by the service’s own clock',
		{ 'retry-after': 'Sat, 21 Nov 2026 13:00:09 GMT', date: 'Sat, 21 Nov 2026 13:00:00 GMT' },
		9_000,
	],
	['a date in the past', { 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT' }, 0],
	['no header', {}, undefined],
	['something else', { 'retry-after': 'soon' }, undefined],
	['a negative number', { 'retry-after': '-5' }, undefined],
])('Retry-After is read as %s', (_name, headers, expected) => {
	expect(retryAfter(headers as Exchange['headers'], NOW)).toBe(expected);
});
