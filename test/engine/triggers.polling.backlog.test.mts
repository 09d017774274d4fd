import type { IDataObject } from 'n8n-workflow';
import { pollSuite } from '../support/pollSuite.mts';

const { sandbox, trigger } = pollSuite();

test.each(['legacy', 'durable'] as const)(
	'a backlog of 20,000 is drained over several polls, each once, ascending within a poll: n8n’s %s engine',
	async (engine) => {
		const backlog = 20_000;
		const options = { maxChanges: 5_000 };
		await sandbox().control.reset('empty');
		const host = trigger({ events: ['created'], options }, { engine });
		await host.tick();
		await sandbox().control.seed({ contracts: backlog, types: 3 });
		const sizes: number[] = [];
		for (let size = 1; size > 0; ) {
			const items = await host.tick();
			size = items.length;
			sizes.push(size);
			const times = items.map(({ contract }) => (contract as IDataObject).updatedAt as string);
			expect(times).toEqual(times.toSorted());
		}
		expect(sizes).toEqual([5_000, 5_000, 5_000, 5_000, 0]);
		const keys = host.executions.flatMap((items) => items.map(({ json }) => json.eventKey));
		expect(new Set(keys).size).toBe(backlog);
	},
	120_000,
);

test('a poll stops within its budget, and the next one goes on', async () => {
	await sandbox().control.reset('empty');
	const host = trigger({ events: ['created'] }, { budgetMs: 2_000 });
	await host.tick();
	await sandbox().control.seed({ contracts: 2_000 });
	await sandbox().control.latency(200);
	let seen = 0;
	for (let polls = 0; seen < 2_000; polls++) {
		expect(polls).toBeLessThan(10);
		const started = Date.now();
		seen += (await host.tick()).length;
		expect(Date.now() - started).toBeLessThan(2_000);
	}
	expect(host.executions.length).toBeGreaterThan(1);
	expect(seen).toBe(2_000);
});

test('a request that hangs ends with the budget; what was read before is emitted', async () => {
	await sandbox().control.reset('empty');
	const host = trigger({ events: ['created'] }, { budgetMs: 1_500 });
	await host.tick();
	await sandbox().control.seed({ contracts: 250 });
	await sandbox().control.fault({ route: 'GET /contracts', kind: 'hang', skip: 2, times: 0 });
	const started = Date.now();
	const first = await host.tick();
	expect(Date.now() - started).toBeLessThan(2_500);
	expect(first.length).toBeGreaterThanOrEqual(100);

	await sandbox().control.clearFaults();
	const second = await host.tick();
	const keys = [...first, ...second].map(({ eventKey }) => eventKey);
	expect([keys.length, new Set(keys).size]).toEqual([250, 250]);
});
