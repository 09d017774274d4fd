import { Lanes } from '../../../nodes/ContractManagement/transport/lanes';

function takeAll(lanes: Lanes<string>): string[] {
	const taken: string[] = [];
	for (let item = lanes.take(); item !== undefined; item = lanes.take()) taken.push(item);
	return taken;
}

test('lanes take turns, and the requests of one lane keep their order', () => {
	const lanes = new Lanes<string>();
	for (const item of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3']) lanes.add(item[0], item);
	expect(takeAll(lanes)).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4', 'b3']);
});

test('a new lane is served within the next two turns, however many others wait', () => {
	const lanes = new Lanes<string>();
	for (let i = 0; i < 100; i++) for (const lane of 'abcde') lanes.add(lane, `${lane}${i}`);
	for (let i = 0; i < 50; i++) lanes.take();

	lanes.add('webhook', 'webhook');

	expect([lanes.take(), lanes.take()]).toContain('webhook');
});

test('many new lanes at once leave every second turn to those that have waited', () => {
	const lanes = new Lanes<string>();
	for (let i = 0; i < 40; i++) lanes.add('bulk', 'bulk');
	lanes.take();
	const taken: string[] = [];
	for (let i = 0; i < 20; i++) {
		for (let k = 0; k < 5; k++) lanes.add(`new ${i} ${k}`, 'new');
		taken.push(lanes.take()!, lanes.take()!);
	}
	expect(taken.filter((item) => item === 'bulk')).toHaveLength(20);
});

test('a lane that comes back after every answer is no new lane: it takes turns like the others', () => {
	const lanes = new Lanes<string>();
	for (let i = 0; i < 100; i++) for (const bulk of ['one', 'two']) lanes.add(bulk, bulk);
	lanes.add('pages', 'pages');
	const taken: string[] = [];
	for (let i = 0; i < 60; i++) {
		const item = lanes.take()!;
		taken.push(item);
		if (item === 'pages') lanes.add('pages', 'pages');
	}
	const turns = taken.filter((item) => item === 'pages').length;
	expect(Math.abs(turns - 20)).toBeLessThanOrEqual(2);
});

test('a request that was turned away goes before the others of its lane', () => {
	const lanes = new Lanes<string>();
	lanes.add('a', 'first');
	lanes.add('a', 'second');
	lanes.add('a', lanes.take()!, true);
	expect(takeAll(lanes)).toEqual(['first', 'second']);
});

test('a request that leaves is not served, and its lane loses its turn with the last one', () => {
	const lanes = new Lanes<string>();
	const leaves = ['a1', 'a2', 'b1', 'a3'].map((item) => lanes.add(item[0], item));
	leaves[1]();
	leaves[2]();
	expect(takeAll(lanes)).toEqual(['a1', 'a3']);
	expect(lanes.isEmpty).toBe(true);

	lanes.add('b', 'b2')();
	expect(lanes.isEmpty).toBe(true);
	lanes.add('b', 'b3');
	expect(takeAll(lanes)).toEqual(['b3']);
});

test('everyone who waits can be looked at', () => {
	const lanes = new Lanes<string>();
	for (const item of ['a1', 'b1', 'a2']) lanes.add(item[0], item);
	expect([...lanes].toSorted()).toEqual(['a1', 'a2', 'b1']);
});

test('lanes without requests are forgotten after a while, those with requests never', () => {
	const lanes = new Lanes<string>();
	lanes.add('waits', 'waits');
	for (let i = 0; i < 5_000; i++) lanes.add(`gone ${i}`, 'gone')();
	expect(lanes.size).toBeLessThanOrEqual(5_001);
	expect(takeAll(lanes)).toEqual(['waits']);

	for (let i = 0; i < 5_000; i++) lanes.add(`later ${i}`, 'later')();
	expect(lanes.size).toBeLessThanOrEqual(1_001);
});
