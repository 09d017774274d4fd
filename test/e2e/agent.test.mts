import { documentedTools, reached, storedFields, toolName } from '../support/agentTools.mts';
import { contractId, counterpartyId, types, unknownId } from '../support/demo.mts';
import { connectToTools, type McpSession } from '../support/mcp.mts';
import { credentialFor, sharedN8n } from '../support/n8n.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

/** The tools of docs/agents.md on a real n8n's MCP server, called by a real client of the protocol. No model takes part. */
const sandbox = sandboxSuite({ seed: 'demo' });
let agent: McpSession;

beforeAll(async () => {
	const n8n = await sharedN8n();
	const credentials = await credentialFor(n8n, sandbox().baseUrl);
	agent = await connectToTools(n8n, { nodes: documentedTools(), credentials });
});

afterAll(() => agent?.close());

test('the client sees every tool with its description and typed arguments', async () => {
	const listed = (await agent.client.listTools()).tools;

	for (const { name, parameters } of documentedTools()) {
		const { description } = listed.find((tool) => tool.name === toolName(name))!;
		expect(description).toBe(parameters!.toolDescription);
	}
	const create = listed.find(({ name }) => name === 'Create_contract')!.inputSchema;
	expect(create.required!.toSorted()).toEqual(
		['Company_ID', 'Contract_Type_ID', 'Name', 'Template_ID'].toSorted(),
	);
	expect(create.properties).toMatchObject({ Fields: { type: 'string' } });
});

test('find, describe, create and read, with nothing known but what the tools return', async () => {
	const known = await agent.records('Find contracts', { Limit: 40 });
	const { contractTypeId } = known.find(({ contractTypeName }) =>
		contractTypeName.startsWith('Subscription'),
	);
	const [company] = await agent.records('Find companies', { Name_contains: 'Freight' });
	const [form] = await agent.records('Describe contract type', {
		Contract_Type_ID: contractTypeId,
	});
	const [created] = await agent.records('Create contract', {
		Contract_Type_ID: contractTypeId,
		Template_ID: form.templates[0].id,
		Company_ID: company.id,
		Name: 'Order by an agent',
		Fields: JSON.stringify(Object.fromEntries(form.fields.map(answered))),
	});
	const [read] = await agent.records('Get contract', { Contract_ID: created.id });

	expect(read).toMatchObject({ contractTypeId, counterpartyName: company.name });
	// Whether there is such a contract is looked up first, and what the values of contracts are called.
	const beside = ['GET /contracts 200', 'GET /contract-types/:id/creation-form 200'];
	const all = await reached(sandbox());
	expect(all.filter((each) => !beside.includes(each))).toEqual([
		'GET /counterparties 200',
		'POST /contracts 201',
		'GET /contracts/:id 200',
	]);
	expect(await sandbox().control.contract(created.id)).toMatchObject({
		name: 'Order by an agent',
		status: 'draft',
	});
	expect(await storedFields(sandbox(), created.id)).toEqual({
		Reference: 'By an agent',
		'Start date': '2027-06-30',
		'End date': '2027-06-30',
		'Contract value': 1200.5,
		'Payment term': '15-days',
		Regions: ['emea', 'apac'],
		'Main product': expect.anything(),
		'Auto-renewal': true,
		'Scope of work': [{ type: 'paragraph', children: [{ text: 'By an agent' }] }],
	});
});

test('called again as no answer came: the contract is there once, and the answer says that it was found', async () => {
	const args = {
		Contract_Type_ID: types.nda.id,
		Template_ID: types.nda.templateId,
		Company_ID: counterpartyId(1),
		Name: 'NDA by an agent',
	};
	const [first] = await agent.records('Create contract', args);
	const [second] = await agent.records('Create contract', { ...args, Name: 'NDA, once more' });

	expect(first).toMatchObject({ action: 'created', counterpartyCreated: false });
	expect(second).toMatchObject({ action: 'found', id: first.id });
	expect(await reached(sandbox())).toContain('POST /contracts 201');
	expect((await reached(sandbox())).filter((each) => each.startsWith('POST'))).toHaveLength(1);
});

test('the status of a contract, and a row of its table, changed where it is there', async () => {
	const [status] = await agent.records('Contract status', { Contract_ID: contractId(1) });
	expect(Object.keys(status)).toEqual([
		...['id', 'name', 'status', 'contractUrl', 'signatureDate'],
	]);
	const row = { Contract_ID: contractId(1), Description: 'Screws' };
	const [added] = await agent.records('Write row', { ...row, Quantity: 5 });
	const [changed] = await agent.records('Write row', { ...row, Quantity: 7 });
	expect([added.action, changed.action]).toEqual(['created', 'updated']);
	expect(changed.fields).toMatchObject({ Description: 'Screws', Quantity: 7 });
});

test('a failure says what is wrong and what to do, and bad ids are never sent', async () => {
	const missing = await agent.call('Get contract', { Contract_ID: unknownId });
	expect(missing.failed).toBe(true);
	expect(missing.text).toContain(`No contract ${unknownId}`);
	expect(missing.text).toContain('It may have been deleted, or it belongs to another organization');

	const bad = await agent.call('Get contract', { Contract_ID: '../organization' });
	expect(bad.failed).toBe(true);
	expect(bad.text).toContain("Contract '../organization' is not an ID");
	expect(bad.text).toContain('Search contracts (Get Many) finds its ID');
	expect(await reached(sandbox())).toEqual(['GET /contracts/:id 404']);
});

test('a download answers with the facts of the file, and without its bytes', async () => {
	const { text, failed } = await agent.call('Download document', { Contract_ID: contractId(1) });

	expect(failed).toBe(false);
	expect(JSON.parse(text)).toEqual([
		expect.objectContaining({ mimeType: 'application/pdf', bytes: expect.any(Number) }),
	]);
	expect(text).not.toContain('JVBERi');
	expect(await reached(sandbox())).toContain('GET /contracts/:id/current-version 200');
});

/** A value for a field of a creation form, from nothing but what the form says about it. */
function answered({ name, type, options }: { name: string; type: string; options: any[] }) {
	const byType: Record<string, unknown> = {
		number: 1200.5,
		date: '2027-06-30',
		boolean: true,
		select: options[0]?.name,
		multiSelect: [options[0]?.name, options.at(-1)?.name],
		relation: options[0]?.name,
	};
	return [name, byType[type] ?? 'By an agent'];
}
