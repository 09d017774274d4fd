import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';

const CLIENT = path.join(import.meta.dirname, 'client');

const CONTENT_TYPES: Record<string, string> = {
	'.html': 'text/html; charset=utf-8',
	'.mjs': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.svg': 'image/svg+xml',
};

/** Nothing but the page's own files runs or loads, whatever a contract is called. */
const HEADERS = {
	'content-security-policy': [
		"default-src 'none'",
		"script-src 'self'",
		"style-src 'self'",
		"img-src 'self'",
		"connect-src 'self'",
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
	].join('; '),
	'x-content-type-options': 'nosniff',
	'referrer-policy': 'no-referrer',
	'cache-control': 'no-cache',
};

/** The page for people at `/` and its files below `/page/`; the addresses in `contractUrl` lead to it. */
export function registerPage(app: FastifyInstance): void {
	for (const file of readdirSync(CLIENT)) {
		const content = readFileSync(path.join(CLIENT, file));
		const send = (reply: FastifyReply) =>
			reply.headers(HEADERS).type(CONTENT_TYPES[path.extname(file)]!).send(content);
		app.get(file === 'index.html' ? '/' : `/page/${file}`, (_request, reply) => send(reply));
	}
	app.get<{ Params: { contractId: string } }>(
		'/:organizationSlug/project/:contractId',
		({ params }, reply) => reply.redirect(`/#${encodeURIComponent(params.contractId)}`),
	);
}
