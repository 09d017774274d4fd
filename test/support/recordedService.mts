import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BASE_URL, type Call, type CaseRun } from '../engine/cases/case.mts';
import { STORAGE } from '../engine/cases/storage.mts';

/** Answers a request itself, in place of the recorded answer. */
export type Strike = (request: IncomingMessage, response: ServerResponse) => void;

/** The recorded service of the cases over HTTP, and the storage behind it, on one port. */
export interface RecordedService {
	origin: string;
	baseUrl: string;
	/** From now on these are the calls; requests of the struck shape, or of any, are answered by `strike`. */
	play(calls: Call[], struck?: string, strike?: Strike): void;
	close(): Promise<void>;
}

/** `GET /contracts/:id/clauses`: the same for all items of a run. */
export function shapeOf({
	method,
	path,
	origin,
}: Pick<Call, 'method' | 'origin' | 'path'>): string {
	const shape = path.replace(/[0-9a-f-]{36}/g, ':id').replace(/(\/storage\/[\w-]+\/).*/, '$1:name');
	return `${method} ${origin === undefined ? shape : `storage${shape}`}`;
}

/** The shapes of all requests of a run, each once. */
export function shapesIn({ calls }: Pick<CaseRun, 'calls'>): string[] {
	return [...new Set(calls.map(shapeOf))];
}

/** Stands for every request, also one that was not recorded. */
export const ANY = 'any';

export async function recordedService(): Promise<RecordedService> {
	let calls: Call[] = [];
	let struck: string | undefined;
	let strike: Strike | undefined;
	let origin = '';
	const here = (text: string) =>
		text.replaceAll(BASE_URL, `${origin}/v2`).replaceAll(STORAGE, origin);

	const server = createServer((request, response) => {
		request.resume();
		request.once('end', () => {
			if (strike && (struck === ANY || struck === requestShape(request))) {
				return strike(request, response);
			}
			const call = calls.find((each) => isSame(each, request));
			const { status = call ? 200 : 404, body, headers } = call?.reply ?? {};
			const type = typeof body === 'object' ? { 'content-type': 'application/json' } : {};
			response.writeHead(status, { ...type, ...headers });
			response.end(
				body === undefined ? '' : here(typeof body === 'string' ? body : JSON.stringify(body)),
			);
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		origin,
		baseUrl: `${origin}/v2`,
		play: (next, shape, answer) => ([calls, struck, strike] = [next, shape, answer]),
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}

function requestShape({ method, url }: IncomingMessage): string {
	const { pathname } = new URL(url ?? '', 'http://localhost');
	const isApi = pathname.startsWith('/v2/');
	const path = isApi ? pathname.slice('/v2'.length) : pathname;
	return shapeOf({ method: method as Call['method'], path, ...(!isApi && { origin: STORAGE }) });
}

function isSame({ method, path, origin, query = {} }: Call, request: IncomingMessage): boolean {
	const url = new URL(request.url ?? '', 'http://localhost');
	const wanted = Object.entries(query).flatMap(([name, value]) =>
		[value].flat().map((one) => `${name}=${one}`),
	);
	const asked = [...url.searchParams].map(([name, value]) => `${name}=${value}`);
	return (
		request.method === method &&
		url.pathname === `${origin === undefined ? '/v2' : ''}${path}` &&
		(origin !== undefined || wanted.toSorted().join('&') === asked.toSorted().join('&'))
	);
}
