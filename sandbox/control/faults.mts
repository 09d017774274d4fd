import { Type } from '@sinclair/typebox';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { Fault } from '../faults/fault.mts';
import { BASE_PATH } from '../http/api.mts';
import { ApiError } from '../http/apiError.mts';
import { closed, Enum, Milliseconds } from '../schemas/values.mts';
import type { SandboxState } from '../state.mts';
import { checkedBody } from './checked.mts';

const Faults = Type.Union([Fault, Type.Array(Fault, { minItems: 1 })]);
const limitOptions = {
	retryAfter: Type.Optional(Enum(['seconds', 'date', 'none'])),
	headers: Type.Optional(Enum(['RateLimit', 'RateLimit-*', 'X-RateLimit-*'])),
	reset: Type.Optional(Enum(['date', 'epoch', 'epochMs', 'seconds'])),
	key: Type.Optional(Type.String()),
};
const RateLimit = Type.Union([
	Type.Object(
		{
			requestsPerSecond: Type.Number({ exclusiveMinimum: 0 }),
			burst: Type.Integer({ minimum: 1 }),
			...limitOptions,
		},
		closed,
	),
	Type.Object(
		{
			requests: Type.Integer({ minimum: 1 }),
			seconds: Type.Number({ exclusiveMinimum: 0 }),
			sliding: Type.Optional(Type.Boolean()),
			...limitOptions,
		},
		closed,
	),
	Type.Object({ concurrent: Type.Integer({ minimum: 1 }), ...limitOptions }, closed),
]);
const Latency = Type.Object({ ms: Milliseconds() }, closed);
const Profile = Type.Record(Type.String(), Type.String());
const Variants = Type.Object({ variants: Type.Array(Type.String()) }, closed);

/** Faults, rate limit, latency, profile and variants: how the service behaves. */
export function faultRoutes(app: FastifyInstance, state: SandboxState): void {
	app.get('/faults', async () => state.faults.all());
	app.post('/faults', async (request) =>
		[checkedBody(Faults, request)]
			.flat()
			.map((fault) => effective(app, fault))
			.map((fault) => state.faults.add(fault)),
	);
	app.delete('/faults', async (_request, reply) => {
		state.faults.clear();
		return reply.code(204).send();
	});
	app.delete<{ Params: { id: string } }>('/faults/:id', async ({ params }, reply) => {
		if (!state.faults.remove(params.id)) {
			throw new ApiError('ROUTE_NOT_FOUND', `There is no fault '${params.id}'`);
		}
		return reply.code(204).send();
	});

	app.get('/rate-limit', async () => state.limiter.all());
	app.put('/rate-limit', async (request) => {
		const limit = checkedBody(RateLimit, request);
		state.limiter.set(limit);
		return limit;
	});
	app.delete('/rate-limit', async (_request, reply) => {
		state.limiter.clear();
		return reply.code(204).send();
	});

	app.get('/latency', async () => ({ ms: state.latencyMs }));
	app.put('/latency', async (request) => {
		state.latencyMs = checkedBody(Latency, request).ms;
		return { ms: state.latencyMs };
	});

	app.get('/profile', async () => state.profile.given());
	app.put('/profile', async (request) => {
		state.profile.set(checkedBody(Profile, request));
		return state.profile.given();
	});

	app.get('/variants', async () => variantsOf(state));
	app.put('/variants', async (request) => {
		state.variants.set(checkedBody(Variants, request).variants);
		return variantsOf(state);
	});
}

/** A fault that can strike, with its default. @throws ApiError for one that never would */
function effective(app: FastifyInstance, fault: Fault): Fault {
	const { route, kind, ms } = fault;
	if (!isRoute(app, route)) {
		const allowed = `'*', '/contracts/:id', 'POST /contracts' or another route of /docs`;
		throw new ApiError('INVALID_BODY', `route: must be ${allowed}, got '${route}'`, {
			field: 'route',
			value: route,
		});
	}
	if (kind === 'latency' && !ms) {
		const value = ms ?? null;
		throw new ApiError(
			'INVALID_BODY',
			`ms: of latency must be 1 or more milliseconds, got ${value ?? 'nothing'}`,
			{
				field: 'ms',
				value,
			},
		);
	}
	return kind === 'status' ? { status: 500, ...fault } : fault;
}

function isRoute(app: FastifyInstance, route: string): boolean {
	const [, method, path = ''] = /^(?:(GET|POST|PUT|PATCH|DELETE) )?(\*|\/\S*)$/.exec(route) ?? [];
	const url = path.startsWith('/storage/') ? path : BASE_PATH + path;
	const methods = method === undefined ? ['GET', 'POST', 'PUT', 'PATCH'] : [method];
	return path === '*' || methods.some((one) => app.hasRoute({ method: one as HTTPMethods, url }));
}

function variantsOf({ variants }: SandboxState) {
	return { variants: variants.names(), known: variants.known(), consulted: variants.consulted() };
}
