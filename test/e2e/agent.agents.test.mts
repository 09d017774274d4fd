import type { N8nClient } from '../../host/lib/client/n8n.mts';
import { documentedTools, documentedWorkflow, sendings, statusOf } from '../support/agentTools.mts';
import { startModel, type Model } from '../support/model.mts';
import {
	modelCredential,
	order,
	OTHER_TOOLS,
	REQUEST,
	scriptThat,
} from '../support/modelAgent.mts';
import { credentialFor, NODES, sharedN8n } from '../support/n8n.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

/**
 * The tools of docs/agents.md in n8n's Agents (Overview > Agents), which are no workflows: a tool that requires approval
 * stops the chat until a person has answered there.
 */
const sandbox = sandboxSuite({ seed: 'demo' });
let n8n: N8nClient;
let model: Model;
let chat: string;

interface ChatEvent {
	type: string;
	toolName?: string;
	message?: unknown;
	payload?: { runId: string; toolCallId: string; toolName: string };
}

beforeAll(async () => {
	[n8n, model] = await Promise.all([sharedN8n(), startModel()]);
	chat = `${await createAgent()}/chat`;
});
beforeEach(() => {
	model.requests.splice(0);
	model.script = scriptThat((id) => ({ Contract_ID: id }));
});
afterEach(async () => await n8n.rest('DELETE', `${chat}/messages`));
afterAll(async () => await model?.stop());

/** Resolves to its address. */
async function createAgent(): Promise<string> {
	const credentials = await credentialFor(n8n, sandbox().baseUrl);
	const { openAiApi } = await modelCredential(n8n, model);
	const send = documentedWorkflow(1).nodes.find(({ type }) => type === NODES.tool)!;
	const tools = [...documentedTools(), send].map(({ name, parameters, typeVersion }) => ({
		type: 'node',
		name,
		description: parameters!.toolDescription,
		requireApproval: name === send.name,
		node: {
			nodeType: NODES.tool,
			nodeTypeVersion: typeVersion,
			nodeParameters: parameters,
			credentials,
		},
	}));
	const project = await n8n.rest('GET', '/projects/personal');
	const agents = `/projects/${project.id}/agents/v2`;
	const { id, name } = await n8n.rest('POST', agents, { name: 'Contracts' });
	const instructions = 'You prepare contracts.';
	const config = { name, instructions, tools, model: 'openai/gpt-5-mini' };
	const address = `${agents}/${id}/config`;
	const { configHash } = await n8n.rest('GET', address);
	await n8n.rest('PUT', address, {
		config: { ...config, credential: openAiApi!.id },
		baseConfigHash: configHash,
	});
	return `${agents}/${id}`;
}

/** What n8n's chat is told, until it waits for the person. */
async function events(path: string, body: object): Promise<ChatEvent[]> {
	const stream = await n8n.rest<string>('POST', path, body);
	const lines = stream.split('\n').filter((line) => line.startsWith('data: '));
	return lines.map((line) => JSON.parse(line.slice('data: '.length)));
}

/** Asks for the contract; resolves to what waits for approval, and to the contract. */
async function asked() {
	const told = await events(chat, { message: REQUEST });
	expect(told.filter(({ type }) => type === 'error')).toEqual([]);
	const { payload } = told.find(({ type }) => type === 'tool-call-suspended')!;
	expect(payload).toMatchObject({ toolName: 'Send_contract' });
	const { data } = JSON.parse(model.requests.at(-1)!.answers[1]!);
	return { payload: payload!, contract: data[0].json.id as string };
}

/** Answers as the buttons in the chat do, twice, and resolves to what the model was told. */
async function answer(
	{ runId, toolCallId }: { runId: string; toolCallId: string },
	approved: boolean,
) {
	const body = { runId, toolCallId, resumeData: { approved } };
	const told = await events(`${chat}/resume`, body);
	expect(told.filter(({ type }) => type === 'error')).toEqual([]);
	await events(`${chat}/resume`, body);
	return model.requests.at(-1)!.answers.at(-1)!;
}

test('approved in the chat: the contract is sent once, and not before', async () => {
	const { payload, contract } = await asked();
	expect(await statusOf(sandbox(), contract)).toBe('draft');
	expect(await sendings(sandbox())).toEqual([]);

	expect(await answer(payload, true)).toContain('"status":"signing"');
	expect(await statusOf(sandbox(), contract)).toBe('signing');
	expect(await sendings(sandbox())).toEqual(['POST /contracts/:id/signatures/send 202']);
});

test('rejected in the chat: nothing is sent', async () => {
	const { payload, contract } = await asked();

	expect(await answer(payload, false)).toContain('was not approved');
	expect(await statusOf(sandbox(), contract)).toBe('draft');
	expect(await sendings(sandbox())).toEqual([]);
});

test('an error is one text with all that the model needs for its next call', async () => {
	model.script = [
		() => order({ 'Payment term': '30d' }),
		([said]) =>
			order({ 'Payment term': /Allowed: [^,]+, ([^,]+),/.exec(JSON.stringify(said))![1]! }),
		() => 'Done.',
	];
	const told = await events(chat, { message: REQUEST });
	expect(told.filter(({ type }) => type === 'error')).toEqual([]);
	const [wrong, right] = model.requests.at(-1)!.answers;
	expect(wrong).toContain("has no option '30d'. Allowed: 15 days, 30 days, 60 days, 90 days.");
	expect(right).toContain('"action":"created"');
});

test('every other tool of the page answers', async () => {
	model.script = [
		...OTHER_TOOLS.map(
			([call]) =>
				() =>
					call,
		),
		() => 'Done.',
	];
	const told = await events(chat, { message: REQUEST });
	expect(told.filter(({ type }) => type === 'error')).toEqual([]);
	const { answers } = model.requests.at(-1)!;
	expect(answers).toEqual(OTHER_TOOLS.map(([, answer]) => expect.stringContaining(answer)));
});
