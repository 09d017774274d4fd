import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ActiveFault } from '../faults/registry.mts';
import type { SandboxState } from '../state.mts';
import type { ApiKey } from './keys.mts';
import type { LogEntry } from './requestLog.mts';

/** What the sandbox knows of a request while it is under way. */
export interface Exchange {
	log: LogEntry;
	key: ApiKey | undefined;
	/** A fault that strikes after the operation. */
	fault: ActiveFault | undefined;
	/** The sandbox itself breaks the connection off, on the order of a fault. */
	brokenOff: boolean;
}

declare module 'fastify' {
	interface FastifyRequest {
		exchange: Exchange;
	}
}

/** Of the two versions that the specification names, the one it calls deprecated. */
export const DEPRECATED_VERSION = '2025-01-15.init';
export const VERSION_HEADER = 'service-version';

/** Gives every request below `app` an entry in the log, whatever becomes of it. */
export function logExchanges(app: FastifyInstance, state: SandboxState, prefix: string): void {
	app.addHook('onRequest', async function beginExchange(request, reply) {
		const sent = request.headers['x-api-key'];
		const key = typeof sent === 'string' ? state.keys.find(sent) : undefined;
		const [path, search] = splitUrl(request.url);
		const log = state.log.begin({
			method: request.method,
			path,
			search,
			route: routeOf(request, prefix),
			key: key?.name ?? (sent === undefined ? 'none' : 'unknown'),
			versionHeader: headerText(request.headers[VERSION_HEADER]),
		});
		request.exchange = { log, key, fault: undefined, brokenOff: false };
		// As the service's own clock says, which may be set to another time.
		reply.header('date', new Date(state.clock.now()).toUTCString());
		reply.raw.once('close', () => endExchange(state, request, reply));
	});
}

function endExchange(state: SandboxState, request: FastifyRequest, reply: FastifyReply): void {
	const { raw } = reply;
	state.log.end(request.exchange.log, {
		status: raw.headersSent ? raw.statusCode : 0,
		closedByClient: !raw.writableFinished && !request.exchange.brokenOff,
		bytes: raw.writableFinished ? Number(reply.getHeader('content-length') ?? 0) : 0,
	});
}

function splitUrl(url: string): [path: string, search: string] {
	const start = url.indexOf('?');
	return start < 0 ? [url, ''] : [url.slice(0, start), url.slice(start)];
}

/** The pattern without the base path. Unknown routes share one name, or the counts by route had no bound. */
function routeOf(request: FastifyRequest, prefix: string): string {
	const pattern = request.routeOptions.url;
	return pattern === undefined ? '(unknown)' : pattern.slice(prefix.length);
}

function headerText(value: string | string[] | undefined): string | null {
	return value === undefined ? null : String(value);
}
