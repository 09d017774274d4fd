import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { registerControl } from './control/index.mts';
import { registerStorage } from './files/routes.mts';
import { BASE_PATH, registerApi } from './http/api.mts';
import { answerErrors, answerUnreadable, refuseOtherHosts, toApiError } from './http/errors.mts';
import { registerOpenApi } from './http/openapiPlugin.mts';
import type { SandboxOptions } from './options.mts';
import { registerPage } from './page/routes.mts';
import { scenarioOf } from './scenarios/index.mts';
import { applySeed } from './seed/index.mts';
import { createState, type SandboxState } from './state.mts';
import { startupSubscription } from './webhooks/startup.mts';

export interface Sandbox {
	/** `http://127.0.0.1:PORT` */
	origin: string;
	/** `http://127.0.0.1:PORT/v2` */
	baseUrl: string;
	app: FastifyInstance;
	state: SandboxState;
	/** Whether the seed was used: a database that had data keeps them. */
	isSeeded: boolean;
	close(): Promise<void>;
}

/** A PUT of records carries all rows of a contract at once. */
const MAX_JSON_BYTES = 256 * 1024 * 1024;

/** Starts the service on this machine. Several can run in one process; each has its own data and port. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	// Before anything is written: a scenario that there is not ends the start.
	const scenario = options.scenario === undefined ? undefined : scenarioOf(options.scenario);
	const state = createState(options);
	const isSeeded = applySeed(state, options.seed ?? 'demo', { keepExisting: true });
	startupSubscription(state);
	if (scenario) state.scenarios.start(scenario, state);
	const app = await createApp(state);
	state.origin = await app.listen({ port: options.port ?? 0, host: options.host ?? '127.0.0.1' });
	state.webhooks.wake();
	return {
		origin: state.origin,
		baseUrl: state.origin + BASE_PATH,
		app,
		state,
		isSeeded,
		async close() {
			state.scenarios.stop();
			await app.close();
			state.webhooks.close();
			state.database.close();
			state.storage.close();
		},
	};
}

/** The routes of a sandbox, not listening yet. */
export async function createApp(state: SandboxState): Promise<FastifyInstance> {
	const app = Fastify({
		bodyLimit: MAX_JSON_BYTES,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 500 },
		clientErrorHandler: answerUnreadable,
		// Node's own answer to a request without Host has no error body.
		http: { requireHostHeader: false },
		// A path that cannot be decoded has no route whose error handler could answer.
		frameworkErrors: (error, _request, reply) => {
			(reply as FastifyReply).code(400).send(toApiError(error).body());
		},
	});
	// Operations validate by TypeBox and send JSON themselves; Fastify's schemas are the OpenAPI document only.
	app.setValidatorCompiler(() => () => true);
	app.setSerializerCompiler(() => JSON.stringify);
	app.decorateRequest('exchange');
	answerErrors(app);
	refuseOtherHosts(app);
	await registerOpenApi(app, state);
	registerPage(app);
	await app.register(async (scope) => registerApi(scope, state), { prefix: BASE_PATH });
	await app.register(async (scope) => registerStorage(scope, state), { prefix: '/storage' });
	await app.register(async (scope) => registerControl(scope, state), { prefix: '/_sandbox' });
	return app;
}
