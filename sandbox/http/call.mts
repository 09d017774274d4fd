import type { FastifyRequest } from 'fastify';
import type { SandboxState } from '../state.mts';
import type { Call, Query } from './operation.mts';

/** What an operation needs of an authenticated request. */
export function callOf(state: SandboxState, request: FastifyRequest): Call {
	const key = request.exchange.key!;
	return {
		state,
		key,
		organizationId: key.organizationId,
		catalog: state.catalogs.of(key.organizationId),
		database: state.database,
		appUrl: state.origin,
		origin: state.origin,
		params: request.params as Record<string, string>,
		query: request.query as Query,
		body: request.body,
	};
}
