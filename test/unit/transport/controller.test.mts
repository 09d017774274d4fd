import { Controller } from '../../../nodes/ContractManagement/transport/limit/controller';
import {
	atTheSameTime,
	bucket,
	fixedWindow,
	nothing,
	randomFrom,
	simulate,
	slidingWindow,
	wholeSeconds,
	type LimitedService,
	type RetryAfter,
	type Scenario,
} from './support/limitedServices.mts';

const SEEDS = Array.from({ length: 30 }, (_, index) => index + 1);

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Means of several runs: time as so many times of the least that the limit allows, and how equal the processes are. */
function runs(make: () => Omit<Scenario, 'seed'>, idealMs: number) {
	const outcomes = SEEDS.map((seed) => simulate({ ...make(), seed }));
	return {
		times: mean(outcomes.map(({ lastMs }) => lastMs / idealMs)),
		rejected: mean(outcomes.map(({ rejected }) => rejected)),
		lastToFirst: mean(outcomes.map(({ took }) => Math.max(...took) / Math.min(...took))),
	};
}

const each = (count: number, requests: number) => Array.from({ length: count }, () => requests);

test.each<[string, () => LimitedService, number, number, number]>([
	['a bucket of 50', () => bucket(50, 50), 19_000, 1.1, 0.04],
	[
		'a bucket of 50, no Retry-After',
		() => bucket(50, 50, { retryAfter: nothing }),
		19_000,
		1.1,
		0.04,
	],
	[
		'a bucket of 50, Retry-After 30',
		() => bucket(50, 50, { retryAfter: () => 30_000 }),
		19_000,
		1.1,
		0.04,
	],
	['a bucket of 5', () => bucket(50, 5), 19_900, 1.35, 0.1],
	[
		'a bucket of 5, no Retry-After',
		() => bucket(50, 5, { retryAfter: nothing }),
		19_900,
		1.25,
		0.03,
	],
	['200 in 10 s', () => fixedWindow(200, 10_000), 40_000, 1.2, 0.08],
	[
		'200 in 10 s, no Retry-After',
		() => fixedWindow(200, 10_000, { retryAfter: nothing }),
		40_000,
		1.2,
		0.08,
	],
	['50 in a second', () => fixedWindow(50, 1_000), 19_000, 1.3, 0.05],
	['any 50 in a second', () => slidingWindow(50, 1_000), 19_000, 1.45, 0.04],
	['any 200 in 10 s', () => slidingWindow(200, 10_000), 40_000, 1.4, 0.08],
	// A quarter of a second is what the slow beginning costs, once.
	['no limit', () => bucket(1e6, 1e6), 2_500, 1.2, 0],
	['3 at the same time', () => atTheSameTime(3), 6_700, 2, 0.01],
])(
	'one process sends 1,000 requests to a limit that it does not know: %s',
	(_name, service, idealMs, mostTimes, mostRejected) => {
		const { times, rejected } = runs(() => ({ service: service(), processes: [1_000] }), idealMs);
		expect(times).toBeLessThan(mostTimes);
		expect(rejected).toBeLessThanOrEqual(mostRejected);
	},
);

// What the mean of many runs comes to; one run alone may be a fifth beside it.
test.each<[string, () => LimitedService, number[], number, [number, number, number]]>([
	['5, a bucket of 50', () => bucket(50, 50), each(5, 300), 29_000, [1.25, 0.1, 1.6]],
	['10, a bucket of 50', () => bucket(50, 50), each(10, 200), 39_000, [1.35, 0.14, 2]],
	['5, a bucket of 5', () => bucket(50, 5), each(5, 240), 23_900, [1.35, 0.1, 1.6]],
	['5, 500 in 10 s', () => fixedWindow(500, 10_000), each(5, 300), 20_000, [1.2, 0.12, 1.2]],
])(
	'processes that share a limit and do not know of each other share it equally: %s',
	(_name, service, processes, idealMs, [mostTimes, mostRejected, mostLastToFirst]) => {
		const found = runs(() => ({ service: service(), processes }), idealMs);
		expect(found.times).toBeLessThan(mostTimes);
		expect(found.rejected).toBeLessThan(mostRejected);
		expect(found.lastToFirst).toBeLessThan(mostLastToFirst);
	},
);

