import { until } from '../../host/lib/client/until.mts';
import { credentialFor, NODES, sharedN8n } from '../support/n8n.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

/** An execution that a person stops sends nothing more, in the n8n under test. */
const CONTRACTS = 3_000;
const PAGES = CONTRACTS / 100;
const LATENCY_MS = 500;
const RETRY_AFTER_SECONDS = 3;
const sandbox = sandboxSuite({ seed: 'empty' });

async function started() {
	const n8n = await sharedN8n();
	await sandbox().control.seed({ contracts: CONTRACTS });
	await sandbox().control.clearRequests();
	const parameters = { resource: 'contract', operation: 'getAll', returnAll: true };
	const credentials = await credentialFor(n8n, sandbox().baseUrl);
	const { id } = await n8n.createWorkflow({
		nodes: [
			{ name: 'Start', type: NODES.manual },
			{ name: 'Operation', type: NODES.action, parameters, credentials },
		],
	});
	return { n8n, execution: await n8n.start(id) };
}

const sent = async () =>
	(await sandbox().control.requests({ route: '/contracts', method: 'GET' })).length;

test('stopped among many requests, it sends no further one', async () => {
	await sandbox().control.latency(LATENCY_MS);
	const { n8n, execution } = await started();
	await until(sent, (count) => count >= 2, 'two requests');
	await n8n.stopExecution(execution);
	expect((await n8n.execution(execution)).status).toBe('canceled');
	// What was on its way has arrived before this one is answered.
	await aRequestLater();
	const atTheStop = await sent();
	expect(atTheStop).toBeLessThan(PAGES / 2);
	for (let later = 0; later < 3; later++) await aRequestLater();
	expect(await sent()).toBe(atTheStop);
});

test('stopped while it waits before a request is sent again, it does not send it', async () => {
	const retryAfter = RETRY_AFTER_SECONDS;
	const busy = { route: 'GET /contracts', kind: 'status', status: 429, times: 0 } as const;
	await sandbox().control.fault({ ...busy, retryAfter });
	const { n8n, execution } = await started();
	await until(sent, (count) => count >= 1, 'refusal');
	await n8n.stopExecution(execution);
	expect((await n8n.execution(execution)).status).toBe('canceled');
	await aRequestLater();
	const refused = await sent();
	await sandbox().control.latency(RETRY_AFTER_SECONDS * 2_000);
	await aRequestLater();
	expect(await sent()).toBe(refused);
});

async function aRequestLater(): Promise<void> {
	expect((await sandbox().api('GET', '/organization')).status).toBe(200);
}
