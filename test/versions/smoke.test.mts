import { readdirSync } from 'node:fs';
import { recipe } from '../../host/lib/recipes.mts';
import { byId } from '../support/byId.mts';
import { create, refused } from '../support/contractInEditor.mts';
import { types } from '../support/demo.mts';
import { credentialFor, NODES, sharedN8n } from '../support/n8n.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';
import { VERSION } from '../support/versions.mts';

/** What everybody needs, in the n8n under test. */
const sandbox = sandboxSuite({ seed: 'demo' });

let n8n: Awaited<ReturnType<typeof sharedN8n>>;
let credentials: Awaited<ReturnType<typeof credentialFor>>;

beforeAll(async () => {
	n8n = await sharedN8n();
	credentials = await credentialFor(n8n, sandbox().baseUrl);
});

test('the package is installed in the version under test, with its three nodes', async () => {
	const { versionCli } = await n8n.rest('GET', '/settings');
	expect(versionCli).toBe(VERSION);
	const [installed] = await n8n.installedPackages();
	expect(installed?.failedLoading ?? false).toBe(false);
	expect(installed!.installedNodes.map(({ type }) => type).sort()).toEqual(
		[NODES.action, NODES.trigger, NODES.pollingTrigger].sort(),
	);
});

test('the recipes are made of nodes that it has', async () => {
	const has = new Set(
		(await n8n.nodeTypes()).flatMap(({ name, version }) =>
			[version].flat().map((each) => `${name} ${each}`),
		),
	);
	const lacking = readdirSync('workflows').filter((file) =>
		recipe(file).nodes.some(({ type, typeVersion }) => !has.has(`${type} ${typeVersion}`)),
	);
	expect(lacking).toEqual([]);
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
	const { id } = await n8n.createWorkflow({
		nodes: [
			{ name: 'Start', type: NODES.manual },
			{ name: 'Create', type: NODES.action, parameters: create, credentials },
		],
	});
	const execution = await n8n.run(id);
	expect(execution.error).toBeUndefined();
	const [created] = execution.items('Create');
	const { body } = await sandbox().api('GET', `/contracts/${created!.json.id}`);
	expect(body).toMatchObject({ status: 'draft', counterparty: { name: create.counterpartyName } });
	expect(body.fields).toContainEqual(
		expect.objectContaining({ name: 'Payment term', value: '30-days' }),
	);
});

test('what the service refuses stops the workflow with the sentence that says what to do', async () => {
	const { id } = await n8n.createWorkflow({
		nodes: [
			{ name: 'Start', type: NODES.manual },
			{ name: 'Create', type: NODES.action, parameters: refused, credentials },
		],
	});
	const { status, error } = await n8n.run(id);
	expect(status).toBe('error');
	expect(`${error?.message} ${error?.description}`).toMatch(/template/i);
});

test('a contract is marked as signed with a PDF', async () => {
	const draft = await sandbox().control.createContract({ status: 'draft' });
	const contractId = byId(draft.id);
	const resource = 'contract';
	const { id } = await n8n.createWorkflow({
		nodes: [
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
				parameters: {
					resource,
					operation: 'markAsSigned',
					contractId,
					signatureDate: '2026-01-31',
				},
				credentials,
			},
		],
	});
	const execution = await n8n.run(id);
	expect(execution.error).toBeUndefined();
	expect(execution.items('Sign')).toMatchObject([{ json: { status: 'signed' } }]);
	const { body } = await sandbox().api('GET', `/contracts/${draft.id}`);
	expect(body.status).toBe('signed');
});
