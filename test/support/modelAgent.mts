import type { N8nClient } from '../../host/lib/client/n8n.mts';
import type { Connections, CredentialReference, NodeInput } from '../../host/lib/client/types.mts';
import { documentedTools, documentedWorkflow } from './agentTools.mts';
import { contractId, counterpartyId, types } from './demo.mts';
import type { Model, Turn } from './model.mts';
import { NODES } from './n8n.mts';

export const REQUEST = 'Create an NDA with Acme and send it for signature.';

/** What a model does about it with the tools of docs/agents.md; `send` are the arguments with which it sends. */
export const scriptThat = (send: (id: string, why: string) => object): Turn[] => [
	() => ({ tool: 'Describe_contract_type', args: { Contract_Type_ID: types.nda.id } }),
	(answers) => {
		const { contractTypeId, templates, fields } = recordIn(answers[0]);
		return {
			tool: 'Create_contract',
			args: {
				Contract_Type_ID: contractTypeId,
				Template_ID: templates[0].id,
				Company_ID: counterpartyId(1),
				Name: 'NDA with Acme',
				Fields: JSON.stringify({ 'Governing law': fields[2].options[1].name }),
			},
		};
	},
	(answers) => ({ tool: 'Get_contract', args: { Contract_ID: recordIn(answers[1]).id } }),
	(answers) => {
		const { id, name, fields } = recordIn(answers[2]);
		return { tool: 'Send_contract', args: send(id, `${name}, law of ${fields['Governing law']}`) };
	},
	(answers) => `The last tool said: ${JSON.stringify(answers.at(-1))}`,
];

/** The one record of an answer; n8n's Agents give a model whole items. */
function recordIn(answer: any) {
	return Array.isArray(answer) ? answer[0] : answer.data[0].json;
}

/** The same where the tool is behind n8n's human review, which has arguments of its own. */
export const REVIEWED_SCRIPT = scriptThat((id, why) => ({
	toolParameters: { Contract_ID: id },
	hitlParameters: { Why: why },
}));

/** The call that creates an order with the tools of docs/agents.md. */
export const order = (values: object = {}, more: object = {}) => ({
	tool: 'Create_contract',
	args: {
		Contract_Type_ID: types.order.id,
		Template_ID: types.order.templateId,
		Company_ID: counterpartyId(1),
		Name: 'Order by an agent',
		Fields: JSON.stringify({
			Reference: 'A-1',
			'Start date': '2027-01-01',
			'End date': '2027-12-31',
			...values,
		}),
		...more,
	},
});

const CONTRACT = { Contract_ID: contractId(1) };

/** A call of each tool of docs/agents.md that the other scripts leave out, with what its answer has. */
export const OTHER_TOOLS: Array<[call: { tool: string; args: object }, answer: string]> = [
	[{ tool: 'Find_contracts', args: { Limit: 2, Status: 'signed' } }, '"status":"signed"'],
	[{ tool: 'Find_companies', args: { Name_contains: 'Freight' } }, '"name":"Baltic Freight AS"'],
	[{ tool: 'Contract_status', args: CONTRACT }, '"contractUrl":'],
	[
		{ tool: 'Write_row', args: { ...CONTRACT, Description: 'Screws', Quantity: 5 } },
		'"action":"created"',
	],
	[{ tool: 'Download_document', args: CONTRACT }, '"mimeType":"application/pdf"'],
];

type Credentials = Record<string, CredentialReference>;

/** The credential with which n8n asks the model. */
export async function modelCredential(n8n: N8nClient, { url }: Model): Promise<Credentials> {
	const { id, name } = await n8n.createCredential(`Model ${url}`, 'openAiApi', {
		apiKey: 'no-key',
		url,
	});
	return { openAiApi: { id, name } };
}

const BY_HAND: NodeInput = { name: 'Start', type: NODES.manual };

/** The chat of the editor, which does not wait for an answer. */
export const BY_CHAT: NodeInput = {
	name: 'Chat',
	type: '@n8n/n8n-nodes-langchain.chatTrigger',
	typeVersion: 1.4,
	parameters: { options: { responseMode: 'responseNodes' } },
};

/** An AI Agent with the tools of docs/agents.md and `more`, and no person behind it. */
export async function createAgentOf(
	n8n: N8nClient,
	credentials: Credentials,
	more: NodeInput[] = [],
) {
	return await createReviewedAgent(n8n, credentials, { isReviewed: false, more });
}

/**
 * The workflow to which docs/agents.md leads: an AI Agent with the tools of the page, and the one that sends behind a
 * person's approval. `get` are more parameters of the tool that gets a contract.
 */
export async function createReviewedAgent(
	n8n: N8nClient,
	credentials: Credentials,
	{
		start = BY_HAND,
		model = {},
		get = {},
		isReviewed = true,
		more = [],
	}: {
		start?: NodeInput;
		model?: object;
		get?: object;
		isReviewed?: boolean;
		more?: NodeInput[];
	} = {},
) {
	const review = isReviewed ? documentedWorkflow(1) : { nodes: [], connections: {} };
	const nodes: NodeInput[] = [
		{ ...start, position: [-340, -60] },
		{
			name: 'AI Agent',
			type: '@n8n/n8n-nodes-langchain.agent',
			typeVersion: 3.1,
			position: [0, -60],
			parameters: start === BY_HAND ? { promptType: 'define', text: REQUEST } : {},
		},
		{
			name: 'OpenAI Chat Model',
			type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
			typeVersion: 1.3,
			position: [-500, 220],
			parameters: { model: { __rl: true, mode: 'id', value: 'gpt-5-mini' }, ...model },
		},
		...documentedTools().map((tool) => ({
			...tool,
			parameters: { ...tool.parameters, ...(tool.name === 'Get contract' && get) },
		})),
		...review.nodes,
		...more,
	];
	const to = (node: string, type: string) => ({ [type]: [[{ node, type, index: 0 }]] });
	const reviews = review.nodes.filter(({ type }) => type.endsWith('HitlTool'));
	const tools = [...documentedTools(), ...reviews, ...more];
	const connections: Connections = {
		[start.name]: to('AI Agent', 'main'),
		'OpenAI Chat Model': to('AI Agent', 'ai_languageModel'),
		...Object.fromEntries(tools.map(({ name }) => [name, to('AI Agent', 'ai_tool')])),
		...review.connections,
	};
	const withCredentials = nodes.map((node) => ({ ...node, credentials: credentialsOf(node) }));
	return await n8n.createWorkflow({ name: 'Contract agent', nodes: withCredentials, connections });

	function credentialsOf({ type }: NodeInput): Credentials | undefined {
		if (type === NODES.tool) return only('contractManagementApi');
		if (type.includes('emailSend')) return only('smtp');
		return type.includes('lmChat') ? only('openAiApi') : undefined;
	}

	function only(name: string): Credentials {
		return { [name]: credentials[name]! };
	}
}
