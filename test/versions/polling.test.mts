import type { N8nClient } from '../../host/lib/client/n8n.mts';
import { credentialFor, DURABLE_CURSORS, NODES, sharedN8n, startN8n } from '../support/n8n.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';
import { HOST_UNDER_TEST, isAtLeast } from '../support/versions.mts';

/** n8n's engines that poll: the one of all versions, and the one that newer ones have to be told to use. */
const ENGINES: Array<[string, () => Promise<N8nClient & { stop?(): Promise<void> }>]> = [
	['as n8n polls by itself', sharedN8n],
];
if (isAtLeast(38)) {
	const start = async () => await startN8n({ host: HOST_UNDER_TEST, env: DURABLE_CURSORS });
	ENGINES.push(['with durable cursors', start]);
}

describe.each(ENGINES)('%s', (_engine, n8nOf) => {
	let n8n: Awaited<ReturnType<typeof n8nOf>>;
	let sandbox: Sandbox;

	beforeAll(async () => {
		[n8n, sandbox] = await Promise.all([n8nOf(), startSandbox({ seed: 'demo' })]);
	});

	afterAll(async () => {
		await n8n?.stop?.();
		await sandbox?.stop();
	});

	test('each change after publishing is emitted once, over several polls', async () => {
		const { id } = await n8n.createWorkflow({
			nodes: [
				{
					name: 'Poll',
					type: NODES.pollingTrigger,
					parameters: { events: ['created'] },
					credentials: await credentialFor(n8n, sandbox.baseUrl),
				},
			],
		});
		expect(await n8n.publish(id)).toMatchObject({ status: 'published' });
		const first = await sandbox.control.createContract({ name: 'Found by the first poll' });
		// It polls every minute.
		await n8n.finished(id, 1);
		const second = await sandbox.control.createContract({ name: 'Found when published again' });
		await n8n.unpublish(id);
		// And at once when it is published.
		expect(await n8n.publish(id)).toMatchObject({ status: 'published' });
		const executions = await n8n.finished(id, 2);
		await n8n.unpublish(id);
		const emitted = executions.flatMap((execution) => execution.items('Poll'));
		expect(emitted.map(({ json }) => [json.event, json.contractId])).toEqual([
			['created', first.id],
			['created', second.id],
		]);
	});
});
