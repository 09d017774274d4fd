import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pinnedVersion } from '../../host/lib/hosts.mts';
import type { Workflow, WorkflowInput } from '../../host/lib/client/types.mts';
import { recipe } from '../../host/lib/recipes.mts';
import type { Server } from '../../host/lib/server.mts';
import { fields, types } from '../support/demo.mts';
import { document } from '../support/documents.mts';
import { CREDENTIAL, credentialFor, NODES, startN8n } from '../support/n8n.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';

/** The oldest n8n that docs/compatibility.md claims. How it is driven differs in two places: see `run` and `publish`. */
const HOST = 'host/oldest';
const SECRET = 'oldest-secret';

let n8n: Server;
let sandbox: Sandbox;
let credentials: Awaited<ReturnType<typeof credentialFor>>;

beforeAll(async () => {
	[n8n, sandbox] = await Promise.all([startN8n({ host: HOST }), startSandbox({ seed: 'demo' })]);
	credentials = await credentialFor(n8n, sandbox.baseUrl, { webhookSecret: SECRET });
});

afterAll(async () => {
	await n8n?.stop();
	await sandbox?.stop();
});

test('the test of the credential believes an organization, and no web page', async () => {
	// This n8n tests saved credentials only.
	const tested = async (baseUrl: string) => {
		const { [CREDENTIAL]: saved } = await credentialFor(n8n, baseUrl);
		return await n8n.testSavedCredential(saved!.id);
	};
	expect(await tested(sandbox.baseUrl)).toMatchObject({ status: 'OK' });
	const page = createServer((_request, answer) => answer.end('<html></html>')).listen(
		0,
		'127.0.0.1',
	);
	await once(page, 'listening');
	const { port } = page.address() as AddressInfo;
	expect(await tested(`http://127.0.0.1:${port}/v2`)).toEqual({
		status: 'Error',
		message: expect.stringContaining('A web page answered'),
	});
	page.close();
});

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

const create = {
	resource: 'contract',
	operation: 'create',
	contractTypeId: byId(types.order.id),
	templateId: byId(types.order.templateId),
	counterpartySource: 'name',
	counterpartyName: 'Oldest Ltd',
	name: 'Made in the oldest n8n',
	fields: {
		mappingMode: 'defineBelow',
		value: {
			[fields.reference]: 'OLD-1',
			[fields.startDate]: '2027-01-01',
			[fields.endDate]: '2027-12-31',
			[fields.paymentTerm]: '={{ "30 days" }}',
		},
		matchingColumns: [],
		schema: [],
	},
};

const workflow = async (nodes: WorkflowInput['nodes']) => await n8n.createWorkflow({ nodes });

/** This n8n runs the workflow that it is given, not the one that it has. */
async function run(id: string) {
	const workflowData = await n8n.workflow(id);
	const body = { workflowData, triggerToStartFrom: { name: 'Start' } };
	const { executionId } = await n8n.rest('POST', `/workflows/${id}/run`, body);
	return await n8n.execution(String(executionId));
}

async function server(answer: RequestListener) {
	const listening = createServer(answer).listen(0);
	await once(listening, 'listening');
	const { port } = listening.address() as AddressInfo;
	return { port, close: () => listening.close() };
}

/** This n8n registers the triggers before it answers, and refuses where it cannot. */
async function publish({ id, versionId }: Workflow): Promise<void> {
	const { active } = await n8n.rest('POST', `/workflows/${id}/activate`, { versionId });
	expect(active).toBe(true);
}

test('the package is installed in the version that is claimed, with its three nodes', async () => {
	const { versionCli } = await n8n.rest('GET', '/settings');
	expect(versionCli).toBe(pinnedVersion(HOST));
	const [installed] = await n8n.installedPackages();
	expect(installed?.failedLoading ?? false).toBe(false);
	expect(installed!.installedNodes.map(({ type }) => type).sort()).toEqual(
		[NODES.action, NODES.trigger, NODES.pollingTrigger].sort(),
	);
});

test('the recipes are made of nodes that it has, but for those that say what they need', async () => {
	const has = new Set(
		(await n8n.nodeTypes()).flatMap(({ name, version }) =>
			[version].flat().map((each) => `${name} ${each}`),
		),
	);
	const lacking = readdirSync('workflows').filter((file) =>
		recipe(file).nodes.some(({ type, typeVersion }) => !has.has(`${type} ${typeVersion}`)),
	);
	const index = document('docs/recipes/README.md').lines;
	const later = index.filter((line) => line.includes('n8n 2.3 or later'));
	expect(lacking).toEqual(later.map((line) => `${/\((.+)\.md\)/.exec(line)![1]}.json`).sort());
});

test('the credential is tested, and a wrong key is noticed', async () => {
	const { id } = credentials[CREDENTIAL]!;
	expect(await n8n.testSavedCredential(id)).toMatchObject({ status: 'OK' });
	const wrong = await credentialFor(n8n, sandbox.baseUrl, { apiKey: 'wrong-key' });
	const answer = await n8n.testSavedCredential(wrong[CREDENTIAL]!.id);
	expect(answer).toMatchObject({ status: 'Error' });
});

