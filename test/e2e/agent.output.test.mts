import type { NodeInput } from '../../host/lib/client/types.mts';
import { documentedTools } from '../support/agentTools.mts';
import { counterpartyId, types } from '../support/demo.mts';
import { connectToTools, type McpSession } from '../support/mcp.mts';
import { credentialFor, sharedN8n } from '../support/n8n.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

/** How much of an answer reaches an agent, over MCP in a real n8n: the Output of a tool. */
const sandbox = sandboxSuite({ seed: 'demo' });
let agent: McpSession;

/** A tool of docs/agents.md under another name, with parameters of its own. */
function variant(name: string, of: string, parameters: Record<string, unknown>): NodeInput {
	const tool = documentedTools().find((each) => each.name === of)!;
	return { ...tool, name, parameters: { ...tool.parameters, ...parameters } };
}

const MORE = {
	hints: [expect.stringMatching(/^Limit ended the list at 1, and there may be more/)],
};

const selected = (selectedFields: unknown) => ({ output: 'selectedFields', selectedFields });

beforeAll(async () => {
	const n8n = await sharedN8n();
	const credentials = await credentialFor(n8n, sandbox().baseUrl);
	const nodes = [
		...documentedTools(),
		variant('List raw', 'Find contracts', { output: 'raw' }),
		variant('List some', 'Find contracts', selected("={{ $fromAI('Names', 'Fields') }}")),
		variant('List a page', 'Find contracts', {
			...selected('records.id, nextCursor'),
			options: { onePage: true },
		}),
		variant('Describe some', 'Describe contract type', selected('templates.id, fields.name')),
		variant('Create and get an id', 'Create contract', selected('id')),
	];
	agent = await connectToTools(n8n, { nodes, credentials });
});

afterAll(() => agent?.close());

test('short by default: less than half of what the service answers', async () => {
	const short = await agent.call('Find contracts', { Limit: 10 });
	const raw = await agent.call('List raw', { Limit: 10 });

	expect(JSON.parse(short.text)[0]).toHaveProperty('counterpartyName');
	expect(JSON.parse(raw.text)[0]).toHaveProperty('counterparty.id');
	expect(JSON.parse(raw.text)[0]).not.toHaveProperty('counterpartyName');
	expect(short.text.length).toBeLessThan(raw.text.length / 2);
});

test('the agent says which fields it needs, and gets those', async () => {
	const [newest] = await agent.records('Find contracts', { Limit: 1 });
	const [field, value] = Object.entries(newest.fields)[0]!;
	const records = await agent.records('List some', { Limit: 1, Names: `id, fields.${field}` });

	expect(records).toEqual([{ id: newest.id, fields: { [field]: value } }, MORE]);
});

test('names that the answer does not have: the agent sees those that it has', async () => {
	const [record, { hints }] = await agent.records('List some', { Limit: 1, Names: 'identifier' });
	expect([record]).toEqual((await agent.records('Find contracts', { Limit: 1 })).slice(0, 1));
	expect(hints.at(-1)).toMatch(/^Fields to Return 'identifier' names nothing of: id, name, /);
});

test('fields of the records of one page, and of what a form lists', async () => {
	const [page] = await agent.records('List a page', { Limit: 2 });
	expect(page).toEqual({
		records: [{ id: expect.any(String) }, { id: expect.any(String) }],
		nextCursor: expect.any(String),
	});

	const [form] = await agent.records('Describe some', { Contract_Type_ID: types.nda.id });
	expect(Object.keys(form)).toEqual(['templates', 'fields']);
	expect(form.fields).toContainEqual({ name: 'Purpose' });
});

test('a tool that writes answers with as much', async () => {
	const created = await agent.records('Create and get an id', {
		Contract_Type_ID: types.nda.id,
		Template_ID: types.nda.templateId,
		Company_ID: counterpartyId(1),
		Name: 'NDA by an agent',
	});

	expect(created).toEqual([{ id: expect.any(String) }]);
	expect(await sandbox().control.contract(created[0].id)).toMatchObject({ status: 'draft' });
});
