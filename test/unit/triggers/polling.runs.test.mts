import { World } from './pollWorld.mts';

/** Polls of a service in memory, one after the other. */
test('the first poll emits nothing, the next one what changed since', async () => {
	const world = new World();
	for (const status of ['draft', 'signed']) world.create(status);
	world.pass(5_000);
	expect(await world.tick()).toBe(0);
	world.change(0, 'signing');
	world.create();
	await world.tick();
	expect(world.emitted.map(({ event, previousStatus }) => [event, previousStatus])).toEqual([
		['statusChanged', 'draft'],
		['updated', 'draft'],
		['created', null],
	]);
});

test('a list that is empty at first', async () => {
	const world = new World();
	await world.tick();
	world.create('signed');
	await world.tick();
	expect(world.emitted.map(({ event }) => event)).toEqual(['created', 'signed']);
});

test('a machine whose clock was ahead on the first poll does not read the same changes for ever', async () => {
	const world = new World({ pageSize: 3 });
	world.create();
	const { time } = world;
	world.time = time + 365 * 24 * 60 * 60 * 1_000;
	await world.tick();
	world.time = time;
	for (let n = 0; n < 20; n++) {
		world.pass(5_000);
		world.create();
		await world.tick();
	}
	world.requests = 0;
	await world.tick();
	expect(world.requests).toBe(1);
	expect(world.emitted).toHaveLength(20);
});

test('quiet polls cost one request each, also after a burst', async () => {
	const world = new World({ pageSize: 100 });
	for (let n = 0; n < 5_000; n++) world.create();
	world.pass(10_000);
	await world.tick();
	for (let n = 0; n < 3_000; n++) world.change(n);
	for (let n = 0; n < 6; n++) {
		await world.tick();
		world.pass(1_000);
	}
	world.requests = 0;
	for (let n = 0; n < 10; n++) await world.tick();
	expect(world.requests).toBe(10);
});

test('a backlog of 20,000 is drained over several polls, each change once, ascending within a poll', async () => {
	const world = new World({ pageSize: 100 });
	await world.tick();
	for (let n = 0; n < 20_000; n++) {
		world.create();
		if (n % 50 === 0) world.pass(1);
	}
	const sizes = [];
	for (let size = 1; size > 0; ) {
		size = await world.tick({ maxChanges: 5_000 });
		sizes.push(size);
	}
	expect(sizes).toEqual([5_000, 5_000, 5_000, 5_000, 0]);
	expect(new Set(world.emitted.map(({ key }) => key)).size).toBe(20_000);
	for (const [index, { tick, updatedAt }] of world.emitted.entries()) {
		const next = world.emitted[index + 1];
		if (next?.tick === tick) expect(next.updatedAt >= updatedAt).toBe(true);
	}
});

test('what was read before a failure is emitted, and the rest by the next poll', async () => {
	const world = new World({ pageSize: 2 });
	await world.tick();
	for (let n = 0; n < 5; n++) {
		world.create();
		world.pass(1);
	}
	expect(await world.tick({ failAt: 1 })).toBe(2);
	expect(world.failures).toBe(1);
	expect(await world.tick()).toBe(3);
	expect(world.emitted).toHaveLength(5);
});

test('what is edited whenever a poll is about to read it is new all the same when it is met', async () => {
	const world = new World({ pageSize: 1, maxVersions: 1, limit: Infinity });
	world.create();
	world.pass(5_000);
	await world.tick();
	world.create('signed');
	const edited = world.contracts.at(-1)!;
	// The contract moves to the top of the list once the poll has read a page.
	const between = (page: number) => page === 1 && world.change(1);
	for (let polls = 0; polls < 3; polls++) {
		world.pass(2_500);
		world.create('signed');
		await world.tick({ between });
	}
	const met = () => world.emitted.filter(({ id }) => id === edited.id).map(({ event }) => event);
	expect(met()).toEqual([]);
	await world.tick();
	expect(met()).toEqual(['created', 'statusChanged', 'signed', 'updated']);
});

test('a list that is not in order is read to its end', async () => {
	const world = new World({ order: 'ignored', pageSize: 2 });
	for (let n = 0; n < 6; n++) {
		world.create();
		world.pass(1_000);
	}
	await world.tick();
	expect(world.state?.order).toBe('ignored');
	world.change(0);
	await world.tick();
	expect(world.emitted.map(({ event }) => event)).toEqual(['updated']);
});

test('a service that refuses to sort is asked without', async () => {
	const world = new World({ order: 'refused', pageSize: 2 });
	for (let n = 0; n < 6; n++) world.create();
	await world.tick();
	expect(world.state?.order).toBe('refused');
	world.change(5, 'signing');
	await world.tick();
	expect(world.emitted.map(({ event }) => event)).toEqual(['statusChanged', 'updated']);
});
