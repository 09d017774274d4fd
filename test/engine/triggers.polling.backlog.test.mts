import type { IDataObject } from 'n8n-workflow';
import { pollSuite } from '../support/pollSuite.mts';

const { sandbox, trigger } = pollSuite();

/** Nothing is there yet, and what will be is of after the publishing. */
async function published(host: ReturnType<typeof trigger>) {
	await sandbox().control.clock({ now: '2000-01-01T00:00:00.000Z' });
	await host.tick();
	await sandbox().control.clock({ shiftMs: 0 });
}

test.each(['legacy', 'durable'] as const)(
	'a backlog of 8,000 is drained over several polls, each once, ascending within a poll: n8n’s %s engine',
	async (engine) => {
		const backlog = 8_000;
		const options = { maxChanges: 2_000 };
		await sandbox().control.reset('empty');
		const host = trigger({ events: ['created'], options }, { engine });
		await published(host);
		await sandbox().control.seed({ contracts: backlog, types: 3 });
		const sizes: number[] = [];
		for (let size = 1; size > 0; ) {
			const items = await host.tick();
			size = items.length;
			sizes.push(size);
			const times = items.map(({ contract }) => (contract as IDataObject).updatedAt as string);
			expect(times).toEqual(times.toSorted());
		}
		expect(sizes).toEqual([2_000, 2_000, 2_000, 2_000, 0]);
		const keys = host.executions.flatMap((items) => items.map(({ json }) => json.eventKey));
		expect(new Set(keys).size).toBe(backlog);
	},
	600_000,
);

test('a list that is too long for one poll’s time fails with what to do, and nothing is lost', async () => {
	await sandbox().control.reset('empty');
	const host = trigger({ events: ['created'] }, { budgetMs: 10_000 });
	await published(host);
	await sandbox().control.seed({ contracts: 2_000 });
	// Of 20 pages, so that the list takes 20 seconds; a poll reads for eight of its ten.
	await sandbox().control.latency(1_000);
	await expect(host.tick()).rejects.toMatchObject({
		message: expect.stringMatching(
			/^The list is too long for one poll: \d+ pages took more than 8 s/,
		),
		description: expect.stringContaining('Set Filters'),
	});
	await sandbox().control.latency(0);
	expect(await host.tick()).toHaveLength(2_000);
	expect(await host.tick()).toEqual([]);
});

test('a clock that is put forward during a poll does not make its list too long', async () => {
	await sandbox().control.reset('empty');
	const host = trigger({ events: ['created'] });
	await published(host);
	await sandbox().control.seed({ contracts: 250 });
	await sandbox().control.latency(300);
	const polling = host.tick();
	await new Promise((resolve) => setTimeout(resolve, 100));
	const now = Date.now();
	const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 3_600_000);
	expect(await polling.finally(() => clock.mockRestore())).toHaveLength(250);
});

test('a request that hangs ends with the budget; the next poll reads all of it', async () => {
	await sandbox().control.reset('empty');
	const host = trigger({ events: ['created'] }, { budgetMs: 4_000 });
	await published(host);
	await sandbox().control.seed({ contracts: 250 });
	await sandbox().control.fault({ route: 'GET /contracts', kind: 'hang', skip: 2, times: 0 });
	const started = Date.now();
	expect(await host.tick()).toEqual([]);
	expect(Date.now() - started).toBeLessThan(60_000);

	await sandbox().control.clearFaults();
	const items = await host.tick();
	expect([items.length, new Set(items.map(({ eventKey }) => eventKey)).size]).toEqual([250, 250]);
});
