import { getEventListeners } from 'node:events';
import {
	Gate,
	type Place,
	type Visit,
} from '../../../nodes/ContractManagement/transport/limit/gate';
import { attempt } from '../../../nodes/ContractManagement/transport/request';
import { DEFAULT_RETRY } from '../../../nodes/ContractManagement/transport/retryPolicy';
import { fakeConnection } from './support/fakeService.mts';
import { bucket } from './support/limitedServices.mts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Asks for a place and tells what became of it. */
function visit(gate: Gate, more: Partial<Visit> = {}) {
	const state: { place?: Place; turnedAway?: true; reason?: unknown } = {};
	const done = gate.enter({ execution: 'a', ...more }).then(
		(place) => Object.assign(state, place ? { place } : { turnedAway: true }),
		(reason: unknown) => Object.assign(state, { reason }),
	);
	return Object.assign(state, { done });
}

const settle = async () => await jest.advanceTimersByTimeAsync(0);

const admitted = (visits: Array<{ place?: Place }>) =>
	visits.filter(({ place }) => place !== undefined).length;

test('no more requests are in flight than the limit', async () => {
	const gate = new Gate({ concurrency: 3, isOwn: true, perSecond: 0 });
	const visits = Array.from({ length: 5 }, () => visit(gate));
	await settle();
	expect(admitted(visits)).toBe(3);

	visits[0].place!.leave({ status: 200 });
	await settle();
	expect(admitted(visits)).toBe(4);
});

test('requests of a key of which nothing is known begin eight at a time, and twice as many once those have passed', async () => {
	const gate = new Gate({ concurrency: 100, perSecond: 0 });
	const visits = Array.from({ length: 100 }, () => visit(gate));
	await settle();
	await jest.advanceTimersByTimeAsync(1_000);
	expect(admitted(visits)).toBe(8);
	for (let left = 0; left < 8; left++) visits[left].place!.leave({ status: 200 });
	await jest.advanceTimersByTimeAsync(1_000);
	expect(admitted(visits)).toBe(8 + 16);
	for (let left = 8; left < 24; left++) visits[left].place!.leave({ status: 200 });
	await jest.advanceTimersByTimeAsync(1_000);
	expect(admitted(visits)).toBe(24 + 32);
});

test('a rejection makes everyone wait until one has passed, and the third in a row for as long as the service asks', async () => {
	const gate = new Gate({ concurrency: 1, isOwn: true, perSecond: 0 });
	for (let rejections = 0; rejections < 3; rejections++) {
		const one = visit(gate);
		await jest.advanceTimersByTimeAsync(2_000);
		one.place!.leave({ status: 429, askedMs: 5_000 });
		expect(gate.pauseMs).toBeGreaterThan(20);
	}
	const [last, other] = [visit(gate), visit(gate, { execution: 'b' })];
	await jest.advanceTimersByTimeAsync(3_990);
	expect(admitted([last, other])).toBe(0);
	await jest.advanceTimersByTimeAsync(20);
	expect(admitted([last, other])).toBe(1);
});

test('a service that is unavailable for a while is left alone for as long as it asks', async () => {
	const gate = new Gate({ concurrency: 2, isOwn: true, perSecond: 0 });
	const first = visit(gate);
	await settle();
	first.place!.leave({ status: 503, askedMs: 3_000 });
	const later = [visit(gate), visit(gate)];
	await jest.advanceTimersByTimeAsync(2_990);
	expect(admitted(later)).toBe(0);
	await jest.advanceTimersByTimeAsync(20);
	expect(admitted(later)).toBe(2);
});

test('requests that fail without an answer, or with an error, hold nobody back', async () => {
	const gate = new Gate({ concurrency: 2, isOwn: true, perSecond: 0 });
	const visits = [visit(gate), visit(gate), visit(gate), visit(gate)];
	await settle();
	visits[0].place!.leave();
	visits[1].place!.leave({ status: 500 });
	await settle();
	expect(admitted(visits)).toBe(4);
});

test('after a rejection one request finds out when the service is open again, then others follow', async () => {
	const gate = new Gate({ concurrency: 8, isOwn: true, perSecond: 0 });
	const visits = Array.from({ length: 100 }, () => visit(gate));
	await settle();
	await jest.advanceTimersByTimeAsync(10);
	for (const { place } of visits.slice(0, 8)) place!.leave({ status: 429, askedMs: 100 });
	await jest.advanceTimersByTimeAsync(100);
	expect(admitted(visits)).toBe(8 + 1);

	let left = 8;
	while (admitted(visits) < 100) {
		visits[left++].place!.leave({ status: 200 });
		await jest.advanceTimersByTimeAsync(1_000);
	}
	expect(100 - left).toBeLessThanOrEqual(8);
});

