import { once } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorBody } from '../http/apiError.mts';
import { retryAfterValue } from '../http/rateLimit.mts';
import { ERROR_IDS } from '../schemas/error.mts';
import type { Fault } from './fault.mts';

/** What is sent in place of the real answer. */
export interface FaultAnswer {
	status: number;
	headers: Record<string, string>;
	body: string;
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** The answer of a fault that has one of its own; `undefined` when it spoils the real one or sends none. */
export function faultAnswer(fault: Fault): FaultAnswer | undefined {
	const headers = { ...retryAfterHeader(fault), ...fault.headers };
	switch (fault.kind) {
		case 'status':
			return { ...statusAnswer(fault), headers: { ...JSON_TYPE, ...headers } };
		case 'malformedJson':
			return {
				status: fault.status ?? 200,
				headers: { ...JSON_TYPE, ...headers },
				body: '{"data": [{"id": "1", }',
			};
		case 'html':
			return {
				status: fault.status ?? 200,
				headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
				body: '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>',
			};
		case 'emptyBody':
			return { status: fault.status ?? 200, headers, body: '' };
		case 'redirect':
			return {
				status: fault.status ?? 302,
				headers: { location: fault.location ?? '/', ...headers },
				body: '',
			};
		default:
			return undefined;
	}
}

const SWITCHED =
	'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

/** Ends the connection the way a crashed proxy does, never answers, or goes on to a protocol that nobody asked for. */
export async function withholdAnswer(
	fault: Fault,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<void> {
	if (withholds(fault)) {
		if (fault.kind === 'switchProtocols') request.raw.socket.write(SWITCHED);
		if (!reply.raw.destroyed) await once(reply.raw, 'close');
		return;
	}
	request.exchange.brokenOff = true;
	request.raw.socket.resetAndDestroy();
}

/** Whether the client gets no answer and has to leave by itself. */
export function withholds({ kind }: Fault): boolean {
	return kind === 'hang' || kind === 'switchProtocols';
}

function statusAnswer(fault: Fault): { status: number; body: string } {
	const status = fault.status ?? 500;
	const errorId = fault.errorId ?? usualErrorId(status);
	const message = fault.message ?? `Fault injected by the sandbox: ${status}`;
	const body = fault.body ?? errorBody(status, errorId, message, fault.details);
	return { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

function usualErrorId(status: number): string {
	const usual: Record<number, string> = {
		401: 'INVALID_API_KEY',
		403: 'INSUFFICIENT_PERMISSIONS',
		404: 'CONTRACT_NOT_FOUND',
		409: 'INVALID_STATUS_TRANSITION',
	};
	const first = Object.entries(ERROR_IDS).find(([, { status: known }]) => known === status);
	return usual[status] ?? first?.[0] ?? 'INTERNAL_ERROR';
}

function retryAfterHeader({ retryAfter, retryAfterFormat }: Fault): Record<string, string> {
	if (retryAfter === undefined) return {};
	return { 'retry-after': retryAfterValue(retryAfter, retryAfterFormat) };
}
