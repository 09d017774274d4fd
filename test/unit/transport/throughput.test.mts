import { Gate } from '../../../nodes/ContractManagement/transport/limit/gate';
import { attempt } from '../../../nodes/ContractManagement/transport/request';
import { DEFAULT_RETRY } from '../../../nodes/ContractManagement/transport/retryPolicy';
import { fakeConnection } from './support/fakeService.mts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const wait = async (ms: number) => await new Promise<void>((done) => setTimeout(done, ms));

interface Service {
	perSecond: number;
	burst: number;
	latencyMs: number;
	retryAfter: boolean;
}

/** A service with a token bucket, on the clock of the fake timers. */
function limitedService({ perSecond, burst, latencyMs, retryAfter }: Service) {
	const counts = { rejected: 0, inFlight: 0, peak: 0 };
	let tokens = burst;
	let at = performance.now();
	const answer = async () => {
		counts.peak = Math.max(counts.peak, (counts.inFlight += 1));
		await wait(latencyMs / 2);
		const now = performance.now();
		tokens = Math.min(burst, tokens + ((now - at) / 1000) * perSecond);
		at = now;
		const passes = tokens >= 1;
		if (passes) tokens -= 1;
		else counts.rejected += 1;
		const seconds = Math.ceil((1 - tokens) / perSecond);
		await wait(latencyMs / 2);
		counts.inFlight -= 1;
		if (passes) return { body: {} };
		const headers = retryAfter ? { 'retry-after': String(seconds) } : {};
		return { statusCode: 429, body: {}, headers };
	};
	return { answer, counts };
}

/** 1,000 GETs at once; how long they took, against the time that the limit itself takes. */
async function deliver(service: Service, known = 0) {
	const total = 1_000;
	const { answer, counts } = limitedService(service);
	const { connection } = fakeConnection(answer, {
		gate: new Gate({ concurrency: 8, perSecond: known }),
		retry: DEFAULT_RETRY,
	});
	const startedAt = performance.now();
	let endedAt: number | undefined;
	const running = Promise.all(
		Array.from({ length: total }, () => attempt(connection, { method: 'GET', path: '/x' })),
	).finally(() => (endedAt = performance.now()));
	while (endedAt === undefined) await jest.advanceTimersByTimeAsync(50);
	const outcomes = await running;
	const idealMs = ((total - service.burst) / service.perSecond) * 1000;
	return {
		delivered: outcomes.filter((outcome) => outcome.answer.status === 200).length,
		ratio: (endedAt - startedAt) / idealMs,
		rejected: counts.rejected / (total + counts.rejected),
		peak: counts.peak,
	};
}

const SERVICE: Service = { perSecond: 50, burst: 50, latencyMs: 20, retryAfter: true };

test.each([
	['with Retry-After', SERVICE, 1.15],
	['without Retry-After', { ...SERVICE, retryAfter: false }, 1.15],
	['with a latency of 100 ms', { ...SERVICE, latencyMs: 100 }, 1.15],
	[
		'with a latency of 100 ms and no Retry-After',
		{ ...SERVICE, latencyMs: 100, retryAfter: false },
		1.15,
	],
	['at 100 per second', { ...SERVICE, perSecond: 100, burst: 100 }, 1.4],
])(
	'1,000 requests to a limit that nobody knows, %s: all arrive, in hardly more than the time that it takes',
	async (_name, service, mostTimes) => {
		const { delivered, ratio, rejected, peak } = await deliver(service);
		expect(delivered).toBe(1_000);
		expect(peak).toBeLessThanOrEqual(8);
		expect(rejected).toBeLessThanOrEqual(0.08);
		expect(ratio).toBeLessThanOrEqual(mostTimes);
	},
);

test('a service that saves nothing up is found out, too', async () => {
	const { delivered, ratio, rejected } = await deliver({ ...SERVICE, burst: 5 });
	expect(delivered).toBe(1_000);
	expect(rejected).toBeLessThan(0.08);
	expect(ratio).toBeLessThan(1.45);
});

test.each([50, 10, 2])(
	'a limit that is set in the credential is never exceeded, with a burst of %s',
	async (burst) => {
		const { delivered, ratio, rejected } = await deliver({ ...SERVICE, burst }, 50);
		expect(delivered).toBe(1_000);
		expect(rejected).toBe(0);
		expect(ratio).toBeLessThan(1.06);
	},
);

test('two executions are served within 25 % of each other over any five seconds', async () => {
	const { answer } = limitedService(SERVICE);
	const gate = new Gate({ concurrency: 8, perSecond: 0 });
	const done: Array<{ execution: string; at: number }> = [];
	const work = ['one', 'two'].map(async (execution) => {
		const { connection } = fakeConnection(answer, {
			gate,
			executionId: execution,
			retry: DEFAULT_RETRY,
		});
		await Promise.all(
			Array.from({ length: 500 }, async () => {
				await attempt(connection, { method: 'GET', path: '/x' });
				done.push({ execution, at: performance.now() });
			}),
		);
	});
	while (done.length < 1_000) await jest.advanceTimersByTimeAsync(50);
	await Promise.all(work);

	const last = Math.min(
		...['one', 'two'].map((execution) => done.findLast((one) => one.execution === execution)!.at),
	);
	const first = done[0].at;
	for (let from = first; from + 5_000 <= last; from += 250) {
		const window = done.filter(({ at }) => at >= from && at < from + 5_000);
		const one = window.filter(({ execution }) => execution === 'one').length;
		const two = window.length - one;
		expect(Math.abs(one - two)).toBeLessThanOrEqual(0.25 * Math.max(one, two));
	}
});

test.each([1, 30])(
	'a resource that is always rejected, with Retry-After %i, slows down the others for a moment only',
	async (seconds) => {
		const { connection, sent } = fakeConnection(
			async ({ url }) => {
				await wait(20);
				const headers = { 'retry-after': String(seconds) };
				return url.endsWith('/own') ? { statusCode: 429, body: {}, headers } : { body: {} };
			},
			{ gate: new Gate({ concurrency: 8, perSecond: 0 }), retry: DEFAULT_RETRY },
		);
		const startedAt = performance.now();
		const get = async (path: string) => await attempt(connection, { method: 'GET', path });
		const own = get('/own');
		let tookMs: number | undefined;
		const others = Promise.all(Array.from({ length: 400 }, async () => await get('/others')));
		void others.then(() => (tookMs = performance.now() - startedAt));
		while (tookMs === undefined) await jest.advanceTimersByTimeAsync(50);
		expect(tookMs).toBeLessThan(9_000);

		await jest.advanceTimersByTimeAsync(150_000);
		expect((await own).answer.status).toBe(429);
		const asked = sent.filter(({ url }) => url.endsWith('/own'));
		expect(asked.length).toBeLessThan(10 + 120 / seconds);
	},
);
