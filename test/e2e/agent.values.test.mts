import type { NodeInput } from '../../host/lib/client/types.mts';
import { documentedTools, reached, storedFields, type Arguments } from '../support/agentTools.mts';
import { byId } from '../support/byId.mts';
import { counterpartyId, fields, types, unknownId } from '../support/demo.mts';
import { connectToTools, type McpSession } from '../support/mcp.mts';
import { credentialFor, NODES, sharedN8n } from '../support/n8n.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

/** What an agent gives for the fields of a contract, right and wrong, over MCP in a real n8n. */
const sandbox = sandboxSuite({ seed: 'demo' });

/** The form of the contract type is chosen by a person, and the agent fills in its fields. */
const formOfNda: NodeInput = {
	name: 'Create NDA',
	type: NODES.tool,
	parameters: {
		resource: 'contract',
		operation: 'create',
		contractTypeId: byId(types.nda.id),
		templateId: byId(types.nda.templateId),
		counterpartySource: 'existing',
		counterpartyId: byId(counterpartyId(1)),
		fields: {
			mappingMode: 'defineBelow',
			value: {
				[fields.purpose]: "={{ $fromAI('Purpose', 'Why', 'string') }}",
				[fields.confidentiality]: "={{ $fromAI('Months', 'How long', 'number') }}",
			},
		},
	},
};

/** The same tool with an argument of type json, which is an object and no text. */
function createFromObject(): NodeInput {
	const { parameters, ...create } = documentedTools().find(
		({ name }) => name === 'Create contract',
	)!;
	const options = { fieldsJson: "={{ $fromAI('Fields', 'Values', 'json') }}" };
	return { ...create, name: 'Create from object', parameters: { ...parameters, options } };
}

let agent: McpSession;

beforeAll(async () => {
	const n8n = await sharedN8n();
	const credentials = await credentialFor(n8n, sandbox().baseUrl);
	const nodes = [...documentedTools(), formOfNda, createFromObject()];
	agent = await connectToTools(n8n, { nodes, credentials });
});

afterAll(() => agent?.close());

const orderOf = (values: object): Arguments => ({
	Contract_Type_ID: types.order.id,
	Template_ID: types.order.templateId,
	Company_ID: counterpartyId(1),
	Name: 'Order by an agent',
	Fields: JSON.stringify(values),
});

const ORDER = { Reference: 'A-1', 'Start date': '2027-01-01', 'End date': '2027-12-31' };

test('a wrong value creates nothing and names the right ones, with which the agent creates', async () => {
	const wrong = await agent.call('Create contract', orderOf({ ...ORDER, 'Payment term': '30d' }));

	expect(wrong.failed).toBe(true);
	expect(wrong.text).toContain("Field 'Payment term' has no option '30d'");
	const [, allowed] = /Allowed: ([^[\n]+)/.exec(wrong.text)!;
	expect(await reached(sandbox())).not.toContainEqual(expect.stringContaining('POST'));

	const choice = allowed!.split(', ')[1];
	const right = await agent.records(
		'Create contract',
		orderOf({ ...ORDER, 'Payment term': choice }),
	);
	expect(await storedFields(sandbox(), right[0].id)).toMatchObject({ 'Payment term': '30-days' });
});

test('an agent that did not describe the type is told what is missing', async () => {
	const { text, failed } = await agent.call('Create contract', orderOf({ Nonsense: 1 }));

	expect(failed).toBe(true);
	expect(text).toContain("Not in the form: 'Nonsense', and 3 more");
	expect(text).toContain('It has: Reference, Start date, End date, Contract value');
	expect(text).toContain("'Reference'");
});

test('a template that does not exist: where to find those that do', async () => {
	const { text } = await agent.call('Create contract', {
		...orderOf(ORDER),
		Template_ID: unknownId,
	});

	expect(text).toContain('No template');
	expect(text).toContain('Describe contract type (Get Creation Form) lists the templates.');
});

test('fields that are not JSON are refused before anything is sent', async () => {
	const { text } = await agent.call('Create contract', {
		...orderOf({}),
		Fields: 'Reference: A-1',
	});

	expect(text).toContain('Fields (JSON) is not a JSON object');
	expect(await reached(sandbox())).not.toContainEqual(expect.stringContaining('POST'));
});

test('fields may be left out where the type requires none', async () => {
	const [{ id }] = await agent.records('Create contract', {
		...orderOf({}),
		Contract_Type_ID: types.nda.id,
		Template_ID: types.nda.templateId,
		Fields: undefined,
	});

	expect(await sandbox().control.contract(id)).toMatchObject({ status: 'draft' });
});

test('fields of the form that the agent fills in one by one', async () => {
	const [{ id }] = await agent.records('Create NDA', { Purpose: 'Joint study', Months: 24 });

	expect(await storedFields(sandbox(), id)).toMatchObject({
		Purpose: 'Joint study',
		'Confidentiality period': 24,
	});
});

test('fields as an object, where the argument is of type json; n8n refuses text there', async () => {
	const [{ id }] = await agent.records('Create from object', { ...orderOf({}), Fields: ORDER });
	expect(await storedFields(sandbox(), id)).toMatchObject(ORDER);

	const refused = await agent.call('Create from object', orderOf(ORDER));
	expect(refused.failed).toBe(true);
	expect(refused.text).toContain('Value must be a non-empty object');
});
