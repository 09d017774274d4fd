import { Pace } from '../../../nodes/ContractManagement/transport/pace';

/** Starts as many requests as the pace lets start in so many milliseconds. */
function starts(pace: Pace, from: number, ms: number, most = Infinity): number[] {
	const times: number[] = [];
	for (let now = from; now < from + ms && times.length < most; ) {
		const delay = pace.delayAt(now);
		now += delay;
		if (delay > 0) continue;
		pace.started(now);
		pace.accepted();
		times.push(now);
	}
	return times;
}

test('an unknown limit is no limit', () => {
	expect(starts(new Pace(0), 0, 100, 1_000)).toHaveLength(1_000);
});

test('a known limit spaces the starts evenly', () => {
	expect(starts(new Pace(50), 0, 100)).toEqual([0, 20, 40, 60, 80]);
});

test('waking a little late is caught up with, idleness is not', () => {
	const pace = new Pace(50);
	pace.started(0);
	pace.started(30);
	expect(pace.delayAt(30)).toBe(10);
	pace.started(500);
	expect(pace.delayAt(500)).toBe(20);
});

test('the rate is learned from what passes between two rejections', () => {
	const pace = new Pace(0);
	pace.rejected(0, 0);
	for (let i = 0; i < 50; i++) pace.accepted();
	pace.rejected(1_000, 0);
	pace.started(1_000);
	expect(1_000 / pace.delayAt(1_000)).toBeCloseTo(48.5);
});

test('two rejections close to each other teach nothing', () => {
	const pace = new Pace(0);
	pace.rejected(0, 0);
	for (let i = 0; i < 50; i++) pace.accepted();
	pace.rejected(100, 0);
	pace.started(100);
	expect(pace.delayAt(100)).toBe(0);
});

test('nothing is learned from a time in which nobody waited', () => {
	const pace = new Pace(0);
	pace.rejected(0, 0);
	pace.interrupted();
	pace.accepted();
	pace.rejected(60_000, 0);
	pace.started(60_000);
	expect(pace.delayAt(60_000)).toBe(0);
});

test('no learned pace is slower than one per second', () => {
	const pace = new Pace(0);
	pace.rejected(0, 0);
	pace.rejected(60_000, 0);
	pace.started(60_000);
	expect(pace.delayAt(60_000)).toBeLessThan(1_100);
});

test('a pause is caught up with, as most services save up meanwhile', () => {
	const pace = learned(50);
	expect(starts(pace, 2_000, 1).length).toBeGreaterThan(40);
});

test('a service that does not save up is not asked to a second time', () => {
	const pace = learned(50);
	starts(pace, 2_000, 300, 5);
	pace.rejected(2_300, 1_000);
	expect(starts(pace, 3_300, 1)).toHaveLength(1);
});

test('a rate that was measured too low is left behind within seconds, and forgotten', () => {
	const pace = learned(5);
	expect(starts(pace, 2_000, 2_000).length).toBeGreaterThan(20);
	expect(starts(pace, 10_000, 1, 1_000)).toHaveLength(1_000);
});

test('a rate that is measured again and again is left alone for longer and longer', () => {
	const pace = learned(50);
	for (let at = 1_000; at < 20_000; at += 1_000) {
		for (let i = 0; i < 50; i++) pace.accepted();
		pace.rejected(at + 1_000, 0);
	}
	expect(starts(pace, 20_000, 10_000).length).toBeLessThan(520);
});

test('a learned rate does not lift a known one', () => {
	const pace = new Pace(10);
	pace.rejected(0, 0);
	for (let i = 0; i < 50; i++) pace.accepted();
	pace.rejected(1_000, 0);
	expect(starts(pace, 1_000, 1_000)).toHaveLength(10);
});

/** A pace that has just learned this rate, at 1,000 ms, and pauses for a second. */
function learned(perSecond: number): Pace {
	const pace = new Pace(0);
	pace.started(0);
	pace.rejected(0, 1_000);
	for (let i = 0; i < perSecond; i++) pace.accepted();
	pace.rejected(1_000, 1_000);
	return pace;
}
