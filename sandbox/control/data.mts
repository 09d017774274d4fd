import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { BASE_PATH } from '../http/api.mts';
import { invalidParameter } from '../http/apiError.mts';
import { scenarioOf } from '../scenarios/index.mts';
import { CONTRACT_STATUSES } from '../schemas/contract.mts';
import { closed, Enum, Name } from '../schemas/values.mts';
import { MEMBERS, ORGANIZATIONS } from '../seed/base.mts';
import { seedBulk } from '../seed/bulk/index.mts';
import { applySeed } from '../seed/index.mts';
import { setInitialProfile, type SandboxState } from '../state.mts';
import { insert } from '../store/database.mts';
import { startupSubscription } from '../webhooks/startup.mts';
import { checkedBody } from './checked.mts';

const MAX_CONTRACTS = 1_000_000;

const Organization = Enum(['main', 'other']);
const Reset = Type.Object(
	{
		seed: Type.Optional(
			Type.Union([Enum(['demo', 'empty']), Type.Integer({ minimum: 0, maximum: MAX_CONTRACTS })]),
		),
		keepWebhooks: Type.Optional(Type.Boolean()),
		now: Type.Optional(Type.String({ format: 'date-time' })),
	},
	closed,
);
const Seed = Type.Object(
	{
		contracts: Type.Integer({ minimum: 0, maximum: MAX_CONTRACTS }),
		types: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
		counterparties: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_CONTRACTS })),
		statuses: Type.Optional(Type.Array(Enum(CONTRACT_STATUSES), { minItems: 1 })),
		organization: Type.Optional(Organization),
	},
	closed,
);
const Key = Type.Object(
	{
		key: Type.String({ minLength: 1 }),
		name: Name(),
		organization: Type.Optional(Organization),
		permission: Type.Optional(Enum(['read', 'write'])),
	},
	closed,
);

export function dataRoutes(app: FastifyInstance, state: SandboxState): void {
	app.get('/health', async () => ({
		status: 'ok',
		pid: process.pid,
		baseUrl: state.origin + BASE_PATH,
	}));

	app.post('/reset', async (request, reply) => {
		const body = checkedBody(Reset, request);
		const { seed = state.options.seed ?? 'demo', keepWebhooks, now } = body;
		reset(state);
		if (now !== undefined) state.clock.set({ now, frozen: true });
		applySeed(state, seed, { keepWebhooks });
		startupSubscription(state);
		const { scenario } = state.options;
		if (scenario !== undefined) state.scenarios.start(scenarioOf(scenario), state);
		return reply.code(204).send();
	});

	app.post('/seed', async (request) => seedBulk(state, checkedBody(Seed, request)));

	app.get('/keys', async () => state.keys.all());

	app.post('/keys', async (request) => {
		const { organization = 'main', permission = 'write', ...key } = checkedBody(Key, request);
		if (state.keys.find(key.key)) throw invalidParameter('key', key.key, 'exists already');
		const organization_id = ORGANIZATIONS[organization].id;
		const author = MEMBERS.find((member) => member.organization_id === organization_id)!;
		insert(state.database, 'api_keys', {
			...key,
			organization_id,
			permission,
			member_id: author.id,
		});
		state.keys.forget();
		return state.keys.find(key.key);
	});
}

function reset(state: SandboxState): void {
	state.scenarios.stop();
	state.webhooks.abort();
	state.storage.clear();
	state.faults.clear();
	state.limiter.clear();
	state.clock.reset();
	state.log.clear();
	state.variants.set(state.options.variants ?? []);
	setInitialProfile(state.profile, state.options);
	state.latencyMs = state.options.latencyMs ?? 0;
}
