import type { FastifyInstance } from 'fastify';
import { ApiError } from '../http/apiError.mts';
import { readJson } from '../http/json.mts';
import { registerStream } from '../page/stream.mts';
import { registerPageViews } from '../page/views.mts';
import type { SandboxState } from '../state.mts';
import { clauseRoutes } from './clauses.mts';
import { contractRoutes } from './contracts/index.mts';
import { dataRoutes } from './data.mts';
import { deliveryRoutes } from './deliveries.mts';
import { faultRoutes } from './faults.mts';
import { fieldRoutes } from './fields.mts';
import { fixtureRoutes } from './fixtures.mts';
import { SANDBOX_HEADER } from './header.mts';
import { requestRoutes } from './requests.mts';
import { scenarioRoutes } from './scenarios.mts';
import { timeRoutes } from './time.mts';
import { webhookRoutes } from './webhooks.mts';

/** What steers the sandbox, `/_sandbox/`. No part of the service, and no API key. */
export function registerControl(app: FastifyInstance, state: SandboxState): void {
	readJson(app);
	app.addHook('onRequest', async function refuseOtherPages(request, reply) {
		const { host, origin } = request.headers;
		reply.header(SANDBOX_HEADER, '1');
		// A web page that posts across origins must not get in.
		if (origin === undefined || origin === `http://${host}`) return;
		throw new ApiError(
			'INSUFFICIENT_PERMISSIONS',
			'The control plane answers its own page only, and programs',
		);
	});
	app.addHook('onSend', async function settleScenario({ method }) {
		if (method !== 'GET') state.scenarios.settle();
	});
	app.setNotFoundHandler((request) => {
		throw new ApiError('ROUTE_NOT_FOUND', `No such route: ${request.method} ${request.url}`);
	});
	const known: string[] = [];
	app.addHook('onRoute', ({ method, url }) => void known.push(`${String(method)} ${url}`));
	app.get('/', async () => ({ routes: known }));
	for (const routes of ROUTES) routes(app, state);
}

const ROUTES = [
	dataRoutes,
	fixtureRoutes,
	fieldRoutes,
	faultRoutes,
	timeRoutes,
	scenarioRoutes,
	requestRoutes,
	webhookRoutes,
	deliveryRoutes,
	contractRoutes,
	clauseRoutes,
	registerPageViews,
	registerStream,
];
