import axios from 'axios';
import { until } from '../../host/lib/client/until.mts';
import { CREDENTIAL, sharedN8n } from '../support/n8n.mts';
import { publishedTrigger, SECRET } from '../support/publishedTrigger.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';

/** A person replaces the webhook secret in the credential of a published trigger, as docs/triggers.md says. */
let n8n: Awaited<ReturnType<typeof sharedN8n>>;
let sandbox: Sandbox;
let published: Awaited<ReturnType<typeof publishedTrigger>>;
let contractId: string;

beforeAll(async () => {
	[n8n, sandbox] = await Promise.all([sharedN8n(), startSandbox()]);
	published = await publishedTrigger(n8n, sandbox.baseUrl, { events: ['signed'] });
	contractId = (await sandbox.control.createContract({ status: 'signed', silent: true })).id;
});

afterAll(async () => {
	if (published) await n8n.unpublish(published.workflow.id);
	await sandbox?.stop();
});

test('no delivery is refused while the secret is replaced, and the old one is refused afterwards', async () => {
	expect([await deliver(SECRET), await deliver('new-secret')]).toEqual([200, 401]);

	await save({ webhookSecret: 'new-secret', previousWebhookSecret: SECRET });
	await until(
		async () => [await deliver(SECRET), await deliver('new-secret')],
		([old, now]) => old === 200 && now === 200,
		'delivery with the new secret',
	);

	await save({ webhookSecret: 'new-secret', previousWebhookSecret: '' });
	await until(
		async () => await deliver(SECRET),
		(status) => status === 401,
		'refusal of the old secret',
	);
	expect(await deliver('new-secret')).toBe(200);
});

/** Saves the credential of the published trigger, which stays published. */
async function save(secrets: Record<string, string>): Promise<void> {
	const { id, name } = published.workflow.nodes[0]!.credentials![CREDENTIAL]!;
	const data = { baseUrl: sandbox.baseUrl, apiKey: 'sandbox-admin-key', ...secrets };
	await n8n.updateCredential(id, name, CREDENTIAL, data);
}

async function deliver(secret: string): Promise<number> {
	const body = { id: `d-${Math.random()}`, event: 'contract.signed', data: { contractId } };
	const { status } = await axios.post(published.url, body, {
		headers: { 'x-webhook-secret': secret },
		validateStatus: () => true,
		proxy: false,
	});
	return status;
}
