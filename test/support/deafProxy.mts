import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What is changed on the way: the request's address, and the JSON of an answer of status 200. */
export interface Deafness {
	/** May change or delete query parameters: the service then answers as if they had not been sent. */
	query?(query: URLSearchParams, path: string): void;
	/** A request that is answered 200 with its own body, and never reaches the service. */
	swallows?(method: string, path: string): boolean;
	body?(body: any, path: string): unknown;
}

/** A service that accepts what it does not do, in front of a real one. */
export async function deafProxy(target: string, deafness: Deafness) {
	const server = createServer((request, response) => {
		void forward(target, deafness, request, response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		baseUrl: `http://127.0.0.1:${port}/v2`,
		close: () => new Promise((resolve) => server.close(resolve)),
	};
}

async function forward(
	target: string,
	{ query, swallows, body: change }: Deafness,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const url = new URL(request.url!, target);
	const { method = 'GET', headers } = request;
	const sent = await buffer(request);
	if (swallows?.(method, url.pathname)) {
		response.writeHead(200, { 'content-type': 'application/json' }).end(sent);
		return;
	}
	query?.(url.searchParams, url.pathname);
	const passed = ['x-api-key', 'service-version', 'content-type', 'accept'];
	const kept = passed.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : []));
	const answer = await fetch(url, {
		method,
		headers: Object.fromEntries(kept) as Record<string, string>,
		body: sent.length > 0 ? sent : undefined,
		redirect: 'manual',
	});
	const type = answer.headers.get('content-type') ?? '';
	const bytes = Buffer.from(await answer.arrayBuffer());
	const isChanged = change && answer.status === 200 && type.includes('json') && bytes.length > 0;
	const changed = isChanged
		? JSON.stringify(change(JSON.parse(bytes.toString()), url.pathname))
		: bytes;
	const told = ['content-type', 'deprecation'].flatMap((name) => {
		const value = answer.headers.get(name);
		return value === null ? [] : [[name, value] as const];
	});
	response.writeHead(answer.status, Object.fromEntries(told)).end(changed);
}