test('what others leave is taken up within seconds', () => {
	const scenario = () => ({ service: bucket(50, 50), processes: [60, 60, 60, 60, 700] });
	expect(runs(scenario, 17_800).times).toBeLessThan(1.65);
});

test('who begins some tenths of a second before others does not use up what the service has saved up', () => {
	const beginMs = [0, 150, 300, 300, 300];
	const scenario = () => ({ service: bucket(50, 50), processes: each(5, 300), beginMs });
	const found = runs(scenario, 29_000);
	expect(found.rejected).toBeLessThan(0.05);
	expect(found.lastToFirst).toBeLessThan(1.4);
});

test('who comes first keeps no more than its share', () => {
	const beginMs = [0, 100, 200, 300, 400];
	const scenario = () => ({ service: bucket(50, 50), processes: each(5, 400), beginMs });
	const found = runs(scenario, 39_000);
	expect(found.times).toBeLessThan(1.12);
	expect(found.rejected).toBeLessThan(0.05);
	expect(found.lastToFirst).toBeLessThan(1.4);
});

test('a process that comes later gets its share', () => {
	const beginMs = [0, 0, 0, 0, 7_000];
	const scenario = () => ({ service: bucket(50, 50), processes: each(5, 300), beginMs });
	const found = runs(scenario, 29_500);
	expect(found.times).toBeLessThan(1.15);
	expect(found.lastToFirst).toBeLessThan(1.5);
});

test.each<[string, number[], number]>([
	['one joins one', [0, 8_000], 2.9],
	['four join one at once', [0, 5_000, 5_000, 5_000, 5_000], 4.4],
	['one joins four', [0, 0, 0, 0, 10_000], 2.5],
	[
		'nine join one after the other',
		[0, 500, 1_000, 1_500, 2_000, 2_500, 3_000, 3_500, 4_000, 4_500],
		3.6,
	],
])(
	'between five and fifteen seconds after the last has begun, no process gets several times as much as another: %s',
	(_name, beginMs, mostTimes) => {
		const from = Math.max(...beginMs) + 5_000;
		const sharesOf = (seed: number) => {
			const processes = each(beginMs.length, 2_000);
			const { answeredAt } = simulate({ service: bucket(50, 50), processes, beginMs, seed });
			const shares = answeredAt.map((times) => {
				return times.filter((at) => at >= from && at < from + 10_000).length;
			});
			return Math.max(...shares) / Math.min(...shares);
		};
		expect(mean(SEEDS.map(sharesOf))).toBeLessThan(mostTimes);
	},
);

test('who waits after a rejection does not wait for what began before it, nor long for what is to find out', () => {
	const controller = new Controller({ concurrency: 8, isOwn: true, perSecond: 0 }, () => 0.5);
	controller.started(0);
	controller.started(1);
	controller.rejected(1, 21, 1_000);
	const [inFlight, probeAt] = [1, 1_000];
	expect(controller.delayAt(probeAt, inFlight)).toBeLessThanOrEqual(0);
	controller.started(probeAt);
	expect(controller.delayAt(probeAt + 500, inFlight + 1)).toBe(1_500);
	expect(controller.delayAt(probeAt + 2_000, inFlight + 1)).toBeLessThanOrEqual(0);
});

test.each(Array.from({ length: 60 }, (_, index) => index + 1))(
	'random services and processes, number %i: all is delivered, and not much of it rejected',
	(seed) => {
		const random = randomFrom(seed);
		for (let i = 0; i < 10; i++) random();
		const between = (least: number, most: number) => least * (most / least) ** random();
		const pick = <T,>(values: T[]) => values[Math.floor(random() * values.length)];
		const perSecond = between(10, 200);
		const retryAfter = pick<RetryAfter>([
			wholeSeconds,
			nothing,
			(waitMs) => waitMs + random() * 1000,
			(waitMs) => wholeSeconds(waitMs)! + 4_000,
			() => 20_000,
			() => 1,
		]);
		const options = { retryAfter };
		const windowMs = pick([1_000, 5_000, 10_000]);
		const inWindow = Math.max(5, Math.round((perSecond * windowMs) / 1000));
		const service = pick([
			() => bucket(perSecond, Math.ceil(between(1, 100)), options),
			() => fixedWindow(inWindow, windowMs, options),
			() => slidingWindow(inWindow, windowMs, options),
			() => atTheSameTime(Math.ceil(between(2, 20))),
		])();
		const processes = each(Math.ceil(between(0.5, 8)), Math.ceil(between(20, 300)));
		const beginMs = processes.map(() => random() * 5_000);
		const latencyMs = between(5, 400);
		const outcome = simulate({ service, processes, beginMs, latencyMs, seed });
		expect(outcome.delivered).toBe(processes.length * processes[0]);
		expect(outcome.rejected).toBeLessThan(0.4);
	},
);

