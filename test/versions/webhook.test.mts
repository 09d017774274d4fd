import axios from 'axios';
import { byId } from '../support/byId.mts';
import { credentialFor, NODES, sharedN8n } from '../support/n8n.mts';
import { deliverSigned, publishedTrigger, SECRET } from '../support/publishedTrigger.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

/** Deliveries to the webhook trigger of the n8n under test. */
const sandbox = sandboxSuite({ seed: 'demo' });

test('a delivery starts the workflow, which downloads the signed PDF', async () => {
	const n8n = await sharedN8n();
	const { baseUrl, control } = sandbox();
	const { workflow, url } = await publishedTrigger(n8n, baseUrl, { events: ['signed'] }, [
		{
			name: 'Download',
			type: NODES.action,
			credentials: await credentialFor(n8n, baseUrl),
			parameters: {
				resource: 'contract',
				operation: 'downloadSignedFiles',
				contractId: byId('={{ $json.contractId }}'),
			},
		},
	]);
	await control.subscribe({
		url,
		secret: SECRET,
		sendSecretHeader: 'x-webhook-secret',
		events: ['contract.signed'],
	});
	const contract = await control.createContract({ status: 'draft' });
	await control.setContractState(contract.id, { status: 'signed' });

	const [execution] = await n8n.finished(workflow.id, 1);
	expect(execution!.error).toBeUndefined();
	const [event] = execution!.items('Trigger');
	expect(event!.json).toMatchObject({ event: 'signed', contractId: contract.id });
	const [file] = execution!.items('Download');
	const bytes = await n8n.binary(file!);
	expect(bytes.toString('latin1', 0, 5)).toBe('%PDF-');
	expect(file!.json).toMatchObject({ bytes: bytes.length });
	await n8n.unpublish(workflow.id);
});

describe('a signature over the bytes of the body', () => {
	let n8n: Awaited<ReturnType<typeof sharedN8n>>;
	let published: Awaited<ReturnType<typeof publishedTrigger>>;
	let contractId: string;

	beforeAll(async () => {
		n8n = await sharedN8n();
	});

	beforeEach(async () => {
		const parameters = { events: ['signed'], verification: 'hmac' };
		published = await publishedTrigger(n8n, sandbox().baseUrl, parameters);
		contractId = (await sandbox().control.createContract({ status: 'signed', silent: true })).id;
	});

	afterEach(async () => await n8n.unpublish(published.workflow.id));

	/** As no program would write it again: spaces, escapes, numbers. */
	const body = () =>
		`{ "id":"d-1",\r\n "note": "\\u00e9 é 🖋", "number": 1.0e2, "event": "contract.signed",  "data":{"contractId":"${contractId}"}}\n`;

	test('is believed, whatever way the body is written in', async () => {
		expect(await deliverSigned(published.url, { body: body() })).toBe(200);
		const [execution] = await n8n.finished(published.workflow.id, 1);
		expect(execution!.items('Trigger')[0]!.json).toMatchObject({ event: 'signed', contractId });
	});

	test('is not believed when one byte of the body was changed', async () => {
		const sent = body().replace('1.0e2', '1.0e3');
		expect(await deliverSigned(published.url, { body: body(), sent })).toBe(401);
		expect(await deliverSigned(published.url, { body: body(), secret: 'guessed' })).toBe(401);
	});

	test('does not make JSON of what is none', async () => {
		expect(await deliverSigned(published.url, { body: '{"event":' })).toBe(422);
	});
});

test('a body of more than 16 MiB is refused, and n8n goes on', async () => {
	const n8n = await sharedN8n();
	const { url, workflow } = await publishedTrigger(n8n, sandbox().baseUrl, { events: ['signed'] });
	const post = async (note: string) =>
		await axios.post(url, JSON.stringify({ event: 'ping', note }), {
			headers: { 'content-type': 'application/json', 'x-webhook-secret': SECRET },
			maxBodyLength: Infinity,
			validateStatus: () => true,
			proxy: false,
		});
	expect((await post('x'.repeat(17 * 1024 * 1024))).status).toBe(500);
	// An empty one is a test of the address.
	expect((await post('')).status).toBe(200);
	await n8n.unpublish(workflow.id);
});
