import type { FastifyInstance } from 'fastify';
import { ApiError } from './apiError.mts';

/** Deeper JSON than any request needs would overflow the stack of whatever walks it. */
const MAX_DEPTH = 100;

/** Reads JSON bodies; an empty body is no body. */
export function readJson(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(
		/^application\/(?:[\w.-]+\+)?json(?:;|$)/i,
		{ parseAs: 'string' },
		function parseJson(_request, text, done) {
			try {
				done(null, parse(text as string));
			} catch (error) {
				done(error as Error);
			}
		},
	);
}

function parse(text: string): unknown {
	if (text.trim() === '') return undefined;
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		throw new ApiError('INVALID_JSON', `The body is not JSON: ${(error as Error).message}`);
	}
	if (isTooDeep(value)) {
		throw new ApiError('INVALID_JSON', `The body is nested deeper than ${MAX_DEPTH} levels`);
	}
	return value;
}

function isTooDeep(value: unknown): boolean {
	let level = [value];
	for (let depth = 0; depth <= MAX_DEPTH; depth++) {
		level = level.flatMap((item) =>
			typeof item === 'object' && item !== null ? Object.values(item) : [],
		);
		if (level.length === 0) return false;
	}
	return true;
}
