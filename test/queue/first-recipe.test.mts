import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Execution } from '../../host/lib/client/execution.mts';
import type { Workflow } from '../../host/lib/client/types.mts';
import { until } from '../../host/lib/client/until.mts';
import { importRecipe, recipe } from '../../host/lib/recipes.mts';
import { credentialFor } from '../support/n8n.mts';
import { startQueueMode, type QueueMode } from '../support/queue.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';

const SECRET = 'recipe-secret';
const RUN_MS = 60_000;

/** The first recipe on main, two workers and two webhook processors. */
let n8n: QueueMode;
let sandbox: Sandbox;
let saving: Workflow;
let creating: Execution;

beforeAll(async () => {
	[n8n, sandbox] = await Promise.all([startQueueMode(), startSandbox({ seed: 'demo' })]);
	const credentials = await credentialFor(n8n, sandbox.baseUrl, { webhookSecret: SECRET });
	saving = await importRecipe(n8n, recipe('signed-contract-to-file.json'), credentials);
	expect(await n8n.publish(saving.id)).toMatchObject({ status: 'published' });
	await deliverTo(0);
	const create = await importRecipe(n8n, recipe('contract-from-deal-to-signed.json'), credentials);
	creating = await n8n.run(create.id, { timeout: RUN_MS });
}, 170_000);

afterAll(async () => {
	await n8n?.stop();
	await sandbox?.stop();
}, 60_000);

test('a worker creates the contract and marks it as signed, once', async () => {
	expect(creating.error).toBeUndefined();
	const [created] = creating.items('Create contract');
	const contract = await sandbox.control.contract(created!.json.id);
	expect(contract).toMatchObject({ status: 'signed' });
	const { byRoute } = await sandbox.control.requestSummary();
	expect(byRoute['POST /contracts']).toMatchObject({ executed: 1 });
	expect(byRoute['POST /contracts/:id/signed-version']).toMatchObject({ executed: 1 });
});

test('a delivery to one webhook processor ends as a file that a worker saved', async () => {
	const [saved] = await n8n.finished(saving.id, 1, RUN_MS);
	expect(savedFile(saved!).subarray(0, 5).toString()).toBe('%PDF-');
});

test('the other webhook processor takes the deliveries just as well', async () => {
	await deliverTo(1);
	const contract = await sandbox.control.createContract({ status: 'draft' });
	await sandbox.control.setContractState(contract.id, { status: 'signed' });

	const runs = await n8n.finished(saving.id, 2, RUN_MS);
	expect(runs).toHaveLength(2);
	expect(runs[1]!.items('Contract signed')[0]!.json).toMatchObject({
		event: 'signed',
		contractId: contract.id,
	});
	expect(savedFile(runs[1]!).subarray(0, 5).toString()).toBe('%PDF-');
	await until(
		async () => await sandbox.control.deliveries({ contractId: contract.id }),
		(all) => all.length > 0 && all.every(({ status }) => status === 'delivered'),
		'accepted deliveries',
	);
});

/** From now on the service delivers to this webhook processor only. */
async function deliverTo(index: number): Promise<void> {
	for (const { id } of await sandbox.control.subscriptions()) await sandbox.control.unsubscribe(id);
	const trigger = saving.nodes.find(({ webhookId }) => webhookId)!;
	const { pathname } = new URL(await n8n.webhookUrl(trigger));
	await sandbox.control.subscribe({
		url: new URL(pathname, n8n.webhookProcessors[index]!.url).href,
		secret: SECRET,
		sendSecretHeader: 'x-webhook-secret',
		events: ['contract.signed'],
	});
}

function savedFile(run: Execution): Buffer {
	expect(run.error).toBeUndefined();
	const [saved] = run.items('Save PDF');
	return readFileSync(path.join(n8n.files, saved!.json.fileName));
}
