import type { IncomingMessage, ServerResponse } from 'node:http';
import { localServer } from './localServer.mts';

/** A request as the service got it. */
export interface Asked {
	method: string;
	/** Below `/v2`. */
	path: string;
	query: URLSearchParams;
	body: unknown;
	key: string;
}

/** What is answered: JSON unless it is bytes; or a function that writes the answer itself. */
export type Answer =
	| ((response: ServerResponse) => void)
	| { status?: number; body?: unknown; headers?: Record<string, string> };

const isJson = ({ headers }: IncomingMessage) => headers['content-type'] === 'application/json';

/** A service that answers as the test says, 404 where it says nothing. */
export async function answering(answer: (asked: Asked) => Answer | undefined) {
	const asked: Asked[] = [];
	const { port, close } = await localServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const text = Buffer.concat(chunks).toString();
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
		const one: Asked = {
			method: request.method ?? '',
			path: pathname.replace('/v2', ''),
			query: searchParams,
			body: isJson(request) ? (JSON.parse(text) as unknown) : text,
			key: String(request.headers['x-api-key']),
		};
		asked.push(one);
		const said = answer(one) ?? { status: 404, body: {} };
		if (typeof said === 'function') return said(response);
		const { status = 200, body = '', headers } = said;
		response.writeHead(status, { 'content-type': 'application/json', ...headers });
		response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
	});
	return {
		baseUrl: `http://127.0.0.1:${port}/v2`,
		asked,
		/** What reached it: `GET /contracts`. */
		requests: () => asked.map(({ method, path }) => `${method} ${path}`),
		close,
	};
}
