import { credentialFor, NODES, sharedN8n } from '../support/n8n.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';
import { storedExecutions } from '../support/storedExecutions.mts';

/** The polling trigger in a real n8n, which polls whenever the workflow is published. */
const BACKLOG = 20_000;
const PER_POLL = 5_000;
const sandbox = sandboxSuite({ seed: 'empty' });

test('a backlog is drained over several publications, each change once, ascending within a poll', async () => {
	const n8n = await sharedN8n();
	const { id } = await n8n.createWorkflow({
		nodes: [
			{
				name: 'Trigger',
				type: NODES.pollingTrigger,
				credentials: await credentialFor(n8n, sandbox().baseUrl),
				parameters: {
					events: ['created'],
					options: { maxChanges: PER_POLL },
					pollTimes: { item: [{ mode: 'everyMonth' }] },
				},
			},
		],
	});
	const publish = async () => {
		expect(await n8n.publish(id)).toMatchObject({ status: 'published' });
		await n8n.unpublish(id);
	};
	// Contracts that are seeded are older than today: what is older than the publishing is no news.
	await sandbox().control.clock({ now: '2000-01-01T00:00:00.000Z' });
	await publish();
	await sandbox().control.clock({ shiftMs: 0 });
	await sandbox().control.seed({ contracts: BACKLOG, types: 3 });
	for (let polls = 0; polls < 1 + BACKLOG / PER_POLL; polls++) await publish();

	const executions = await storedExecutions(n8n, id);
	expect(executions.map(({ status, items }) => [status, items.length])).toEqual(
		Array.from({ length: BACKLOG / PER_POLL }, () => ['success', PER_POLL]),
	);
	for (const { items } of executions) {
		const times = items.map(({ contract }) => contract.updatedAt);
		expect(times).toEqual(times.toSorted());
	}
	const keys = executions.flatMap(({ items }) => items.map(({ eventKey }) => eventKey));
	expect(new Set(keys).size).toBe(BACKLOG);
}, 1_800_000);
