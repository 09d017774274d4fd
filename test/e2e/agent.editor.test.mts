import type { N8nClient } from '../../host/lib/client/n8n.mts';
import {
	createAgent,
	documentedTools,
	reached,
	testTool,
	type Arguments,
} from '../support/agentTools.mts';
import { contractId, unknownId } from '../support/demo.mts';
import { credentialFor, sharedN8n } from '../support/n8n.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

/** The tools of docs/agents.md in a real n8n, run from its editor: its tool test takes the place of a model. */
const sandbox = sandboxSuite({ seed: 'demo' });
let n8n: N8nClient;
let workflowId: string;

beforeAll(async () => {
	n8n = await sharedN8n();
	const credentials = await credentialFor(n8n, sandbox().baseUrl);
	workflowId = await createAgent(n8n, { nodes: documentedTools(), credentials });
});

const run = async (node: string, args: Arguments) => await testTool(n8n, workflowId, node, args);

test('a tool runs with the arguments that stand in for a model', async () => {
	const { status, response } = await run('Get contract', { Contract_ID: contractId(1) });

	expect(status).toBe('success');
	const { name } = await sandbox().control.contract(contractId(1));
	expect(response).toEqual([expect.objectContaining({ name, fields: expect.any(Object) })]);
	expect(await reached(sandbox())).toEqual([
		'GET /contracts/:id 200',
		'GET /contract-types/:id/creation-form 200',
	]);
});

test('a list has the length that was asked for', async () => {
	const { response } = await run('Find contracts', { Limit: 3 });

	expect(response).toHaveLength(4);
	expect((response as object[])[3]).toHaveProperty('hints');
	const lists = await sandbox().control.requests({ route: '/contracts' });
	expect(lists.map(({ query }) => query)).toEqual([expect.objectContaining({ limit: '3' })]);
});

test('a failure says what is wrong and what to do', async () => {
	const { status, error } = await run('Get contract', { Contract_ID: unknownId });

	expect(status).toBe('error');
	expect(error!.message).toContain(`No contract ${unknownId}`);
	expect(error!.message).toContain(
		'It may have been deleted, or it belongs to another organization',
	);
});
