import type { N8nClient } from '../../host/lib/client/n8n.mts';
import { documentedTools, documentedWorkflow, reached } from '../support/agentTools.mts';
import { unknownId } from '../support/demo.mts';
import { startModel, type Model, type Turn } from '../support/model.mts';
import { createAgentOf, modelCredential, order, OTHER_TOOLS } from '../support/modelAgent.mts';
import { connectToTools } from '../support/mcp.mts';
import { credentialFor, sharedN8n } from '../support/n8n.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

/**
 * A model that was wrong, or got no answer, in AI Agent 3.1 of a real n8n: its next call follows from the text of the
 * tool alone, as a script reads it here. Over MCP the text is the same.
 */
const sandbox = sandboxSuite({ seed: 'demo' });
let n8n: N8nClient;
let model: Model;
let credentials: Awaited<ReturnType<typeof modelCredential>>;

beforeAll(async () => {
	[n8n, model] = await Promise.all([sharedN8n(), startModel()]);
	credentials = {
		...(await credentialFor(n8n, sandbox().baseUrl)),
		...(await modelCredential(n8n, model)),
	};
});
beforeEach(() => void model.requests.splice(0));
afterAll(() => model?.stop());

/** What the tools have answered to the script, as the model reads it. */
async function answers(script: Turn[]): Promise<string[]> {
	model.script = [...script, () => 'Done.'];
	const { status, error } = await n8n.run((await createAgentOf(n8n, credentials)).id);
	expect({ status, error }).toEqual({ status: 'success', error: undefined });
	return model.requests.at(-1)!.answers;
}

const text = (answer: unknown) => (typeof answer === 'string' ? answer : JSON.stringify(answer));
/** The error of an answer: all that the model is given. */
const said = (answer = '[{}]') => JSON.parse(answer)[0].error as string;
const creations = async () =>
	(await reached(sandbox())).filter((each) => each.startsWith('POST /contracts '));

test('a wrong option: the next call has one of those that the text allows', async () => {
	const [wrong, right] = await answers([
		() => order({ 'Payment term': '30d' }),
		([first]) => order({ 'Payment term': /Allowed: [^,]+, ([^,]+),/.exec(text(first))![1] }),
	]);
	expect(said(wrong)).toBe(
		"Field 'Payment term' has no option '30d'. Allowed: 15 days, 30 days, 60 days, 90 days.",
	);
	expect(right).toContain('"action":"created"');
	expect(await creations()).toEqual(['POST /contracts 201']);
});

test('a create whose answer is lost: called again it is found, and there once', async () => {
	await sandbox().control.fault({
		route: 'POST /contracts',
		kind: 'status',
		status: 500,
		when: 'after',
	});
	const [lost, again] = await answers([() => order(), () => order()]);
	expect(again ?? lost).toMatch(/"action":"(created|found)"/);
	const { body } = await sandbox().api('GET', '/contracts?limit=100&name=Order%20by%20an%20agent');
	expect(body.data).toHaveLength(1);
});

test('a create whose answer is lost, and that cannot be looked for: the text says so, and called again it is found', async () => {
	const { fault } = sandbox().control;
	await fault({ route: 'POST /contracts', kind: 'status', status: 500, when: 'after' });
	// Those of the company and of the contract type come before it is created.
	await fault({ route: 'GET /contracts', kind: 'status', status: 403, skip: 2 });
	const [lost, again] = await answers([
		() => order(),
		([first]) => (text(first).includes('It may have happened') ? order() : 'Never.'),
	]);
	expect(said(lost)).toMatch(
		/^The service had an internal fault \(status 500\)\. It may have happened: look for a new contract named 'Order by an agent' with external ID '\S+ \S+' before you call this again\. /,
	);
	expect(again).toContain('"action":"found"');
	expect(await creations()).toEqual(['POST /contracts 500']);
});

test('a name for an ID: the next call is the one that finds it', async () => {
	const [wrong, found, read] = await answers([
		() => ({ tool: 'Get_contract', args: { Contract_ID: 'Order' } }),
		([first]) => ({
			tool: text(first).includes('Search contracts (Get Many) finds its ID')
				? 'Find_contracts'
				: 'None',
			args: { Limit: 1, Name_contains: 'Order' },
		}),
		([, second]) => ({ tool: 'Get_contract', args: { Contract_ID: second[0].id } }),
	]);
	expect(said(wrong)).toMatch(
		/^Contract 'Order' is not an ID\. Contract: Search contracts \(Get Many\) finds its ID; .* enter a UUID/,
	);
	expect(JSON.parse(read!)[0].id).toBe(JSON.parse(found!)[0].id);
});

test('a company that there is not: nothing is created, and the next call looks for it', async () => {
	const [wrong, found] = await answers([
		() => order({}, { Company_ID: unknownId }),
		([first]) => ({
			tool: text(first).includes('Search counterparties') ? 'Find_companies' : 'None',
			args: { Name_contains: 'a' },
		}),
	]);
	expect(said(wrong)).toBe(
		`No counterparty ${unknownId}: check its ID, or choose another. It may have been deleted, or it belongs to another organization than the API key. Search counterparties (Get Many) finds its ID; contracts show it as counterpartyId.`,
	);
	expect(JSON.parse(found!).length).toBeGreaterThan(1);
	expect(await creations()).not.toContain('POST /contracts 201');
});

test('over MCP the text of an error is the same, once', async () => {
	const { contractManagementApi } = credentials;
	const tools = { nodes: documentedTools(), credentials: { contractManagementApi } };
	const agent = await connectToTools(n8n, tools as never);
	const { tool, args } = order({ 'Payment term': '30d' });
	const { text: said, failed } = await agent.call(tool.replace('_', ' '), args);
	expect(failed).toBe(true);
	expect(said.match(/Allowed: 15 days, 30 days/g)).toHaveLength(1);
	await agent.close();
	expect(documentedWorkflow(0).nodes.length).toBeGreaterThan(8);
});

test('every other tool of the page answers', async () => {
	const answered = await answers(
		OTHER_TOOLS.map(
			([call]) =>
				() =>
					call,
		),
	);
	expect(answered).toEqual(OTHER_TOOLS.map(([, answer]) => expect.stringContaining(answer)));
});