test('a limit that is set is kept to: starts are even, late ones are caught up with, idleness is not', () => {
	const controller = new Controller({ concurrency: 8, perSecond: 50 }, () => 0.5);
	const startsUntil = (from: number, until: number, step: number) => {
		let count = 0;
		for (let now = from; now < until; now += step) {
			for (; controller.delayAt(now, 0) <= 0; count++) controller.started(now);
		}
		return count;
	};
	expect(startsUntil(0, 1_000, 1)).toBe(51);
	expect(startsUntil(1_000, 2_000, 15)).toBe(50);
	expect(startsUntil(10_000, 10_001, 1)).toBe(2);
});

test('what was accepted while nobody waited says nothing about the rate', () => {
	const pauseAfter = (nobodyWaits: boolean) => {
		const controller = new Controller({ concurrency: 8, perSecond: 0 }, () => 0.5);
		for (let now = 0; now < 4_000; now += 1_000) {
			controller.rejected(now, now + 20);
			controller.accepted(now + 500, now + 520);
		}
		if (nobodyWaits) controller.idle(7_990);
		controller.rejected(8_000, 8_020);
		return controller.pauseAt(8_020);
	};
	expect(pauseAfter(true)).toBeLessThan(0.8 * pauseAfter(false));
});

test('a rate that is never rejected is forgotten', () => {
	const controller = new Controller({ concurrency: 8, perSecond: 0 }, () => 0.5);
	controller.rejected(0, 1);
	controller.accepted(200, 220);
	controller.rejected(400, 500);
	controller.accepted(1_500, 1_520);
	const startedAt = (now: number) => {
		let count = 0;
		for (; count < 1_000 && controller.delayAt(now, 0) <= 0; count++) controller.started(now);
		return count;
	};
	expect(startedAt(2_000)).toBeLessThan(10);
	expect(startedAt(120_000)).toBe(1_000);
});

test('a rejection long after the last one begins anew', () => {
	const controller = new Controller({ concurrency: 8, perSecond: 0 }, () => 0.5);
	controller.rejected(0, 1);
	controller.accepted(500, 520);
	controller.rejected(600, 620);
	controller.accepted(1_500, 1_520);
	controller.rejected(120_000, 120_020);
	expect(controller.pauseAt(120_020)).toBeGreaterThan(30);
	expect(controller.pauseAt(120_020)).toBeLessThan(1_000);
});

test.each([5, 60, 20 * 60, 24 * 3_600])(
	'rejections %d s after the first one are minded as much as that was',
	(seconds) => {
		const controller = new Controller({ concurrency: 8, perSecond: 0 }, () => 0.5);
		let now = 0;
		const send = (rejects: boolean) => {
			controller.started((now += 1));
			now += 20;
			if (rejects) controller.rejected(now - 20, now, 30_000);
			else controller.accepted(now - 20, now);
		};
		for (const [accepted, pauseS] of [
			[20, 0],
			[20, seconds],
			[20, 0],
			[20, seconds],
		]) {
			send(false);
			now += pauseS! * 1_000;
			controller.idle(now);
			for (let request = 0; request < accepted!; request++) send(false);
			send(true);
			expect(controller.pauseAt(now)).toBeGreaterThan(1);
		}
		for (let rejection = 2; rejection <= 3; rejection++) send(true);
		expect(controller.pauseAt(now)).toBeCloseTo(29_000);
		expect(controller.delayAt(now, 0)).toBeCloseTo(29_000);
	},
);
