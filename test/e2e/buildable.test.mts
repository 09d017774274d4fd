import { randomUUID } from 'node:crypto';
import type { Execution } from '../../host/lib/client/execution.mts';
import type { Server } from '../../host/lib/server.mts';
import { ContractManagement } from '../../nodes/ContractManagement/ContractManagement.node';
import { REQUESTS, type BuildRequest, type World } from '../support/buildRequests.mts';
import { definitionOf } from '../support/definition.mts';
import { types } from '../support/demo.mts';
import { document } from '../support/documents.mts';
import { itemShapes, sampleItem } from '../support/itemShapes.mts';
import { CREDENTIAL, credentialFor, NODES, startN8n } from '../support/n8n.mts';
import { connectToBuilder, MANY_CALLS, type BuilderTools } from '../support/n8nMcp.mts';
import { startReceiver, type Receiver } from '../support/receiver.mts';
import { operations } from '../support/operations.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';
import { workflowCode, type Step } from '../support/workflowCode.mts';

/** What an agent needs to build workflows of people's requests, asked of n8n's own MCP server. No model takes part. */
const SECRET = 'secret-of-the-service';
const DOCS = 'docs/agents.md';

/**
 * Tokens that the definition of the action node costs for each operation, at four characters each. n8n writes a parameter once
 * for each operation that has it, so that those of nearly all are said once, in the hint of the node.
 */
const BUDGET = 348;

const sandbox = sandboxSuite({ seed: 'demo' });
const definitions = new Map<string, string>();
let n8n: Server;
let tools: BuilderTools;
let chat: Receiver;

beforeAll(async () => {
	n8n = await startN8n({ env: MANY_CALLS });
	tools = await connectToBuilder(n8n);
	// The only credential of its type, so that n8n assigns it to the nodes by itself.
	await credentialFor(n8n, sandbox().baseUrl, { webhookSecret: SECRET });
	for (const nodeId of [NODES.action, NODES.trigger, NODES.pollingTrigger]) {
		definitions.set(
			nodeId,
			(await tools.call('get_node_types', { nodeIds: [{ nodeId }] })).definitions,
		);
	}
});
afterAll(async () => {
	await tools?.close();
	await n8n?.stop();
});

beforeEach(async () => void (chat = await startReceiver()));
afterEach(async () => await chat.stop());

describe.each(REQUESTS)('$request', (asked) => {
	test(`one of our nodes is found first for: ${asked.search}`, async () => {
		expect((await found(asked.search))[0]).toMatch(/^n8n-nodes-contract-management\./);
	});

	test('a workflow built of the definitions has no warnings, runs and leaves what was asked', async () => {
		const world = newWorld();
		await asked.before?.(world);
		const code = workflowCode(asked.request, asked.steps(world), sampleOf);

		const { nodeCount, ...validated } = await tools.call('validate_workflow', { code });
		expect(validated).toEqual({ valid: true });
		const { workflowId, warnings } = await tools.call('create_workflow_from_code', { code });
		expect(warnings).toBeUndefined();
		expect(nodeCount).toBe(asked.steps(world).length);

		const execution = await carriedOut(asked, world, workflowId);
		expect({ status: execution.status, error: execution.error }).toEqual({ status: 'success' });
		expect(await asked.leaves(world, execution)).toEqual(asked.asked(world));
	});
});

test('the definition of each node has its hints and the shape of its items', () => {
	expect(definitions.get(NODES.action)).toContain('@builderHint Contracts (NDA, MSA, order)');
	expect(definitions.get(NODES.action)).toContain(
		'@builderHint Set true, with type, externalEntity and externalId',
	);
	expect(definitions.get(NODES.trigger)).toContain('@builderHint For "when a contract is signed"');
	expect(definitions.get(NODES.pollingTrigger)).toContain(
		'Items of counterparty: {event, eventKey',
	);
	expect(definitions.get(NODES.trigger)).toContain('remember its eventKey');
});

test('a search shows what each node is for, what each resource is, and the nodes beside it', async () => {
	const { results } = await tools.call('search_nodes', { queries: ['contract'] });
	expect(results).toContain('@builderHint Contracts (NDA, MSA, order)');
	expect(results).toContain('Companies you contract with');
	for (const related of [
		NODES.trigger,
		NODES.pollingTrigger,
		'n8n-nodes-base.wait',
		'n8n-nodes-base.dataTable',
		'n8n-nodes-base.emailSend',
	]) {
		expect(results).toContain(`    - ${related}: "`);
	}
});

