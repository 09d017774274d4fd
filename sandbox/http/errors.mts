import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance } from 'fastify';
import { ApiError, errorBody } from './apiError.mts';
import { isLocalHost } from './localHosts.mts';

/** Every error leaves with the service's body, whoever raised it. */
export function toApiError(error: unknown): ApiError {
	if (error instanceof ApiError) return error;
	const { code = '', statusCode = 500, message } = error as FastifyError;
	if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
		return new ApiError('INVALID_BODY', 'Send JSON with the content type application/json');
	}
	// The specification knows no 413, 414 or 415: whatever is wrong with a request is a 400.
	if (statusCode >= 400 && statusCode < 500) return new ApiError('INVALID_BODY', message);
	console.error(error);
	return new ApiError('INTERNAL_ERROR', 'Internal server error');
}

/** Requests that Node refuses before there is a route: the error body goes straight to the socket. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
	if (error.code === 'ECONNRESET' || !socket.writable) return;
	const body = JSON.stringify(errorBody(400, 'INVALID_PARAMETER', 'The request is not readable'));
	socket.end(
		`HTTP/1.1 400 Bad Request\r\ncontent-type: application/json; charset=utf-8\r\n` +
			`content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
	);
}

/** Answers errors of the sandbox's own routes, and requests to none of them. */
export function answerErrors(app: FastifyInstance): void {
	app.setNotFoundHandler(function unknownRoute({ method, url }) {
		throw new ApiError('ROUTE_NOT_FOUND', `No such route: ${method} ${url}`);
	});
	app.setErrorHandler(function answerError(error, _request, reply) {
		const apiError = toApiError(error);
		return reply.code(apiError.status).headers(apiError.headers).send(apiError.body());
	});
}

/** Refuses requests without Host, as HTTP/1.1 asks of a server, and those of web pages that made a name point to this machine. */
export function refuseOtherHosts(app: FastifyInstance): void {
	app.addHook('onRequest', async function checkHost({ headers: { host } }) {
		if (isLocalHost(host)) return;
		if (host === undefined) {
			throw new ApiError('INVALID_PARAMETER', "The header 'Host' is missing", { field: 'host' });
		}
		throw new ApiError(
			'INSUFFICIENT_PERMISSIONS',
			`The sandbox answers to localhost, 127.0.0.1 and [::1], not '${host}'`,
			{ field: 'host', value: host },
		);
	});
}