test('everybody makes way for a rejection, and for a service that says when it will be back', async () => {
	const gate = new Gate({ concurrency: 8, isOwn: true, perSecond: 0 });
	const replies = [
		{ status: 404, askedMs: 1_000 },
		{ status: 503 },
		{ status: 503, askedMs: 1_000 },
		{ status: 429 },
	];
	const visits = replies.map(() => visit(gate));
	await settle();
	expect(replies.map((reply, i) => visits[i].place!.leave(reply))).toEqual([
		false,
		false,
		true,
		true,
	]);
	expect(gate.pauseMs).toBeGreaterThan(0);
});

test('who is rejected again lets one other try, and waits by himself when others have passed', async () => {
	const gate = new Gate({ concurrency: 1, isOwn: true, perSecond: 0 });
	const asks: Visit = { execution: 'a' };
	const outcome = async (asked: Visit, status: number) => {
		const place = gate.enter(asked);
		await jest.advanceTimersByTimeAsync(2_000);
		return (await place)!.leave({ status });
	};
	expect(await outcome(asks, 429)).toBe(true);
	expect(await outcome(asks, 429)).toBe(true);
	expect(gate.pauseMs).toBeGreaterThan(0);

	const holder = visit(gate);
	await jest.advanceTimersByTimeAsync(2_000);
	const order: string[] = [];
	const others = ['first', 'second'].map(async (name) => {
		const place = await gate.enter({ execution: 'a' });
		order.push(name);
		place!.leave({ status: 200 });
	});
	const third = gate.enter(asks).then((place) => {
		order.push('again');
		return place!.leave({ status: 429 });
	});
	holder.place!.leave({ status: 200 });
	await jest.advanceTimersByTimeAsync(5_000);
	await Promise.all(others);
	expect(order).toEqual(['first', 'again', 'second']);
	expect(await third).toBe(false);
	expect(gate.pauseMs).toBe(0);
});

test('one request at least may always be in flight', async () => {
	const gate = new Gate({ concurrency: 2, isOwn: true, perSecond: 0 });
	for (let round = 0; round < 5; round++) {
		const one = visit(gate);
		await jest.advanceTimersByTimeAsync(2_100);
		one.place!.leave({ status: 429, askedMs: 10 });
	}
	const next = visit(gate);
	await jest.advanceTimersByTimeAsync(2_100);
	expect(next.place).toBeDefined();
});

test('a known rate spaces the starts', async () => {
	const gate = new Gate({ concurrency: 8, isOwn: true, perSecond: 10 });
	const visits = Array.from({ length: 5 }, () => visit(gate));
	await settle();
	expect(admitted(visits)).toBe(1);
	await jest.advanceTimersByTimeAsync(205);
	expect(admitted(visits)).toBe(3);
});

test('a cancellation ends waiting at once and frees the place in the queue', async () => {
	const gate = new Gate({ concurrency: 1, isOwn: true, perSecond: 0 });
	const holder = visit(gate);
	await settle();
	const stop = new AbortController();
	const waiting = visit(gate, { signal: stop.signal });
	stop.abort(new Error('stopped'));
	await settle();
	expect(waiting.reason).toEqual(new Error('stopped'));

	expect(gate.isIdle).toBe(false);
	holder.place!.leave({ status: 200 });
	expect(gate.isIdle).toBe(true);
});

test('a cancellation without a signal of its own leaves the others waiting', async () => {
	const gate = new Gate({ concurrency: 1, isOwn: true, perSecond: 0 });
	const holder = visit(gate);
	const stop = new AbortController();
	const [one, other] = [visit(gate, { signal: stop.signal }), visit(gate)];
	await settle();
	stop.abort();
	holder.place!.leave({ status: 200 });
	await settle();
	expect(one.reason).toBeDefined();
	expect(other.place).toBeDefined();
});

test('whoever is canceled before coming is not let in', async () => {
	const gate = new Gate({ concurrency: 1, isOwn: true, perSecond: 0 });
	const late = visit(gate, { signal: AbortSignal.abort(new Error('stopped')) });
	await settle();
	expect(late.reason).toEqual(new Error('stopped'));
	expect(gate.isIdle).toBe(true);
});

test('a cancellation after admission has no effect on the gate', async () => {
	const gate = new Gate({ concurrency: 1, isOwn: true, perSecond: 0 });
	const stop = new AbortController();
	const one = visit(gate, { signal: stop.signal });
	await settle();
	stop.abort();
	await settle();
	one.place!.leave({ status: 200 });
	const next = visit(gate);
	await settle();
	expect(next.place).toBeDefined();
});

test('requests of one long execution leave nothing behind at its signal', async () => {
	const gate = new Gate({ concurrency: 1, isOwn: true, perSecond: 0 });
	const { signal } = new AbortController();
	for (let i = 0; i < 100; i++) {
		const one = visit(gate, { signal });
		await settle();
		one.place!.leave({ status: 200 });
	}
	expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a longer pause than the visitors have patience turns them away, those who wait and those who come', async () => {
	const gate = new Gate({ concurrency: 1, isOwn: true, perSecond: 0 });
	const stop = new AbortController();
	const first = visit(gate);
	await settle();
	const hasty = visit(gate, { patienceMs: 120_000, signal: stop.signal });
	const patient = visit(gate, { patienceMs: 4_000_000 });

	first.place!.leave({ status: 429, askedMs: 3_600_000 });
	const late = visit(gate, { patienceMs: 120_000 });
	await settle();

	expect([hasty.turnedAway, patient.turnedAway, late.turnedAway]).toEqual([true, undefined, true]);
	await jest.advanceTimersByTimeAsync(3_600_010);
	expect(patient.place).toBeDefined();
});

