import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { N8nClient } from '../../host/lib/client/n8n.mts';
import { publishServer, toolName, type Arguments, type Tools } from './agentTools.mts';

export interface McpAnswer {
	failed: boolean;
	text: string;
}

/** Tools as an MCP client of the protocol's own package sees and calls them. */
export interface McpSession {
	client: Client;
	call(node: string, args: Arguments): Promise<McpAnswer>;
	/** The same; the answer is read as JSON, and a failed call fails the test with its text. */
	records(node: string, args: Arguments): Promise<any[]>;
	close(): Promise<void>;
}

/** Publishes the tools on an MCP server of their own and connects to it. Close it in `afterAll`. */
export async function connectToTools(n8n: N8nClient, tools: Tools): Promise<McpSession> {
	const { url, workflowId } = await publishServer(n8n, tools);
	const client = new Client({ name: 'e2e', version: '1.0.0' });
	await client.connect(new StreamableHTTPClientTransport(url));

	async function call(node: string, args: Arguments): Promise<McpAnswer> {
		const answer = await client.callTool({ name: toolName(node), arguments: args });
		const [{ text }] = answer.content as [{ text: string }];
		return { failed: answer.isError === true, text };
	}

	return {
		client,
		call,
		async records(node, args) {
			const { failed, text } = await call(node, args);
			if (failed) throw new Error(`${node} failed: ${text}`);
			return JSON.parse(text);
		},
		async close() {
			await client.close();
			await n8n.unpublish(workflowId);
		},
	};
}
