import { eventsOf, pollSuite } from '../support/pollSuite.mts';

/** A service that shows its times in whole seconds: a contract may change again without showing another time. */
const { sandbox, trigger, newest, move } = pollSuite();

beforeEach(async () => {
	await sandbox().control.variants(['secondTimestamps']);
	await sandbox().control.clock({ now: '2030-03-31T14:30:00.100Z', frozen: true });
});

test.each(['legacy', 'durable'] as const)(
	'a second move within the second in which a poll read the first one is emitted: n8n’s %s engine',
	async (engine) => {
		const host = trigger({ events: ['signed', 'statusChanged'] }, { engine });
		const { id } = await newest('draft');
		await host.tick();
		const moved = await move(id, 'negotiating');
		expect(eventsOf(await host.tick())).toEqual(['statusChanged']);

		const now = await move(id, 'signed');
		expect(now.updatedAt).toBe(moved.updatedAt);
		expect(await host.tick()).toMatchObject([
			{
				event: 'statusChanged',
				eventKey: `${id.slice(-36)}:statusChanged:signed:2030-03-31T14:30:00.000Z`,
				previousStatus: 'negotiating',
			},
			{ event: 'signed', eventKey: `${id.slice(-36)}:signed` },
		]);
		expect(await host.tick()).toEqual([]);
	},
);

test('a contract that changes again within the second of the first poll is emitted', async () => {
	const host = trigger();
	const { id } = await newest('draft');
	await move(id, 'negotiating');
	await host.tick();
	await move(id, 'signing');
	expect(eventsOf(await host.tick())).toEqual(['statusChanged', 'updated']);
	expect(await host.tick()).toEqual([]);
});

test('an edit that leaves the status as it is, too, with the key of the edit before', async () => {
	const host = trigger({ events: ['updated'] });
	const { id } = await newest('draft');
	await host.tick();
	await sandbox().api('PATCH', `/contracts/${id}`, { name: 'First' });
	const [first] = await host.tick();
	await sandbox().api('PATCH', `/contracts/${id}`, { name: 'Second' });
	const [second] = await host.tick();
	expect([first, second]).toMatchObject([
		{ contract: { name: 'First' } },
		{ contract: { name: 'Second' } },
	]);
	expect(second!.eventKey).toBe(first!.eventKey);
	host.crash();
	expect(await host.tick()).toEqual([]);
});

test('where the list shows little of a contract, nothing is emitted twice', async () => {
	await sandbox().control.variants(['secondTimestamps']);
	await sandbox().control.profile({ 'contract-list-items': 'partial' });
	const host = trigger({ events: ['updated'] });
	const { id } = await newest('draft');
	await host.tick();
	await move(id, 'signing');
	expect(await host.tick()).toHaveLength(1);
	expect(await host.tick()).toEqual([]);
});
