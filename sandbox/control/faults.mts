import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Fault } from '../faults/fault.mts';
import { notFound } from '../http/apiError.mts';
import { closed, Enum } from '../schemas/values.mts';
import type { SandboxState } from '../state.mts';
import { checkedBody } from './checked.mts';

const Faults = Type.Union([Fault, Type.Array(Fault, { minItems: 1 })]);
const RateLimit = Type.Object(
	{
		requestsPerSecond: Type.Number({ exclusiveMinimum: 0 }),
		burst: Type.Integer({ minimum: 1 }),
		retryAfter: Type.Optional(Enum(['seconds', 'date', 'none'])),
		key: Type.Optional(Type.String()),
	},
	closed,
);
const Latency = Type.Object({ ms: Type.Integer({ minimum: 0 }) }, closed);
const Variants = Type.Object({ variants: Type.Array(Type.String()) }, closed);

/** Faults, rate limit, latency and variants: how the service misbehaves. */
export function faultRoutes(app: FastifyInstance, state: SandboxState): void {
	app.get('/faults', async () => state.faults.all());
	app.post('/faults', async (request) =>
		[checkedBody(Faults, request)].flat().map((fault) => state.faults.add(fault)),
	);
	app.delete('/faults', async (_request, reply) => {
		state.faults.clear();
		return reply.code(204).send();
	});
	app.delete<{ Params: { id: string } }>('/faults/:id', async ({ params }, reply) => {
		if (!state.faults.remove(params.id)) throw notFound('ROUTE_NOT_FOUND', params.id);
		return reply.code(204).send();
	});

	app.put('/rate-limit', async (request) => {
		const limit = checkedBody(RateLimit, request);
		state.limiter.set(limit);
		return limit;
	});
	app.delete('/rate-limit', async (_request, reply) => {
		state.limiter.clear();
		return reply.code(204).send();
	});

	app.put('/latency', async (request) => {
		state.latencyMs = checkedBody(Latency, request).ms;
		return { ms: state.latencyMs };
	});

	app.get('/variants', async () => variantsOf(state));
	app.put('/variants', async (request) => {
		state.variants.set(checkedBody(Variants, request).variants);
		return variantsOf(state);
	});
}

function variantsOf({ variants }: SandboxState) {
	return { variants: variants.names(), known: variants.known(), consulted: variants.consulted() };
}
