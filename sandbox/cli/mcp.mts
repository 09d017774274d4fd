import { command, URL_OPTION } from './command.mts';
import { wholeNumber } from './options.mts';

export const mcp = command({
	name: 'mcp',
	summary: 'Let a coding agent steer the sandbox (Model Context Protocol)',
	synopsis: '[--http PORT] [--url URL]',
	about: `An MCP server with tools to seed, find, sign, move the clock, break and inspect. It uses the sandbox that runs at --url,
and starts one there where none does. On standard input and output, unless --http is given.`,
	options: {
		http: wholeNumber('PORT', 'Streamable HTTP at http://127.0.0.1:PORT/mcp, 0 = a free port', {
			to: 65_535,
		}),
		url: URL_OPTION,
	},
	async run({ http, url }) {
		const { serveHttp, serveStdio } = await import('../mcp/serve.mts');
		return http === undefined ? await serveStdio(url) : await serveHttp(url, http);
	},
});
