import { COMMON_USAGE, PROGRAM, read, wholeNumber, type Command } from './command.mts';

export const mcp: Command = {
	name: 'mcp',
	summary: 'Let a coding agent steer the sandbox (Model Context Protocol)',
	usage: `Usage: ${PROGRAM} mcp [--http PORT] [--url URL]

An MCP server with tools to seed, find, sign, move the clock, break and inspect. It uses the sandbox that runs at --url,
and starts one there where none does. On standard input and output, unless --http is given.

  --http PORT   Streamable HTTP at http://127.0.0.1:PORT/mcp, for this machine only
${COMMON_USAGE.split('\n')[0]}`,
	async run(args) {
		const { values } = read(args, { http: { type: 'string' } });
		const { serveHttp, serveStdio } = await import('../mcp/serve.mts');
		if (values.http === undefined) return await serveStdio(values.url);
		return await serveHttp(values.url, wholeNumber('http', values.http));
	},
};
