import { randomUUID } from 'node:crypto';
import type { N8nClient } from '../../host/lib/client/n8n.mts';
import type { Connections, CredentialReference, NodeInput } from '../../host/lib/client/types.mts';
import { codeBlocks, document } from './documents.mts';
import { NODES } from './n8n.mts';
import type { Sandbox } from './sandbox.mts';

export type Arguments = Record<string, unknown>;

export interface Tools {
	/** The tools, without what they are connected to. */
	nodes: NodeInput[];
	credentials: Record<string, CredentialReference>;
}

/** What docs/agents.md gives to paste into n8n, in the order of the page. */
export function documentedWorkflow(index: number) {
	const workflows = codeBlocks(document('docs/agents.md')).filter(({ info }) => info === 'json');
	return JSON.parse(workflows[index]!.code) as { nodes: NodeInput[]; connections: Connections };
}

/** The tools that describe, create and read. */
export function documentedTools(): NodeInput[] {
	return documentedWorkflow(0).nodes.filter(({ type }) => type === NODES.tool);
}

/** The name under which an agent knows the tool. */
export const toolName = (node: string) => node.replaceAll(' ', '_');

/** A published MCP server with the tools. */
export async function publishServer(n8n: N8nClient, tools: Tools) {
	const path = `contracts-${randomUUID()}`;
	const server: NodeInput = {
		name: 'MCP',
		type: '@n8n/n8n-nodes-langchain.mcpTrigger',
		typeVersion: 2,
		parameters: { authentication: 'none', path },
	};
	const id = await createWorkflow(n8n, [server], tools);
	expect(await n8n.publish(id)).toMatchObject({ status: 'published' });
	return { workflowId: id, url: new URL(`${n8n.url}/mcp/${path}`) };
}

/** A workflow whose agent has the tools and no model, for the editor's test of a tool. */
export async function createAgent(n8n: N8nClient, tools: Tools): Promise<string> {
	const start: NodeInput = { name: 'Start', type: NODES.manual };
	const agent: NodeInput = {
		name: 'Agent',
		type: '@n8n/n8n-nodes-langchain.agent',
		typeVersion: 3.1,
		parameters: { promptType: 'define', text: 'Never asked' },
	};
	return await createWorkflow(n8n, [start, agent], tools);
}

/** Runs one tool as its Execute step in the editor does, with arguments in place of a model's. */
export async function testTool(n8n: N8nClient, workflowId: string, node: string, args: Arguments) {
	const name = toolName(node);
	const { executionId } = await n8n.rest('POST', `/workflows/${workflowId}/run`, {
		destinationNode: { nodeName: node, mode: 'inclusive' },
		runData: {},
		agentRequest: { query: { [name]: args }, tool: { name } },
	});
	const execution = await n8n.execution(String(executionId));
	const [run] = execution.runData[node] ?? [];
	const response: unknown = run?.data?.ai_tool?.[0]?.[0]?.json?.response;
	return { status: execution.status, error: execution.error, response };
}

/** What reached the service: `GET /contracts/:id 200`. */
export async function reached(sandbox: Sandbox): Promise<string[]> {
	const requests = await sandbox.control.requests();
	return requests.map(({ method, route, status }) => `${method} ${route} ${status}`);
}

/** What it took to send contracts for signature. */
export async function sendings(sandbox: Sandbox): Promise<string[]> {
	const all = await reached(sandbox);
	return all.filter((each) => each.startsWith('POST /contracts/:id/signatures'));
}

/** In which status the contract is. */
export async function statusOf(sandbox: Sandbox, contract: string): Promise<string> {
	return (await sandbox.control.contract(contract)).status;
}

/** The values that the service holds for a contract, by field name. */
export async function storedFields(sandbox: Sandbox, id: string): Promise<Arguments> {
	const { body } = await sandbox.api('GET', `/contracts/${id}`);
	const fields: Array<{ name: string; value: unknown }> = (body.contract ?? body).fields;
	return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
}

/** The tools belong to the last of the other nodes. */
async function createWorkflow(n8n: N8nClient, others: NodeInput[], { nodes, credentials }: Tools) {
	const owner = others.at(-1)!.name;
	const toOwner = { ai_tool: [[{ node: owner, type: 'ai_tool', index: 0 }]] };
	const connections: Connections = Object.fromEntries(nodes.map(({ name }) => [name, toOwner]));
	const tools = nodes.map((node) => ({ ...node, credentials }));
	return (await n8n.createWorkflow({ nodes: [...others, ...tools], connections })).id;
}
