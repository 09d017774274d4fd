import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { Control } from '../cli/control.mts';
import { isLocalHost } from '../http/localHosts.mts';
import { createSandbox } from '../server.mts';
import { VERSION } from '../version.mts';
import { mcpServer } from './tools.mts';

const PATH = '/mcp';

/** Serves one client on standard input and output; ends with it. Nothing else is written to the output. */
export async function serveStdio(url: string): Promise<void> {
	const { control, close } = await reached(url);
	const transport = new StdioServerTransport();
	const end = () => void close().finally(() => process.exit(0));
	process.stdin.once('end', end);
	for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end);
	await mcpServer(control, VERSION).connect(transport);
	console.error(`MCP on standard input and output; sandbox ${control.origin}`);
}

/** Serves clients of this machine over Streamable HTTP, each request on its own. 0 is a free port. */
export async function serveHttp(url: string, port: number): Promise<void> {
	const { control, close } = await reached(url);
	const server = createServer((request, response) => {
		answer(control, request, response).catch((error: Error) => {
			console.error(error.message);
			if (!response.headersSent) response.writeHead(500).end();
		});
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	}).catch(async (error: Error) => {
		// A sandbox that was started for this server would keep the process alive.
		await close();
		throw error;
	});
	const { port: bound } = server.address() as { port: number };
	console.log(`MCP at http://127.0.0.1:${bound}${PATH}; sandbox ${control.origin}`);
	for (const signal of ['SIGINT', 'SIGTERM']) {
		process.once(signal, () => {
			server.closeAllConnections();
			server.close(() => void close().finally(() => process.exit(0)));
		});
	}
}

async function answer(
	control: Control,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const { host, origin } = request.headers;
	// A web page must reach the tools neither across origins nor by a name that points to this machine.
	if (!isLocalHost(host) || (origin !== undefined && !isLocalOrigin(origin))) {
		response.writeHead(403).end();
		return;
	}
	if (new URL(request.url ?? '/', 'http://localhost').pathname !== PATH) {
		response.writeHead(404).end();
		return;
	}
	const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
	const server = mcpServer(control, VERSION);
	response.once('close', () => void server.close());
	await server.connect(transport);
	await transport.handleRequest(request, response);
}

function isLocalOrigin(origin: string): boolean {
	return URL.canParse(origin) && isLocalHost(new URL(origin).host);
}

/** The sandbox that runs at the address, or one that is started there. */
async function reached(url: string): Promise<{ control: Control; close(): Promise<void> }> {
	const control = new Control(url);
	if (await control.isThere()) return { control, close: async () => {} };
	const { port } = new URL(url);
	const sandbox = await createSandbox({ port: Number(port) || 80 });
	return { control: new Control(sandbox.origin), close: () => sandbox.close() };
}
