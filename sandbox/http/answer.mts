import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SandboxState } from '../state.mts';
import { callOf } from './call.mts';
import { toApiError } from './errors.mts';
import { DEPRECATED_VERSION, VERSION_HEADER } from './exchange.mts';
import type { Answer, Operation } from './operation.mts';

/** Sends what an operation answered, in the shape that the profile and the active variants give it. */
export function sendAnswer(
	state: SandboxState,
	operation: Operation,
	answer: Answer,
	request: FastifyRequest,
	reply: FastifyReply,
): FastifyReply {
	const call = callOf(state, request);
	const shaped = state.profile.apply(answer, operation.shape, call);
	const { status, headers, body } = state.variants.apply(shaped, operation.shape, call);
	if (isDeprecated(state, request)) reply.header('deprecation', 'true');
	reply.code(status).headers(headers ?? {});
	if (body === undefined || Buffer.isBuffer(body)) return reply.send(body);
	return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** Sends the service's error body for whatever was thrown. */
export function sendError(state: SandboxState, error: unknown, reply: FastifyReply): FastifyReply {
	const apiError = toApiError(error);
	const body = state.variants.applyToError(state.profile.applyToError(apiError.body()));
	reply.code(apiError.status).headers(apiError.headers);
	return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}

function isDeprecated(state: SandboxState, request: FastifyRequest): boolean {
	const sent = request.headers[VERSION_HEADER];
	return sent === DEPRECATED_VERSION && !state.variants.has('deprecationHeaderAbsent');
}
