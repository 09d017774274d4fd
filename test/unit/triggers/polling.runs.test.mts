import { World, type WorldOptions } from './pollWorld.mts';

/** Polls of a service in memory, one after the other. */
const events = (world: World) => world.emitted.map(({ event }) => event);

async function begun(contracts: number, options: WorldOptions = {}): Promise<World> {
	const world = new World(options);
	for (let n = 0; n < contracts; n++) {
		world.create();
		world.pass(1_000);
	}
	world.pass(5_000);
	await world.tick();
	await world.tick();
	return world;
}

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
		['sentForSignature', 'draft'],
		['updated', 'draft'],
		['created', null],
	]);
});

test('a list that is empty at first', async () => {
	const world = await begun(0);
	world.create('signed');
	await world.tick();
	expect(events(world)).toEqual(['created', 'signed']);
});

test.each(['durable', 'legacy'] as const)(
	'what changed since publishing is emitted when the poll after it fails: %s',
	async (engine) => {
		const world = new World({ engine });
		world.create();
		world.pass(5_000);
		await world.tick();
		world.change(0, 'signing');
		await world.tick({ failAt: 0 });
		expect(world.failures).toBe(1);
		await world.tick();
		expect(events(world)).toEqual(['statusChanged', 'sentForSignature', 'updated']);
	},
);

test('a contract that is edited on a later page while the first poll reads is known from then on', async () => {
	const world = new World({ pageSize: 1 });
	for (let n = 0; n < 4; n++) {
		world.create('signed');
		world.pass(1_000);
	}
	await world.tick({ between: (page) => page === 2 && world.change(0) });
	world.pass(1_000);
	world.change(0);
	await world.tick();
	expect(events(world)).toEqual(['updated']);
});

test('a contract that jumps over two readings of the first poll is known, so that its move is told', async () => {
	const world = new World({ pageSize: 1 });
	for (let n = 0; n < 4; n++) {
		world.create();
		world.pass(1_000);
	}
	const edits = new Map([
		[2, 0],
		[3, 3],
		[4, 0],
	]);
	const between = (page: number) => {
		world.pass(1);
		const edited = edits.get(page);
		if (edited !== undefined) world.change(edited);
	};
	await world.tick({ between });
	world.pass(1_000);
	world.change(0, 'signed');
	await world.tick();
	expect(events(world)).toEqual(['statusChanged', 'signed', 'updated']);
});

test('a poll ends although contracts are created all the time, and the next one finds the others', async () => {
	const world = await begun(0, { pageSize: 2 });
	for (let n = 0; n < 4; n++) world.create();
	world.requests = 0;
	const between = (page: number) => {
		world.pass(1);
		if (page < 200) world.create();
	};
	await world.tick({ between });
	expect(world.requests).toBeLessThan(100);
	await world.tick();
	expect(events(world)).toEqual(world.contracts.map(() => 'created'));
	expect(new Set(world.emitted.map(({ key }) => key)).size).toBe(world.contracts.length);
});

test('a first poll that has too little time fails, and invents nothing later', async () => {
	const world = new World({ pageSize: 1 });
	for (let n = 0; n < 4; n++) world.create();
	world.pass(5_000);
	await world.tick({ pages: 2 });
	expect([world.failures, world.era]).toEqual([1, undefined]);
	await world.tick();
	world.change(0);
	await world.tick();
	expect(events(world)).toEqual(['updated']);
});

test('one record that is stamped an hour ahead hides no other change', async () => {
	const world = await begun(3);
	world.change(0, undefined, 0, 3_600_000);
	await world.tick();
	world.pass(60_000);
	world.change(1, 'negotiating');
	await world.tick();
	world.pass(60_000);
	world.change(2);
	await world.tick();
	expect(events(world)).toEqual(['updated', 'statusChanged', 'updated', 'updated']);
});

test('a list that is behind moves no contract backwards', async () => {
	const world = await begun(2, { isStale: true });
	world.change(0, 'signed');
	await world.tick();
	world.pass(500);
	await world.tick({ lags: [700] });
	await world.tick();
	expect(events(world)).toEqual(['statusChanged', 'signed', 'updated']);
});

