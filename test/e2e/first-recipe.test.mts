import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Execution } from '../../host/lib/client/execution.mts';
import type { Workflow } from '../../host/lib/client/types.mts';
import { until } from '../../host/lib/client/until.mts';
import { importRecipe, recipe, type Credentials } from '../../host/lib/recipes.mts';
import { credentialFor, sharedN8n } from '../support/n8n.mts';
import { startSandbox, type Sandbox, type SandboxContract } from '../support/sandbox.mts';

const SECRET = 'recipe-secret';

/** The recipes "Contract from a deal" and "Signed contract to file", run once; the tests look at what came of it. */
let n8n: Awaited<ReturnType<typeof sharedN8n>>;
let sandbox: Sandbox;
let saving: Workflow;
let creating: Execution;
let contract: SandboxContract;

beforeAll(async () => {
	[n8n, sandbox] = await Promise.all([sharedN8n(), startSandbox({ seed: 'demo' })]);
	const credentials = await credentialFor(n8n, sandbox.baseUrl, { webhookSecret: SECRET });
	saving = await published('signed-contract-to-file.json', credentials);
	const create = await importRecipe(n8n, recipe('contract-from-deal-to-signed.json'), credentials);
	creating = await n8n.run(create.id);
	const [created] = creating.items('Create contract');
	contract = await sandbox.control.contract(created!.json.id);
});

afterAll(async () => {
	if (saving) await n8n.unpublish(saving.id);
	await sandbox?.stop();
});

test('the deal became a contract with its values, its counterparty and a link back to it', () => {
	expect(creating.error).toBeUndefined();
	expect(creating.status).toBe('success');
	const [deal] = creating.items('Won deal');
	const [created] = creating.items('Create contract');
	expect(created!.json).toMatchObject({
		action: 'created',
		counterpartyName: 'Fjord Analytics AS',
		externalId: deal!.json.dealId,
		fields: {
			Reference: deal!.json.dealId,
			'Contract value': 48_000,
			'Payment term': '30-days',
			'Start date': deal!.json.start,
		},
	});
});

test('the service holds the PDF and the signature date, and nothing was sent twice', async () => {
	expect(contract).toMatchObject({ status: 'signed' });
	const age = Date.now() - Date.parse(contract.signatureDate!);
	expect(age).toBeGreaterThanOrEqual(0);
	expect(age).toBeLessThan(120_000);

	const { byRoute } = await sandbox.control.requestSummary();
	for (const route of [
		'POST /contracts',
		'POST /files/upload-url',
		'PUT /storage/uploads/:uploadId',
		'POST /contracts/:id/signed-version',
	]) {
		expect([route, byRoute[route]]).toEqual([route, expect.objectContaining({ executed: 1 })]);
	}
});

test('the delivery started the other workflow once, and the signed PDF is in its folder', async () => {
	const [saved, ...others] = await n8n.finished(saving.id, 1);
	expect(others).toEqual([]);
	expect(saved!.error).toBeUndefined();
	expect(saved).toMatchObject({ status: 'success', mode: 'webhook' });
	expect(saved!.items('Contract signed')[0]!.json).toMatchObject({
		event: 'signed',
		contractId: contract.id,
		status: 'signed',
	});

	const name = saved!.items('Download signed files')[0]!.binary!.data!.fileName!;
	expect(name).toMatch(/\.pdf$/);
	const bytes = readFileSync(path.join(n8n.files, name));
	expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
	const [upload] = await sandbox.control.uploads();
	expect(createHash('sha256').update(bytes).digest('hex')).toBe(upload!.sha256);
});

test('every delivery was answered with 200, and the same event twice saves nothing twice', async () => {
	const deliveries = await sandbox.control.deliveries({ contractId: contract.id });
	const statuses = deliveries.flatMap(({ attempts }) => attempts.map(({ status }) => status));
	expect(new Set(statuses)).toEqual(new Set([200]));

	const signed = deliveries.find(({ event }) => event === 'contract.signed')!;
	await sandbox.control.redeliver(signed.id);
	await settled(signed.id);
	const runs = await n8n.finished(saving.id, 1);
	const savedFiles = runs.flatMap((run) => run.items('Save PDF'));
	expect(savedFiles).toHaveLength(1);
	expect(existsSync(path.join(n8n.files, savedFiles[0]!.json.fileName))).toBe(true);
});

async function published(file: string, credentials: Credentials): Promise<Workflow> {
	const workflow = await importRecipe(n8n, recipe(file), credentials);
	expect(await n8n.publish(workflow.id)).toMatchObject({ status: 'published' });
	const trigger = workflow.nodes.find(({ webhookId }) => webhookId)!;
	await sandbox.control.subscribe({
		url: await n8n.webhookUrl(trigger),
		secret: SECRET,
		sendSecretHeader: 'x-webhook-secret',
	});
	return workflow;
}

async function settled(delivery: string): Promise<void> {
	await until(
		async () => (await sandbox.control.deliveries()).find(({ id }) => id === delivery)!,
		({ status, attempts }) => status !== 'pending' && attempts.length > 1,
		'second delivery',
	);
}
