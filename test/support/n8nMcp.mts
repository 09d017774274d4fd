import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { N8nClient } from '../../host/lib/client/n8n.mts';

/** n8n's own MCP server, with which agents build workflows. Its tools call what n8n's AI builder calls. */
export interface BuilderTools {
	/** What a tool answers. Throws with its text where the tool failed. */
	call<T = any>(tool: string, args: Record<string, unknown>): Promise<T>;
	close(): Promise<void>;
}

/** n8n allows an address so many calls in five minutes: 100 by default, and the requests need more. */
export const MANY_CALLS = { N8N_MCP_SERVER_RATE_LIMIT: '10000' };

/** Turns n8n's MCP server on, as Settings > Instance-level MCP does, and connects to it. */
export async function connectToBuilder(n8n: N8nClient): Promise<BuilderTools> {
	await n8n.rest('PATCH', '/mcp/settings', { mcpAccessEnabled: true });
	const { apiKey } = await n8n.rest('POST', '/mcp/api-key/rotate');
	const client = new Client({ name: 'e2e', version: '1.0.0' });
	const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
	const url = new URL(`${n8n.url}/mcp-server/http`);
	await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
	return {
		async call<T>(tool: string, args: Record<string, unknown>) {
			const answer = await client.callTool({ name: tool, arguments: args });
			const [{ text }] = answer.content as [{ text: string }];
			if (answer.isError) throw new Error(`${tool} failed: ${text}`);
			return answer.structuredContent as T;
		},
		close: () => client.close(),
	};
}
