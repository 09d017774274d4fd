import type { TSchema } from '@sinclair/typebox';
import { TypeCompiler, type TypeCheck } from '@sinclair/typebox/compiler';
import type { ValueError } from '@sinclair/typebox/errors';
import { ApiError, invalidParameter } from './apiError.mts';
import type { Operation, Query } from './operation.mts';

/** A body can be wrong in every of 100,000 rows; one error is reported. */
const MAX_ERRORS = 50;

const compiled = new WeakMap<TSchema, TypeCheck<TSchema>>();

/** Throws 400 when the body does not have the operation's shape; unknown properties are refused at every depth. */
export function checkBody(operation: Operation, body: unknown): void {
	if (!operation.body) return;
	const error = firstError(operation.body, body);
	if (error) throw bodyError(error);
}

/** Throws 400 for a query parameter that the operation does not have. */
export function checkQuery(operation: Operation, query: Query): void {
	const known = Object.keys(operation.query?.properties ?? {});
	for (const name of Object.keys(query)) {
		if (!known.includes(name)) throw invalidParameter(name, query[name], 'is unknown', known);
	}
}

/** The deepest thing that is wrong, so that the message names the property and not the object around it. */
export function firstError(schema: TSchema, value: unknown): ValueError | undefined {
	const check = compiled.get(schema) ?? TypeCompiler.Compile(schema);
	compiled.set(schema, check);
	if (check.Check(value)) return undefined;
	const errors: ValueError[] = [];
	for (const error of check.Errors(value)) {
		errors.push(...alternatives(error));
		if (errors.length >= MAX_ERRORS) break;
	}
	return errors.reduce((deepest, error) => (depth(error) > depth(deepest) ? error : deepest));
}

/** What is wrong with a body, as its 400. */
export function bodyError({ path, value, message, schema }: ValueError): ApiError {
	const field = path.slice(1).replaceAll('/', '.');
	const options = schema.enum as string[] | undefined;
	const problem = options
		? `must be one of ${options.join(', ')}, got ${JSON.stringify(value)?.slice(0, 100) ?? 'nothing'}`
		: message;
	return new ApiError('INVALID_BODY', `${field || 'Body'}: ${problem}`, {
		field,
		value: value ?? null,
		...(options ? { availableOptions: options } : {}),
	});
}

/** A union reports only itself; what went wrong in its members says more. */
function alternatives(error: ValueError): ValueError[] {
	return [error, ...error.errors.flatMap((member) => [...member].flatMap(alternatives))];
}

function depth(error: ValueError): number {
	return error.path.split('/').length;
}
