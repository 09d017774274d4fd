import { Kind, type TSchema } from '@sinclair/typebox';
import type { FastifySchema } from 'fastify';
import { ErrorBody, STATUS_NAMES, type ErrorStatus } from '../schemas/error.mts';
import { namedSchemas } from '../schemas/index.mts';
import type { Operation } from './operation.mts';

/** Errors that every operation can answer. */
const COMMON_ERRORS: ErrorStatus[] = [400, 401, 403, 429, 500];

const PATH_PARAMETERS: Record<string, object> = {
	id: { type: 'string', description: 'UUID; a contract also with its prefix' },
	customObjectId: { type: 'string', format: 'uuid' },
	contractId: { type: 'string', description: 'UUID, also with its prefix' },
};

/** The part of the OpenAPI document that describes one operation. */
export function operationSchema(operationId: string, operation: Operation): FastifySchema {
	const { tag, summary, description, query, body, success, errors = [] } = operation;
	const statuses = [...new Set([...errors, ...COMMON_ERRORS])].sort((a, b) => a - b);
	const names = [...operation.path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
	return {
		operationId,
		tags: [tag],
		summary,
		...(description ? { description } : {}),
		...(names.length > 0 ? { params: pathParameters(names) } : {}),
		...(query ? { querystring: referenced(query) } : {}),
		...(body ? { body: referenced(body) } : {}),
		response: {
			[success.status]: {
				description: success.description,
				...(success.schema
					? { content: { 'application/json': { schema: referenced(success.schema) } } }
					: { type: 'null' }),
			},
			...Object.fromEntries(statuses.map((status) => [status, errorAnswer(status)])),
		},
	} as FastifySchema;
}

/** The schemas that have a name, as the components of the OpenAPI document. */
export function components(): Record<string, object> {
	return Object.fromEntries(
		namedSchemas.map((schema) => [schema.$id!, plain({ ...schema, $id: undefined })]),
	);
}

function pathParameters(names: string[]): object {
	const properties = Object.fromEntries(names.map((name) => [name, PATH_PARAMETERS[name]]));
	return { type: 'object', properties, required: names };
}

function errorAnswer(status: ErrorStatus): object {
	return {
		description: STATUS_NAMES[status],
		content: { 'application/json': { schema: referenced(ErrorBody) } },
	};
}

function referenced(schema: TSchema): object {
	return schema.$id ? { $ref: `#/components/schemas/${schema.$id}` } : plain(schema);
}

/** A schema without TypeBox's symbols, in which named schemas are references. */
function plain(schema: object): object {
	return Object.fromEntries(
		Object.entries(schema)
			.filter(([, value]) => value !== undefined)
			.map(([name, value]) => [name, plainValue(value)]),
	);
}

function plainValue(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(plainValue);
	if (typeof value !== 'object' || value === null) return value;
	return Kind in value ? referenced(value as TSchema) : plain(value);
}