test('a record that is read behind its list is emitted once it has caught up, once', async () => {
	const world = await begun(2, { isPartial: true, isStale: true });
	world.change(0);
	await world.tick();
	world.pass(500);
	world.change(0, 'signing');
	const { singleReads } = world;
	await world.tick({ lags: [0, 300] });
	expect([world.failures, world.singleReads - singleReads]).toEqual([1, 1]);
	await world.tick();
	await world.tick();
	expect(events(world)).toEqual(['updated', 'statusChanged', 'sentForSignature', 'updated']);
	expect(new Set(world.emitted.map(({ key }) => key)).size).toBe(4);
});

test('a contract that cannot be read holds the others up for two polls, and is then emitted without', async () => {
	const world = await begun(3, { isPartial: true });
	world.change(0);
	world.unreadable.add(world.contracts[1]!.id);
	world.change(1, 'signing');
	world.change(2);
	await world.tick();
	expect(events(world)).toEqual(['updated']);
	for (let polls = 0; polls < 2; polls++) expect(await world.tick()).toBe(0);
	await world.tick();
	expect(world.emitted.map(({ event, isUnread }) => [event, isUnread])).toEqual([
		['updated', false],
		['statusChanged', true],
		['sentForSignature', true],
		['updated', true],
		['updated', false],
	]);
});

test('another status at the same time is emitted, wherever the times are shown that exactly', async () => {
	const world = await begun(2, { mayCoincide: true });
	world.change(0);
	await world.tick();
	world.change(0, 'signed');
	await world.tick();
	expect(events(world)).toEqual(['updated', 'statusChanged', 'signed', 'updated']);
});

test('other filters: what they kept away before is not emitted, what happens from then on is', async () => {
	for (const engine of ['durable', 'legacy'] as const) {
		const world = new World({ engine });
		world.setTo('A');
		const [a, b] = [world.create('draft', 'A'), world.create('draft', 'B')];
		world.pass(5_000);
		await world.tick();
		world.change(0);
		await world.tick();
		world.change(1, 'signed');
		world.pass(5_000);
		world.setTo(undefined);
		expect(await world.tick()).toBe(0);
		expect(await world.tick()).toBe(0);
		world.change(1);
		world.change(0);
		await world.tick();
		expect(world.emitted.map(({ id, event }) => [id, event])).toEqual([
			[a.id, 'updated'],
			[b.id, 'updated'],
		]);
	}
});

test('a page that is not in order is an error, and the next poll finds all of it', async () => {
	const world = await begun(30, { pageSize: 5 });
	world.change(3);
	world.pass(5_000);
	expect(await world.tick({ shuffledAt: 0 })).toBe(0);
	expect(world.failures).toBe(1);
	await world.tick();
	expect(events(world)).toEqual(['updated']);
});

test('a machine whose clock was ahead on the first poll does not read the same changes for ever', async () => {
	const world = new World({ pageSize: 3 });
	world.create();
	world.machineAhead = 365 * 24 * 60 * 60 * 1_000;
	await world.tick();
	world.machineAhead = 0;
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
	world.create();
	await world.tick();
	world.requests = 0;
	for (let n = 0; n < 10; n++) await world.tick();
	expect(world.requests).toBe(10);
});

test.each([
	[5, 9],
	[100, 1],
])(
	'40 changes within a second, pages of %d: once Lookback has passed, one poll of %d requests, then one each',
	async (pageSize, first) => {
		const world = await begun(3, { pageSize, lookbackMs: 60_000 });
		for (let n = 0; n < 40; n++) world.create();
		await world.tick();
		expect(events(world)).toHaveLength(40);
		const requests: number[] = [];
		for (let n = 0; n < 10; n++) {
			world.pass(60_000);
			world.requests = 0;
			await world.tick();
			requests.push(world.requests);
		}
		expect(requests).toEqual([first, ...Array.from({ length: 9 }, () => 1)]);
	},
);

