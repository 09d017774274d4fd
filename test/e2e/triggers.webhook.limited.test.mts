import axios from 'axios';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '../../host/lib/client/until.mts';
import type { Server } from '../../host/lib/server.mts';
import { startN8n } from '../support/n8n.mts';
import { publishedTrigger, SECRET } from '../support/publishedTrigger.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';
import { storedExecutions } from '../support/storedExecutions.mts';

/** An n8n that runs one execution at a time, and one that ends only when it may. */
const held: ServerResponse[] = [];
const holding = createServer((_request, response) => held.push(response));
let isReleased = false;
let n8n: Server | undefined;
let sandbox: Sandbox;

beforeAll(async () => {
	holding.listen(0, '127.0.0.1');
	await once(holding, 'listening');
	const env = { N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' };
	[n8n, sandbox] = await Promise.all([startN8n({ env, hasEditor: true }), startSandbox()]);
}, 600_000);

afterAll(async () => {
	release();
	holding.close();
	await n8n?.stop();
	await sandbox?.stop();
});

function release() {
	if (!isReleased) holding.on('request', (_request, response) => response.end('{}'));
	isReleased = true;
	for (const response of held) response.end('{}');
}

test('an execution that waits for a slot starts once, although its sender gives up and sends again', async () => {
	const { port } = holding.address() as AddressInfo;
	const { workflow, url } = await publishedTrigger(n8n!, sandbox.baseUrl, { events: ['created'] }, [
		{
			name: 'Until it may end',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: { url: `http://127.0.0.1:${port}/`, options: {} },
		},
	]);
	const [first, second] = await Promise.all([created(), created()]);
	expect((await deliver(url, first)).status).toBe(200);
	await until(
		async () => held.length,
		(count) => count === 1,
		'the first execution',
	);
	// Each one is waited for as long as the trigger's budget.
	const answers: unknown[] = [
		await deliver(url, second, 3_000).catch(({ code }: Error & { code: string }) => code),
	];
	for (let again = 0; again < 2; again++) answers.push((await deliver(url, second)).status);
	expect(answers).toEqual(['ECONNABORTED', 503, 503]);
	release();
	await until(
		async () => (await deliver(url, second)).data.reason,
		(reason) => String(reason).startsWith('Handed on before'),
		'the second execution',
	);
	const executions = await storedExecutions(n8n!, workflow.id);
	const ids = executions.flatMap(({ items }) => items.map(({ contractId }) => contractId));
	const uuids = ids.map((id) => String(id).slice(-36));
	expect(uuids.toSorted()).toEqual([first, second].map((id) => id.slice(-36)).toSorted());
}, 300_000);

async function created(): Promise<string> {
	return (await sandbox.control.createContract({ status: 'draft', silent: true })).id;
}

async function deliver(url: string, contractId: string, timeout = 60_000) {
	const body = { event: 'contract.created', contractId };
	const headers = { 'x-webhook-secret': SECRET };
	return await axios.post(url, body, {
		headers,
		timeout,
		validateStatus: () => true,
		proxy: false,
	});
}
