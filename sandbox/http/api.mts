import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { injectFaults } from '../faults/hooks.mts';
import { operations } from '../routes/index.mts';
import type { SandboxState } from '../state.mts';
import { sendAnswer, sendError } from './answer.mts';
import { ApiError } from './apiError.mts';
import { callOf } from './call.mts';
import { logExchanges } from './exchange.mts';
import { readJson } from './json.mts';
import { authenticated, authorize } from './keys.mts';
import { operationSchema } from './openapi.mts';
import type { Answer, Call, Operation } from './operation.mts';
import { checkBody, checkQuery, firstError } from './validation.mts';

/** Path of the base address, "Addresses". */
export const BASE_PATH = '/v2';

/**
 * The service itself. The checks of a request come in this order: 401, 429, 403, 404 of what the path names, 400, and
 * what the operation says (404 of references, 409).
 */
export function registerApi(app: FastifyInstance, state: SandboxState): void {
	logExchanges(app, state, BASE_PATH);
	injectFaults(app, state);
	readJson(app);
	app.setErrorHandler((error, _request, reply) => sendError(state, error, reply));
	app.addHook('onRequest', async function admit(request, reply) {
		const key = authenticated(request.exchange.key);
		const { headers, release } = state.limiter.take(key.name);
		reply.headers(headers);
		if (release) await keepPlace(state, reply, release);
		authorize(key, request.method);
	});
	for (const [id, operation] of Object.entries(operations)) {
		registerOperation(app, state, id, operation);
	}
	app.setNotFoundHandler(function unknownRoute(request) {
		const route = `${request.method} ${request.exchange.log.path}`;
		throw new ApiError('ROUTE_NOT_FOUND', `No such route: ${route}`, { route });
	});
}

/** A request keeps its place for as long as it took to arrive; without work to do, it would have none at all. */
async function keepPlace(state: SandboxState, reply: FastifyReply, release: () => void) {
	reply.raw.once('close', release);
	await sleep(state.latencyMs);
}

function registerOperation(
	app: FastifyInstance,
	state: SandboxState,
	id: string,
	operation: Operation,
): void {
	app.route({
		method: operation.method,
		url: operation.path,
		schema: operationSchema(id, operation),
		// What the path names is looked for before the body is read: 404 comes before 400.
		onRequest: async (request) => {
			operation.find?.(callOf(state, request));
		},
		handler: (request, reply) => {
			const call = callOf(state, request);
			const query = state.profile.heard(operation.path, call.query);
			const isCreation = operation.shape === 'contractCreated';
			const body = isCreation ? state.profile.heardBody(call.body) : call.body;
			const answer = execute(operation, { ...call, query, body });
			request.exchange.log.executed = true;
			return sendAnswer(state, operation, answer, request, reply);
		},
	});
}

function execute(operation: Operation, call: Call): Answer {
	return call.database.transaction(() => {
		const subject = operation.find?.(call);
		checkQuery(operation, call.query);
		checkBody(operation, call.body ?? null);
		const answer = operation.handle(call, subject);
		checkAnswer(operation, answer);
		return answer;
	});
}

/** The sandbox holds itself to the schemas that it publishes. */
function checkAnswer({ method, path, success }: Operation, { body }: Answer): void {
	const error = success.schema && firstError(success.schema, body);
	if (error) throw new Error(`${method} ${path} answers ${error.path}: ${error.message}`);
}
