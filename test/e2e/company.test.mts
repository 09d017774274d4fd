import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { NodeInput } from '../../host/lib/client/types.mts';
import type { Server } from '../../host/lib/server.mts';
import { pdf } from '../support/binary.mts';
import { byId } from '../support/byId.mts';
import { SELF_SIGNED } from '../support/certificate.mts';
import { company } from '../support/company.mts';
import { types } from '../support/demo.mts';
import { CREDENTIAL, credentialFor, NODES, startN8n } from '../support/n8n.mts';
import { publishedTrigger, SECRET } from '../support/publishedTrigger.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

/**
 * As companies run it: behind a proxy with a password, with a certificate authority of their own, webhooks below a path,
 * files in the database, and workflows in another zone than the machine's.
 */
const sandbox = sandboxSuite({ seed: 'demo' });
let folder: string;
let net: Awaited<ReturnType<typeof company>>;
let n8n: Server;

beforeAll(async () => {
	folder = mkdtempSync(path.join(tmpdir(), 'company-'));
	const authority = path.join(folder, 'authority.pem');
	writeFileSync(authority, SELF_SIGNED.cert);
	net = await company(Number(new URL(sandbox().baseUrl).port));
	n8n = await startN8n({
		env: {
			HTTP_PROXY: net.proxyUrl(),
			HTTPS_PROXY: net.proxyUrl(),
			NODE_EXTRA_CA_CERTS: authority,
			WEBHOOK_URL: net.webhookUrl,
			N8N_DEFAULT_BINARY_DATA_MODE: 'database',
			GENERIC_TIMEZONE: 'America/New_York',
		},
	});
	net.leadsTo(n8n.url);
});
afterAll(async () => {
	await n8n?.stop();
	net?.stop();
	if (folder) rmSync(folder, { recursive: true, force: true });
});

/** An execution of these nodes, behind one with a PDF. */
async function executed(...steps: object[]) {
	const credentials = await credentialFor(n8n, net.baseUrl);
	const file = {
		data: pdf('signed').toString('base64'),
		mimeType: 'application/pdf',
		fileName: 'a.pdf',
	};
	const jsCode = `return ${JSON.stringify([{ json: {}, binary: { data: file } }])};`;
	const nodes: NodeInput[] = steps.map((parameters, i) => {
		return { name: `Step ${i}`, type: NODES.action, credentials, parameters: parameters as never };
	});
	const { id } = await n8n.createWorkflow({
		nodes: [
			{ name: 'Start', type: NODES.manual },
			{ name: 'File', type: NODES.code, typeVersion: 2, parameters: { jsCode } },
			...nodes,
		],
	});
	return await n8n.run(id);
}

/** The items that the last of the nodes puts out. */
async function run(...steps: object[]) {
	const execution = await executed(...steps);
	expect(execution.error).toBeUndefined();
	return execution.items(`Step ${steps.length - 1}`);
}

test('the credential connects through the proxy, and says so where its password is wrong', async () => {
	const data = { baseUrl: net.baseUrl, apiKey: sandbox().keys.admin };
	expect(await n8n.testCredential(CREDENTIAL, data)).toMatchObject({ status: 'OK' });
	expect(net.seen.tunnels).toContain('other.test:443');
	const wrong = { requestOptions: { proxy: net.proxyUrl('n8n:wrong') } };
	const { error } = await executed({ resource: 'contract', operation: 'getAll', ...wrong });
	expect(error!.message).toContain('The proxy asks for a name and a password (407)');
	expect(net.seen.refused).toBeGreaterThan(0);
});

test('lists, creates, uploads and downloads, and a day is that of the workflow', async () => {
	for (const day of ['11-30', '12-01', '12-31']) {
		await sandbox().control.createContract({ name: day, endAt: `2031-${day}T00:00:00.000Z` });
	}
	const filters = { endAtFrom: '2031-12-01', endAtTo: '2031-12-31' };
	const listed = await run({ resource: 'contract', operation: 'getAll', returnAll: true, filters });
	expect(listed.map(({ json }) => json.name).sort()).toEqual(['12-01', '12-31']);

	const { id } = await sandbox().control.createContract({ status: 'negotiating' });
	const created = await run({
		resource: 'contract',
		operation: 'create',
		contractTypeId: byId(types.nda.id),
		templateId: byId(types.nda.templateId),
		counterpartySource: 'name',
		counterpartyName: 'Globex',
		name: 'From a company',
	});
	expect(created).toMatchObject([{ json: { name: 'From a company', status: 'draft' } }]);

	const mark = {
		resource: 'contract',
		operation: 'markAsSigned',
		contractId: byId(id),
		signatureDate: '2026-01-15',
	};
	const archive = { resource: 'contract', operation: 'downloadSignedFiles', contractId: byId(id) };
	const [file] = await run(mark, archive);
	expect(file).toMatchObject({ binary: { data: { mimeType: 'application/pdf' } } });
});

test('a signed delivery comes in below the path', async () => {
	const parameters = { events: ['signed'], verification: 'hmac' };
	const { workflow, url } = await publishedTrigger(n8n, net.baseUrl, parameters);
	const production = net.webhookUrl + new URL(url).pathname.slice(1);
	await sandbox().control.subscribe({ url: production, secret: SECRET });
	const { id } = await sandbox().control.createContract({ status: 'signing', silent: true });
	await sandbox().control.setContractState(id, { status: 'signed' });
	const [execution] = await n8n.finished(workflow.id, 1);
	expect(execution!.items('Trigger')).toMatchObject([
		{ json: { event: 'signed', contractId: id } },
	]);
	await n8n.unpublish(workflow.id);
});