test('contract types and templates are found by name, as the hints of their parameters say', async () => {
	const ask = async (methodName: string, currentNodeParameters: object) =>
		await tools.call('explore_node_resources', {
			nodeType: NODES.action,
			version: 1,
			methodName,
			methodType: 'listSearch',
			credentialType: CREDENTIAL,
			credentialId: await credentialId(),
			currentNodeParameters,
		});
	const found = await ask('searchContractTypes', {});
	expect(JSON.stringify(found)).toContain(types.nda.id);
	expect(found.builderHint).toContain('explore_node_resources finds the ID');
	const contractTypeId = { __rl: true, mode: 'id', value: types.nda.id };
	expect(JSON.stringify(await ask('searchTemplates', { contractTypeId }))).toContain(
		types.nda.templateId,
	);
});

test(`the definition costs at most ${BUDGET} tokens per operation, besides what n8n adds to every node`, () => {
	expect(Math.ceil(ownDefinition().length / 4)).toBeLessThanOrEqual(BUDGET * operations().length);
	expect(document(DOCS).text).toContain(`at most ${BUDGET} tokens for each operation`);
});

test('as a tool, for which n8n repeats the description of the tool, it costs at most 12,000 tokens', () => {
	expect(Math.ceil(ownDefinition(true).length / 4)).toBeLessThanOrEqual(12_000);
	expect(document(DOCS).text).toContain('As a tool it is 12,000');
});

test('n8n adds its own parameters to a node once, although it loads an installed package several times', async () => {
	const added = definitions.get(NODES.action)!;
	expect(added.match(/batching\?:/g)).toHaveLength(added.match(/requestOptions\?:/g)!.length);
	const { properties } = await n8n.nodeType(NODES.pollingTrigger);
	expect(properties.filter(({ name }) => name === 'pollTimes')).toHaveLength(1);
});

function newWorld(): World {
	const { files } = n8n;
	return { sandbox: sandbox(), chat, files, table: `Table ${randomUUID()}`, call: tools.call };
}

/** Node types that n8n's search names, best first. */
async function found(words: string): Promise<string[]> {
	const { results } = await tools.call('search_nodes', { queries: [words] });
	return [...results.matchAll(/^- (\S+)/gm)].map(([, type]) => type!);
}

/** What the definition says about the items of a step. */
function sampleOf({ type, parameters }: Step): object {
	const { resource, operation, watch = 'contract' } = parameters;
	const items = resource ? `${resource}.${operation}` : `Items of ${watch}`;
	return sampleItem(itemShapes(definitions.get(type)!), items);
}

async function carriedOut(
	asked: BuildRequest,
	world: World,
	workflowId: string,
): Promise<Execution> {
	const { begins } = asked;
	if (begins === 'by hand') return await n8n.run(workflowId);
	if ('event' in begins) {
		expect(await tools.call('publish_workflow', { workflowId })).toMatchObject({ success: true });
		await n8n.publish(workflowId);
		const { nodes } = await n8n.workflow(workflowId);
		await sandbox().control.subscribe({ url: await n8n.webhookUrl(nodes[0]!), secret: SECRET });
		await begins.event(world);
		const [execution] = await n8n.finished(workflowId, 1);
		await n8n.unpublish(workflowId);
		return execution!;
	}
	const { inputs } = begins;
	const triggerNodeName = inputs && asked.steps(world)[0]!.name;
	const run = { workflowId, executionMode: 'manual', inputs, triggerNodeName };
	const started = await tools.call('execute_workflow', run);
	expect(started).toMatchObject({ status: 'started' });
	return await n8n.execution(started.executionId);
}

async function credentialId(): Promise<string> {
	const { data } = await tools.call('list_credentials', { type: CREDENTIAL });
	return data[0].id;
}

/** What n8n's own generator writes about our description. */
function ownDefinition(isTool = false): string {
	return definitionOf({ ...new ContractManagement().description, name: NODES.action }, isTool);
}
