import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import axios from 'axios';
import type { Server } from '../../host/lib/server.mts';
import { byId } from '../support/byId.mts';
import { credentialFor, NODES, startN8n } from '../support/n8n.mts';
import { publishedTrigger, SECRET } from '../support/publishedTrigger.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

/** Executions of a real n8n are found by their contract, as its list of executions searches for them. */
const sandbox = sandboxSuite();
const folder = mkdtempSync(path.join(tmpdir(), 'n8n-tags-'));
let n8n: Server;
let database: DatabaseSync;

beforeAll(async () => {
	n8n = await startN8n({ folder });
	database = new DatabaseSync(path.join(folder, '.n8n', 'database.sqlite'), { readOnly: true });
});

afterAll(async () => {
	database?.close();
	await n8n?.stop();
	rmSync(folder, { recursive: true, force: true });
});

/** The filter Custom Data of the list, which n8n offers to registered instances only. */
function found(key: string, value: string): string[] {
	const sql = `SELECT e.id FROM execution_entity e INNER JOIN execution_metadata md ON
		md.executionId = e.id AND LOWER(md.key) = LOWER(?) AND LOWER(md.value) LIKE LOWER(?)`;
	return database
		.prepare(sql)
		.all(key, `%${value}%`)
		.map(({ id }) => String(id));
}

const options = { tagExecutions: true };

test('an execution that a delivery started is found by contract, event and event key', async () => {
	const { workflow, url } = await publishedTrigger(n8n, sandbox().baseUrl, { options });
	const ids: string[] = [];
	for (const externalId of ['D-1', 'D-2']) {
		const integration = { type: 'crm', externalEntity: 'deal', externalId, externalUrl: '' };
		const more = { status: 'signed', silent: true, integration };
		const contract = await sandbox().control.createContract(more);
		const body = { event: 'contract.signed', contractId: contract.id };
		await axios.post(url, body, { headers: { 'x-webhook-secret': SECRET }, proxy: false });
		ids.push(contract.id);
	}
	const executions = await n8n.finished(workflow.id, 2);

	for (const [i, contractId] of ids.entries()) {
		const execution = executions.find(({ items }) =>
			String(items('Trigger')[0]!.json.contractId).endsWith(contractId.slice(-36)),
		)!;
		const { eventKey } = execution.items('Trigger')[0]!.json;
		expect(found('contractId', contractId.slice(-36))).toEqual([execution.id]);
		expect(found('eventKey', eventKey)).toEqual([execution.id]);
		expect(found('externalId', `D-${i + 1}`)).toEqual([execution.id]);
	}
	expect(found('event', 'signed')).toHaveLength(2);
});

test('a failed execution is found by the contract that it was about', async () => {
	const unknown = '00000000-0000-4000-8000-000000000404';
	const credentials = await credentialFor(n8n, sandbox().baseUrl);
	const parameters = { resource: 'contract', operation: 'get', contractId: byId(unknown), options };
	const { id } = await n8n.createWorkflow({
		nodes: [
			{ name: 'Start', type: NODES.manual },
			{ name: 'Contract', type: NODES.action, parameters, credentials },
		],
	});
	const execution = await n8n.run(id);

	expect(execution.status).toBe('error');
	expect(found('contractId', unknown)).toEqual([execution.id]);
});

test('where the list has no such filter, a workflow finds the execution by its contract', async () => {
	const contract = await sandbox().control.createContract();
	const contractId = byId(contract.id);
	const run = await n8n.createWorkflow({
		nodes: [
			{ name: 'Start', type: NODES.manual },
			{
				name: 'Contract',
				type: NODES.action,
				parameters: { resource: 'contract', operation: 'get', contractId, options },
				credentials: await credentialFor(n8n, sandbox().baseUrl),
			},
		],
	});
	const wanted = await n8n.run(run.id);
	const apiKey = await n8n.createApiKey('Executions', ['execution:list', 'execution:read']);
	const keyed = { apiKey, baseUrl: `${n8n.url}/api/v1` };
	const { id, name } = await n8n.createCredential('This n8n', 'n8nApi', keyed);
	const { id: finder } = await n8n.createWorkflow({
		nodes: [
			{ name: 'Start', type: NODES.manual },
			{
				name: 'Executions',
				type: 'n8n-nodes-base.n8n',
				parameters: {
					...{ resource: 'execution', operation: 'getAll', returnAll: true },
					options: { activeWorkflows: true },
				},
				credentials: { n8nApi: { id, name } },
			},
			{
				name: 'Of the contract',
				type: 'n8n-nodes-base.filter',
				typeVersion: 2.2,
				parameters: { conditions: ofContract(contract.id) },
			},
		],
	});
	const execution = await n8n.run(finder);

	const foundIds = execution.items('Of the contract').map(({ json }) => String(json.id));
	expect(foundIds).toEqual([wanted.id]);
});

/** Filter's condition that Custom Data has the contract. */
function ofContract(id: string) {
	return {
		options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
		combinator: 'and',
		conditions: [
			{
				id: 'contract',
				leftValue: '={{ $json.customData.contractId }}',
				rightValue: id.slice(-36),
				operator: { type: 'string', operation: 'contains' },
			},
		],
	};
}

test('the polling trigger shows a sample in the editor, and tags that too', async () => {
	const contract = await sandbox().control.createContract();
	const { id } = await n8n.createWorkflow({
		nodes: [
			{
				name: 'Trigger',
				type: NODES.pollingTrigger,
				credentials: await credentialFor(n8n, sandbox().baseUrl),
				parameters: { events: ['created'], options },
			},
		],
	});
	const execution = await n8n.run(id);

	expect(execution.status).toBe('success');
	expect(execution.items('Trigger')[0]!.json).toMatchObject({ event: 'created' });
	expect(found('contractId', contract.id.slice(-36))).toEqual([execution.id]);
});
