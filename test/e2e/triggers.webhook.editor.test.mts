import axios from 'axios';
import { until } from '../../host/lib/client/until.mts';
import type { WorkflowNode } from '../../host/lib/client/types.mts';
import { credentialFor, NODES, sharedN8n } from '../support/n8n.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

/** What a person does with the webhook trigger in the editor of a real n8n. */
const SECRET = 'editor-secret';
const sandbox = sandboxSuite();

let n8n: Awaited<ReturnType<typeof sharedN8n>>;

beforeAll(async () => {
	n8n = await sharedN8n();
});

async function withTrigger(parameters = {}, webhookSecret = SECRET) {
	const credentials = await credentialFor(n8n, sandbox().baseUrl, { webhookSecret });
	const trigger = { name: 'Trigger', type: NODES.trigger, credentials, parameters };
	const { id, nodes } = await n8n.createWorkflow({ nodes: [trigger] });
	return { id, trigger: nodes[0]! };
}

async function testUrl(trigger: WorkflowNode): Promise<string> {
	return (await n8n.webhookUrl(trigger)).replace('/webhook/', '/webhook-test/');
}

test('the panel says what to do with the URLs, before and after publishing', async () => {
	const { triggerPanel, eventTriggerDescription, activationMessage, properties } =
		await n8n.nodeType(NODES.trigger);
	expect(triggerPanel.executionsHelp.inactive).toMatch(/test URL.*integration settings.*publish/);
	expect(triggerPanel.executionsHelp.active).toContain('is published');
	expect(eventTriggerDescription).toContain('test URL');
	expect(activationMessage).toContain('production URL');
	expect(properties[0]!.displayName).toMatch(/test URL.*production URL.*Webhook Secret/);
});

test('while the editor listens, each delivery to the test URL is shown, also the same one again', async () => {
	const { id, trigger } = await withTrigger({ events: ['signed'] });
	const url = await testUrl(trigger);
	const contract = await sandbox().control.createContract({ status: 'signed', silent: true });
	// One after the other, in the order in which they are sent.
	const inTurn = { concurrency: 1, backoffMs: 60_000, timeoutMs: 60_000 };
	await sandbox().control.deliverySettings(inTurn);
	await sandbox().control.subscribe({ url, secret: SECRET, sendSecretHeader: 'x-webhook-secret' });
	const [other] = await listening(id, async () => {
		await sandbox().control.sendEvent({ event: 'contract.created', contractId: contract.id });
	});
	const told = await listening(id, async () => {
		await sandbox().control.sendEvent({ event: 'contract.signed', contractId: contract.id });
	});
	const delivery = told.at(-1);
	const again = await listening(id, async () => {
		const [sent] = await sandbox().control.deliveries({ event: 'contract.signed' });
		await sandbox().control.redeliver(sent!.id);
	});

	// One that starts nothing says why, and which option would change that.
	expect(other!.items('Trigger')[0]!.json).toMatchObject({
		understood: true,
		reason: expect.stringContaining('select Contract Created in Events'),
		payload: { event: 'contract.created' },
	});
	expect(delivery!.mode).toBe('manual');
	expect(delivery!.items('Trigger')[0]!.json).toMatchObject({
		event: 'signed',
		contractId: (await sandbox().api('GET', `/contracts/${contract.id}`)).body.id,
		contract: { status: 'signed' },
	});
	expect(again.at(-1)!.items('Trigger')).toEqual(delivery!.items('Trigger'));
});

test('nobody listens: n8n says so to the sender', async () => {
	const { trigger } = await withTrigger();
	const { status } = await axios.post(await testUrl(trigger), {}, { validateStatus: () => true });
	expect(status).toBe(404);
});

test('listening without a Webhook Secret is refused with the fix', async () => {
	const { id } = await withTrigger({}, '');
	await expect(listen(id)).rejects.toThrow(/no Webhook Secret/);
});

/** What Execute step does: n8n waits for one delivery. */
async function listen(id: string): Promise<void> {
	const answer = await n8n.rest('POST', `/workflows/${id}/run`, {
		triggerToStartFrom: { name: 'Trigger' },
	});
	expect(answer).toMatchObject({ waitingForWebhook: true });
}

/** The executions, newest last, after one more was shown. */
async function listening(id: string, deliver: () => Promise<void>) {
	const before = (await n8n.executions(id)).length;
	await listen(id);
	await deliver();
	await until(
		async () => (await n8n.executions(id)).length,
		(count) => count > before,
		'an execution in the editor',
	);
	return await n8n.finished(id, before + 1);
}
