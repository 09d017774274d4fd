import { Claims, emitOnce } from '../../../nodes/ContractManagement/triggers/webhook/emitOnce';
import type { WebhookSettings } from '../../../nodes/ContractManagement/triggers/webhook/properties';

const signal = () => AbortSignal.timeout(5_000);

const isDone = (claims: Claims, key: string) => claims.dateOf(key) !== undefined;

test('a key is claimed once, and is done when its claim was settled with success', async () => {
	const claims = new Claims();
	const first = await claims.claim(['a'], signal());
	expect(first.has('a')).toBe(true);
	expect(isDone(claims, 'a')).toBe(false);

	first.settle(true);
	expect(isDone(claims, 'a')).toBe(true);
	expect((await claims.claim(['a'], signal())).has('a')).toBe(false);
});

test('a failure is not remembered', async () => {
	const claims = new Claims();
	(await claims.claim(['a'], signal())).settle(false);
	expect(isDone(claims, 'a')).toBe(false);
	expect((await claims.claim(['a'], signal())).has('a')).toBe(true);
});

test.each([
	[true, false],
	[false, true],
])(
	'who comes in between waits: settled with %s, the second one gets the key: %s',
	async (ok, gets) => {
		const claims = new Claims();
		const first = await claims.claim(['a'], signal());
		let isWaiting = true;
		const second = claims.claim(['a'], signal()).finally(() => (isWaiting = false));
		await new Promise((resolve) => setImmediate(resolve));
		expect(isWaiting).toBe(true);

		first.settle(ok);
		expect((await second).has('a')).toBe(gets);
	},
);

test('of many at the same time exactly one gets the key', async () => {
	const claims = new Claims();
	let handedOn = 0;
	await Promise.all(
		Array.from({ length: 50 }, async () => {
			const claim = await claims.claim(['a', 'b'], signal());
			if (claim.has('a')) handedOn += 1;
			await new Promise((resolve) => setImmediate(resolve));
			claim.settle(claim.has('a'));
		}),
	);
	expect(handedOn).toBe(1);
});

test('of several keys those that are done are left out', async () => {
	const claims = new Claims();
	(await claims.claim(['event 1'], signal())).settle(true);
	const claim = await claims.claim(['event 1', 'event 2'], signal());
	expect([claim.has('event 1'), claim.has('event 2')]).toEqual([false, true]);
	claim.settle(false);
	expect([isDone(claims, 'event 1'), isDone(claims, 'event 2')]).toEqual([true, false]);
});

test('a key is remembered for a day', async () => {
	jest.useFakeTimers({ now: 0 });
	const claims = new Claims();
	(await claims.claim(['a'], signal())).settle(true);
	jest.advanceTimersByTime(24 * 60 * 60 * 1000 - 1);
	expect(isDone(claims, 'a')).toBe(true);
	jest.advanceTimersByTime(1);
	expect(isDone(claims, 'a')).toBe(false);
	jest.useRealTimers();
});

test('two who want the same keys in opposite order do not wait for each other forever', async () => {
	const claims = new Claims();
	const blocker = await claims.claim(['a', 'b'], signal());
	const both = [claims.claim(['a', 'b'], signal()), claims.claim(['b', 'a'], signal())].map(
		async (waiting) => (await waiting).settle(true),
	);
	blocker.settle(false);
	await Promise.all(both);
	expect(isDone(claims, 'a') && isDone(claims, 'b')).toBe(true);
});

test('waiting ends with the signal, and nothing is claimed', async () => {
	const claims = new Claims();
	const first = await claims.claim(['a'], signal());
	await expect(claims.claim(['a', 'b'], AbortSignal.timeout(20))).rejects.toThrow();
	first.settle(false);
	expect((await claims.claim(['a', 'b'], signal())).has('b')).toBe(true);
});

test('memory is bounded, and the oldest are forgotten first', async () => {
	const claims = new Claims();
	for (let i = 0; i < 10_500; i++) (await claims.claim([`key ${i}`], signal())).settle(true);
	expect(['key 0', 'key 499', 'key 500'].map((key) => isDone(claims, key))).toEqual([
		false,
		false,
		true,
	]);
});

describe('an execution that waits for a slot of n8n, whose sender has hung up', () => {
	const HOUR_MS = 60 * 60 * 1000;
	const SETTINGS = { deduplicate: true, isVerified: true } as WebhookSettings;
	const items = [{ item: { event: 'created', eventKey: 'key' } as never, claims: ['key'] }];

	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	function delivery(workflow: string) {
		const response = { closed: true, headersSent: false, writableEnded: false, statusCode: 200 };
		const late = new AbortController();
		const context = {
			getMode: () => 'webhook',
			getWorkflow: () => ({ id: workflow }),
			getNode: () => ({ id: 'n' }),
			getResponseObject: () => response,
		};
		setTimeout(() => late.abort(new Error('late')), 8_000);
		const connection = { signal: late.signal };
		const emission = { context, connection, settings: SETTINGS, payload: {} } as never;
		return { response, emitting: emitOnce(emission, items) };
	}

	test.each([
		['stored', 200],
		['refused', 500],
	])('is claimed until it is %s: 503 meanwhile', async (outcome, status) => {
		const { response, emitting } = delivery(outcome);
		expect(await emitting).toMatchObject({ workflowData: [[{ json: { eventKey: 'key' } }]] });
		for (const hours of [1 / 60, 1 / 40, 1, 5, 15]) {
			await jest.advanceTimersByTimeAsync(hours * HOUR_MS);
			const again = expect(delivery(outcome).emitting).rejects.toThrow('late');
			await jest.advanceTimersByTimeAsync(8_000);
			await again;
		}
		Object.assign(response, { headersSent: true, statusCode: status });
		await jest.advanceTimersByTimeAsync(5_000);
		const next = await delivery(outcome).emitting;
		expect(next === undefined).toBe(outcome === 'stored');
	});

	test('is forgotten a day later', async () => {
		await delivery('never').emitting;
		await jest.advanceTimersByTimeAsync(24 * HOUR_MS + 10_000);
		expect(await delivery('never').emitting).toBeDefined();
	});
});
