import type { Static, TSchema } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../http/apiError.mts';
import { bodyError, firstError } from '../http/validation.mts';

/** The body of a control request in its documented shape. Throws 400 otherwise. */
export function checkedBody<T extends TSchema>(schema: T, request: FastifyRequest): Static<T> {
	const body = request.body ?? {};
	const error = firstError(schema, body);
	if (error) throw bodyError(error);
	return body as Static<T>;
}

/** A whole number in the query. */
export function numberIn(query: Record<string, string | undefined>, name: string) {
	const text = query[name];
	if (text === undefined) return undefined;
	if (/^\d+$/.test(text)) return Number(text);
	throw new ApiError('INVALID_PARAMETER', `'${name}' must be a whole number`, { value: text });
}

export function queryOf(request: FastifyRequest): Record<string, string | undefined> {
	return request.query as Record<string, string | undefined>;
}