test('after a minute somebody finds out whether the service really meant hours', async () => {
	const gate = new Gate({ concurrency: 1, isOwn: true, perSecond: 0 });
	const first = visit(gate);
	await settle();
	first.place!.leave({ status: 429, askedMs: 86_400_000 });
	await jest.advanceTimersByTimeAsync(59_000);
	expect(visit(gate, { patienceMs: 1_000 }).place).toBeUndefined();
	await jest.advanceTimersByTimeAsync(2_000);
	const probe = visit(gate, { patienceMs: 1_000 });
	await settle();
	expect(probe.place).toBeDefined();
});

test('a minute is waited for by everybody', async () => {
	const gate = new Gate({ concurrency: 1, isOwn: true, perSecond: 0 });
	const first = visit(gate);
	await settle();
	first.place!.leave({ status: 429, askedMs: 60_000 });
	const hasty = visit(gate, { patienceMs: 0 });
	await jest.advanceTimersByTimeAsync(60_010);
	expect(hasty.place).toBeDefined();
});

test('new limits of the credential count from the next request on', async () => {
	const gate = new Gate({ concurrency: 1, isOwn: true, perSecond: 1 });
	const visits = Array.from({ length: 6 }, () => visit(gate));
	await settle();
	expect(admitted(visits)).toBe(1);

	gate.configure({ concurrency: 3, perSecond: 0 });
	await settle();
	expect(admitted(visits)).toBe(3);

	gate.configure({ concurrency: 2, perSecond: 0 });
	visits[0].place!.leave({ status: 200 });
	await settle();
	expect(admitted(visits)).toBe(3);
	visits[1].place!.leave({ status: 200 });
	await settle();
	expect(admitted(visits)).toBe(4);
});

test('what was learned about the service survives new limits', async () => {
	const gate = new Gate({ concurrency: 8, isOwn: true, perSecond: 0 });
	const first = visit(gate);
	await jest.advanceTimersByTimeAsync(10);
	first.place!.leave({ status: 429, askedMs: 10 });
	gate.configure({ concurrency: 8, isOwn: true, perSecond: 0 });
	gate.configure({ concurrency: 16, isOwn: true, perSecond: 0 });
	const visits = Array.from({ length: 20 }, () => visit(gate));
	await jest.advanceTimersByTimeAsync(450);
	expect(admitted(visits)).toBe(1);
});

test('ten thousand canceled requests leave nothing behind', async () => {
	const gate = new Gate({ concurrency: 1, isOwn: true, perSecond: 0 });
	const holder = visit(gate);
	await settle();
	const stop = new AbortController();
	const waiting = Array.from({ length: 10_000 }, (_, i) =>
		visit(gate, { execution: `execution ${i}`, signal: stop.signal }),
	);
	stop.abort();
	await settle();
	expect(waiting.every(({ reason }) => reason !== undefined)).toBe(true);
	visit(gate);
	holder.place!.leave({ status: 200 });
	await settle();
	for (let i = 0; i < 1_100; i++) {
		visit(gate, { execution: `later ${i}`, signal: stop.signal });
	}
	expect(jest.getTimerCount()).toBe(0);
});

test('a pause that nobody waits for any more leaves no timer behind', async () => {
	const gate = new Gate({ concurrency: 1, isOwn: true, perSecond: 0 });
	const first = visit(gate);
	await settle();
	first.place!.leave({ status: 429, askedMs: 60_000 });
	const stop = new AbortController();
	visit(gate, { signal: stop.signal });
	await settle();
	expect(jest.getTimerCount()).toBe(1);
	stop.abort();
	await settle();
	expect(jest.getTimerCount()).toBe(0);
});

const wait = async (ms: number) => await new Promise<void>((done) => setTimeout(done, ms));

test('two executions are served within 25 % of each other over any five seconds', async () => {
	const service = bucket(50, 50);
	const startedAt = performance.now();
	const gate = new Gate({ concurrency: 8, perSecond: 0 });
	const done: Array<{ execution: string; at: number }> = [];
	const work = ['one', 'two'].map(async (executionId) => {
		const answer = async () => {
			await wait(10);
			const { isAllowed, askedMs = 0 } = service.take(performance.now() - startedAt);
			await wait(10);
			const headers = { 'retry-after': `${askedMs / 1000}` };
			return isAllowed ? { body: {} } : { statusCode: 429, body: {}, headers };
		};
		const { connection } = fakeConnection(answer, { gate, executionId, retry: DEFAULT_RETRY });
		await Promise.all(
			Array.from({ length: 500 }, async () => {
				await attempt(connection, { method: 'GET', path: '/x' });
				done.push({ execution: executionId, at: performance.now() });
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
