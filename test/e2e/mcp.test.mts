import { randomUUID } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { NodeInput } from '../../host/lib/client/types.mts';
import { byId } from '../support/byId.mts';
import { credentialFor, NODES, sharedN8n } from '../support/n8n.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

/** What an agent does with the node, over n8n's MCP server and with a client of the protocol's own package. */
const sandbox = sandboxSuite({ seed: 'demo' });
let n8n: Awaited<ReturnType<typeof sharedN8n>>;
let workflowId: string;
let client: Client;

beforeEach(async () => {
	n8n = await sharedN8n();
	const path = `contracts-${randomUUID()}`;
	workflowId = await publishedServer(path);
	client = new Client({ name: 'e2e', version: '1.0.0' });
	await client.connect(new StreamableHTTPClientTransport(new URL(`${n8n.url}/mcp/${path}`)));
});

afterEach(async () => {
	await client.close();
	await n8n.unpublish(workflowId);
});

const fromAi = (key: string, what: string, type = 'string') =>
	`={{ $fromAI('${key}', '${what}', '${type}') }}`;

const TOOLS: Array<{ name: string; parameters: Record<string, unknown> }> = [
	{
		name: 'Describe contract type',
		parameters: {
			resource: 'contractType',
			operation: 'getCreationForm',
			contractTypeId: byId(fromAi('type', 'ID of the contract type')),
		},
	},
	{
		name: 'Create contract',
		parameters: {
			resource: 'contract',
			operation: 'create',
			contractTypeId: byId(fromAi('type', 'ID of the contract type')),
			templateId: byId(fromAi('template', 'ID of the template')),
			counterpartySource: 'name',
			counterpartyName: fromAi('counterparty', 'Name of the company'),
			options: {
				fieldsJson: fromAi('fields', 'Values by field name', 'json'),
				newCounterparty: true,
			},
		},
	},
	{
		name: 'List contracts',
		parameters: {
			resource: 'contract',
			operation: 'getAll',
			limit: 2,
			filters: { name: fromAi('text', 'Part of the name') },
		},
	},
	{
		name: 'Download current version',
		parameters: {
			resource: 'contract',
			operation: 'downloadCurrentVersion',
			contractId: byId(fromAi('contract', 'ID of the contract')),
		},
	},
];

async function publishedServer(path: string): Promise<string> {
	const credentials = await credentialFor(n8n, sandbox().baseUrl);
	const server: NodeInput = {
		name: 'MCP',
		type: '@n8n/n8n-nodes-langchain.mcpTrigger',
		typeVersion: 2,
		webhookId: path,
		parameters: { authentication: 'none', path },
	};
	const tools = TOOLS.map((tool) => ({ ...tool, type: NODES.tool, credentials }));
	const toServer = { ai_tool: [[{ node: 'MCP', type: 'ai_tool', index: 0 }]] };
	const workflow = await n8n.createWorkflow({
		nodes: [server, ...tools],
		connections: Object.fromEntries(TOOLS.map(({ name }) => [name, toServer])),
	});
	expect(await n8n.publish(workflow.id)).toMatchObject({ status: 'published' });
	return workflow.id;
}

interface Answer {
	isError: boolean;
	text: string;
	/** The text as JSON: an item, or a list of them. */
	json: any;
}

async function call(name: string, args: Record<string, unknown>): Promise<Answer> {
	const { content, isError = false } = await client.callTool({ name, arguments: args });
	const text = (content as Array<{ text: string }>).map((part) => part.text).join('');
	return { isError: Boolean(isError), text, json: isError ? undefined : [JSON.parse(text)].flat() };
}

test('an agent describes a contract type, creates a contract from what it read, and finds it', async () => {
	const { contractTypes } = await sandbox().control.fixtures();
	const type = contractTypes[0].id;

	const described = await call('Describe_contract_type', { type });
	const [{ templates, fields }] = described.json;
	const values = Object.fromEntries(
		fields
			.filter(({ required }: { required: boolean }) => required)
			.map((field: { name: string; options: Array<{ name: string }> }) => [
				field.name,
				field.options[0]?.name ?? 'by an agent',
			]),
	);
	const created = await call('Create_contract', {
		type,
		template: templates[0].id,
		counterparty: 'Agent & Sons',
		fields: values,
	});
	expect(created.isError).toBe(false);
	expect(created.json[0]).toMatchObject({
		action: 'created',
		counterpartyName: 'Agent & Sons',
		fields: expect.objectContaining({ Reference: 'by an agent' }),
	});

	const listed = await call('List_contracts', { text: 'agent & sons' });
	expect(listed.json.map(({ id }: { id: string }) => id)).toEqual([created.json[0].id]);
});

test('a wrong value comes back as words that an agent can act on', async () => {
	const { contractTypes } = await sandbox().control.fixtures();
	const answer = await call('Create_contract', {
		type: contractTypes[0].id,
		template: contractTypes[0].templates[0].id,
		counterparty: 'Agent & Sons',
		fields: { Reference: 'A', 'Payment term': '30d' },
	});

	expect(answer.isError).toBe(true);
	expect(answer.text).toContain("Field 'Payment term' has no option '30d'");
	expect(answer.text).toContain('Allowed: 15 days, 30 days, 60 days, 90 days');
});

test('a download tells about the file, and keeps its bytes out of the answer', async () => {
	const { id } = await sandbox().control.createContract({ name: 'For an agent' });
	const { json, text } = await call('Download_current_version', { contract: id });

	expect(json[0]).toMatchObject({ mimeType: 'application/pdf' });
	expect(text).not.toContain('JVBERi');
	expect(text.length).toBeLessThan(2_000);
});

test('every tool says what it does and which values it takes', async () => {
	const { tools } = await client.listTools();

	expect(tools.map(({ name }) => name).sort()).toEqual(
		TOOLS.map(({ name }) => name.replaceAll(' ', '_')).sort(),
	);
	for (const { description, inputSchema } of tools) {
		expect(description).not.toBe('');
		expect(Object.keys(inputSchema.properties ?? {}).length).toBeGreaterThan(0);
	}
});