test('a change within a burst that shows just before Lookback has passed is found', async () => {
	const world = await begun(1, { pageSize: 5, lookbackMs: 60_000 });
	world.change(0, 'signing', 59_999);
	for (let n = 0; n < 40; n++) world.create();
	await world.tick();
	world.pass(60_000);
	await world.tick();
	expect(events(world).slice(40)).toEqual(['statusChanged', 'sentForSignature', 'updated']);
});

const YEARS = 5 * 365 * 24 * 60 * 60 * 1_000;

test('contracts that an import stamped years ahead are told of, and what is then stamped now', async () => {
	const world = await begun(3);
	world.change(0, 'signing', 0, YEARS);
	await world.tick();
	world.pass(24 * 60 * 60 * 1_000);
	await world.tick();
	world.change(0, 'signed');
	world.create();
	await world.tick();
	expect(events(world).slice(0, 3)).toEqual(['statusChanged', 'sentForSignature', 'updated']);
	expect(events(world).slice(3).toSorted()).toEqual([
		'created',
		'signed',
		'statusChanged',
		'updated',
	]);
});

test('a service whose clock is ten minutes fast for a while loses nothing when it is set right', async () => {
	const world = await begun(3, { lookbackMs: 60_000 });
	world.clockAhead = 600_000;
	world.change(0, 'signing');
	world.pass(1_000);
	await world.tick();
	for (let n = 0; n < 3; n++) {
		world.pass(60_000);
		await world.tick();
	}
	world.clockAhead = 0;
	world.pass(20_000);
	world.change(0, 'signed');
	world.change(1, 'canceled');
	world.create();
	world.pass(30_000);
	await world.tick();
	const told = events(world);
	expect(told.slice(0, 3)).toEqual(['statusChanged', 'sentForSignature', 'updated']);
	expect(told.slice(3).toSorted()).toEqual([
		'canceled',
		'created',
		'signed',
		'statusChanged',
		'statusChanged',
		'updated',
		'updated',
	]);
});

test('20,000 changes drain in portions, each once, oldest first, with at most two reads of each page per portion', async () => {
	const world = new World({ pageSize: 100 });
	await world.tick();
	for (let n = 0; n < 20_000; n++) {
		world.create();
		if (n % 50 === 0) world.pass(1);
	}
	const sizes = [];
	for (let size = 1; size > 0; ) {
		world.requests = 0;
		size = await world.tick({ maxChanges: 5_000 });
		sizes.push(size);
		expect(world.requests).toBeLessThanOrEqual(2 * 200);
	}
	expect(sizes).toEqual([5_000, 5_000, 5_000, 5_000, 0]);
	expect(new Set(world.emitted.map(({ key }) => key)).size).toBe(20_000);
	const times = world.emitted.map(({ updatedAt }) => updatedAt);
	expect(times).toEqual(times.toSorted());
});

test('a poll that fails changes nothing: the next one emits all of it', async () => {
	const world = await begun(0, { pageSize: 2 });
	for (let n = 0; n < 5; n++) {
		world.create();
		world.pass(1);
	}
	expect(await world.tick({ failAt: 1 })).toBe(0);
	expect(await world.tick({ pages: 2 })).toBe(0);
	expect(world.failures).toBe(2);
	expect(await world.tick()).toBe(5);
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
	await world.tick();
	const met = world.emitted.filter(({ id }) => id === edited.id).map(({ event }) => event);
	expect(met.slice(0, 4)).toEqual(['created', 'statusChanged', 'signed', 'updated']);
	expect(new Set(met.slice(4))).toEqual(new Set(['updated']));
});

test.each([1, 60_000])(
	'a contract from %d ms before that comes under the filters is neither new nor just signed',
	async (ms) => {
		const world = new World();
		world.setTo('A');
		const other = world.create('signed', 'B');
		world.pass(2_000);
		world.create('draft', 'B');
		world.pass(1_000 + ms);
		await world.tick();
		other.kind = 'A';
		world.change(0);
		world.create();
		await world.tick();
		expect(events(world).toSorted()).toEqual(['created', 'updated']);
	},
);