test('the key does not follow a redirect, neither of the test nor of an HTTP Request node', async () => {
	const keys: unknown[] = [];
	const elsewhere = await server((request, response) => {
		keys.push(request.headers['x-api-key']);
		response.end('{}');
	});
	const home = await server((_request, response) => {
		response.writeHead(302, { location: `http://localhost:${elsewhere.port}/` }).end();
	});
	const baseUrl = `http://127.0.0.1:${home.port}/v2`;
	const redirected = await credentialFor(n8n, baseUrl);

	expect(await n8n.testSavedCredential(redirected[CREDENTIAL]!.id)).toMatchObject({
		status: 'Error',
	});
	const parameters = {
		url: `${baseUrl}/organization`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: CREDENTIAL,
	};
	const { id } = await workflow([
		{ name: 'Start', type: NODES.manual },
		{ name: 'Ask', type: 'n8n-nodes-base.httpRequest', parameters, credentials: redirected },
	]);
	await run(id);
	expect(keys).toEqual([]);
	home.close();
	elsewhere.close();
});

test('the editor offers contract types and the fields of their creation form', async () => {
	const asked = { type: NODES.action, parameters: create, credentials };
	const { results } = await n8n.listSearch({
		...asked,
		parameter: 'contractTypeId',
		method: 'searchContractTypes',
	});
	expect(results.map(({ value }) => value)).toContain(types.order.id);
	const mapped = await n8n.mappedFields({
		...asked,
		parameter: 'fields',
		method: 'getCreationFormFields',
	});
	expect(mapped.fields.map(({ displayName }) => displayName)).toContain('Payment term');
});

test('a contract is created', async () => {
	const { id } = await workflow([
		{ name: 'Start', type: NODES.manual },
		{ name: 'Create', type: NODES.action, parameters: create, credentials },
	]);
	const execution = await run(id);
	expect(execution.error).toBeUndefined();
	const [created] = execution.items('Create');
	const { body } = await sandbox.api('GET', `/contracts/${created!.json.id}`);
	expect(body).toMatchObject({ status: 'draft', counterparty: { name: 'Oldest Ltd' } });
	expect(body.fields).toContainEqual(
		expect.objectContaining({ name: 'Payment term', value: '30-days' }),
	);
});

test('what the service refuses stops the workflow with the sentence that says what to do', async () => {
	const parameters = { ...create, templateId: byId(types.msa.templateId) };
	const { id } = await workflow([
		{ name: 'Start', type: NODES.manual },
		{ name: 'Create', type: NODES.action, parameters, credentials },
	]);
	const { status, error } = await run(id);
	expect(status).toBe('error');
	expect(`${error?.message} ${error?.description}`).toMatch(/template/i);
});

test('a failed item comes out of the error output with what a workflow branches on', async () => {
	const parameters = { ...create, templateId: byId(types.msa.templateId) };
	const onError = 'continueErrorOutput' as const;
	const { id } = await workflow([
		{ name: 'Start', type: NODES.manual },
		{ name: 'Create', type: NODES.action, parameters, credentials, onError },
	]);
	const execution = await run(id);
	expect(execution.items('Create')).toEqual([]);
	const [failed] = execution.items('Create', 1);
	expect(failed!.json).toMatchObject({
		error: expect.stringMatching(/template/i),
		details: { statusCode: expect.any(Number), itemIndex: 0 },
	});
});

test('a delivery to the webhook trigger starts the workflow, which downloads the signed PDF', async () => {
	const saved = await workflow([
		{ name: 'Signed', type: NODES.trigger, parameters: { events: ['signed'] }, credentials },
		{
			name: 'Download',
			type: NODES.action,
			credentials,
			parameters: {
				resource: 'contract',
				operation: 'downloadSignedFiles',
				contractId: byId('={{ $json.contractId }}'),
			},
		},
	]);
	await publish(saved);
	await sandbox.control.subscribe({
		url: await n8n.webhookUrl(saved.nodes[0]!),
		secret: SECRET,
		sendSecretHeader: 'x-webhook-secret',
		events: ['contract.signed'],
	});
	const contract = await sandbox.control.createContract({ status: 'draft' });
	await sandbox.control.setContractState(contract.id, { status: 'signed' });

	const [execution] = await n8n.finished(saved.id, 1);
	expect(execution!.error).toBeUndefined();
	const [event] = execution!.items('Signed');
	expect(event!.json).toMatchObject({ event: 'signed', contractId: contract.id });
	const [file] = execution!.items('Download');
	const bytes = await n8n.binary(file!);
	expect(bytes.toString('latin1', 0, 5)).toBe('%PDF-');
	expect(file!.json).toMatchObject({ bytes: bytes.length });
});

test('a contract is marked as signed with a PDF', async () => {
	const draft = await sandbox.control.createContract({ status: 'draft' });
	const contractId = byId(draft.id);
	const resource = 'contract';
	const { id } = await workflow([
		{ name: 'Start', type: NODES.manual },
		{
			name: 'Download',
			type: NODES.action,
			parameters: { resource, operation: 'downloadCurrentVersion', contractId },
			credentials,
		},
		{
			name: 'Sign',
			type: NODES.action,
			parameters: { resource, operation: 'markAsSigned', contractId, signatureDate: '2026-01-31' },
			credentials,
		},
	]);
	const execution = await run(id);
	expect(execution.error).toBeUndefined();
	expect(execution.items('Sign')).toMatchObject([{ json: { status: 'signed' } }]);
	const { body } = await sandbox.api('GET', `/contracts/${draft.id}`);
	expect(body.status).toBe('signed');
});

test('the polling trigger finds what was created after it was published', async () => {
	const parameters = { events: ['created'] };
	const saved = await workflow([
		{ name: 'Poll', type: NODES.pollingTrigger, parameters, credentials },
	]);
	await publish(saved);
	const contract = await sandbox.control.createContract({ name: 'Found by polling' });

	// It polls every minute.
	const [execution] = await n8n.finished(saved.id, 1);
	expect(execution!.items('Poll').map(({ json }) => json)).toContainEqual(
		expect.objectContaining({ event: 'created', contractId: contract.id }),
	);
});
