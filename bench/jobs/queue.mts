import type { NodeInput } from '../../host/lib/client/types.mts';
import type { Account } from '../lib/benchN8n.mts';
import { atLeastFaster } from '../lib/goals.mts';
import { judgeLimits, type LimitGoals } from '../lib/limitGoals.mts';
import { AS_STORED, byId, httpList, httpRequest, ours } from '../lib/nodes.mts';
import { whereabouts } from '../lib/places.mts';
import { EXECUTIONS, inQueueMode, post, type Load } from '../lib/queueMode.mts';
import type { Bench, Job, Results, Sample } from '../lib/types.mts';
import { creation, sends } from './bulk.mts';
import { EVEN } from './lists.mts';
import { RETURN_ALL, seeded } from './seeded.mts';
import { createdTrigger, DELIVERED, deliveriesOf } from './webhook.mts';

const RUNS = 3;

const GETS = 200;
const LIMIT = { requestsPerSecond: 50, burst: 50 };
const LIMIT_RTT_MS = 20;

const GOALS: LimitGoals = {
	name: 'five workers, ten executions',
	times: 1.25,
	rejected: 0.1,
	lastToFirst: 1.6,
};

const limits: Job = {
	id: 'limits-queue',
	title: `Five workers of queue mode share a limit that they do not know, ${whereabouts(LIMIT_RTT_MS)}`,
	inShortMode: false,
	run: async (bench) => {
		const { control } = bench.sandbox;
		const place = await bench.far.at(LIMIT_RTT_MS);
		const delivers = EXECUTIONS * GETS;
		const load = { executions: EXECUTIONS, items: GETS, delivers };
		const samples = await inQueueMode(bench, async (run) => {
			const all: Sample[] = [];
			for (let round = 0; round < (bench.isShort ? 1 : RUNS); round++) {
				await seeded(bench, 1);
				const [contract] = await control.contracts({ last: 1 });
				const get = { resource: 'contract', operation: 'get', contractId: byId(contract!.id) };
				await control.rateLimit(LIMIT);
				const nodes = (account: Account) => [ours({ account }, get)];
				const sample = await run({ ...load, nodes }, place);
				const idealMs = ((EXECUTIONS * GETS - LIMIT.burst) / LIMIT.requestsPerSecond) * 1_000;
				const lastToFirst = sample.ms / Math.min(...sample.stopped);
				all.push({ ...sample, timesIdeal: sample.ms / idealMs, lastToFirst });
			}
			return all;
		});
		const results = { [GOALS.name]: samples };
		return { results, verdicts: judgeLimits(results, [GOALS]) };
	},
};

const FAR_RTT_MS = 100;
const CREATES = 100;
const LISTED = 20_000;

/** What people run in queue mode, beside HTTP Request. */
function job(
	id: string,
	title: string,
	ways: (bench: Bench) => Promise<Record<string, Load>>,
): Job {
	return {
		id,
		title: `${title}, five workers, ${whereabouts(FAR_RTT_MS)}`,
		inShortMode: false,
		run: async (bench) => {
			const place = await bench.far.at(FAR_RTT_MS);
			const results = await inQueueMode(bench, async (run) => {
				const found: Results = {};
				for (let round = 0; round < (bench.isShort ? 1 : RUNS); round++) {
					for (const [name, load] of Object.entries(await ways(bench))) {
						const sample = await run(load, place);
						console.log(`  ${name.padEnd(20)} ${sample.ms} ms, ${sample.items} items`);
						(found[name] ??= []).push(sample);
					}
				}
				return found;
			});
			return { results, verdicts: [atLeastFaster(results, 'node', 'HTTP Request', 0)] };
		},
	};
}

const creates = job(
	'queue-creates',
	`${(EXECUTIONS * CREATES).toLocaleString('en')} contracts created in ${EXECUTIONS} executions`,
	async (bench) => {
		const { parameters, jsonBody } = await creation(bench);
		const delivers = EXECUTIONS * CREATES;
		const load = { executions: EXECUTIONS, items: CREATES, delivers };
		return {
			node: { ...load, nodes: (account) => [ours({ account }, parameters)] },
			'HTTP Request': {
				...load,
				nodes: (account, { baseUrl }) => [
					sends({ account }, 'POST', `${baseUrl}/contracts`, jsonBody),
				],
			},
		};
	},
);

const list = job(
	'queue-list',
	`List ${LISTED.toLocaleString('en')} contracts, five even statuses`,
	async (bench) => {
		await seeded(bench, LISTED, { statuses: EVEN });
		const load = { executions: 1, items: 1, delivers: LISTED };
		return {
			node: { ...load, nodes: (account) => [ours({ account }, RETURN_ALL)] },
			'HTTP Request': {
				...load,
				nodes: (account, { baseUrl }) => httpList({ account }, `${baseUrl}/contracts`),
			},
		};
	},
);

const DELIVERIES = 500;
/** So many are under way at the same time. */
const SENDERS = 20;

/** What people build without the trigger: a webhook that reads the contract. */
function webhookNodes(account: Account, url: string): NodeInput[] {
	const webhook = {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		parameters: { httpMethod: 'POST', path: 'told', responseMode: 'onReceived' },
	};
	const read = `=${url}/contracts/{{ $json.body.data.contractId }}`;
	return [webhook, httpRequest({ account }, { url: read, options: {} })];
}

const deliveries = job(
	'queue-deliveries',
	`${DELIVERIES} deliveries, each with its contract read, ${SENDERS} at a time`,
	async (bench) => {
		let body: () => string;
		const load = (nodes: Load['nodes']): Load => ({
			executions: DELIVERIES,
			items: 1,
			delivers: DELIVERIES,
			prepare: async () => void (body = await deliveriesOf(bench, DELIVERIES)),
			nodes,
			begin: async ({ n8n, workflow, webhooks }) => {
				const { pathname } = new URL(await n8n.webhookUrl(workflow.nodes[0]!));
				const startedAt = Date.now();
				let left = DELIVERIES;
				const sender = async () => {
					while (left-- > 0) await post(`${webhooks}${pathname}`, body(), DELIVERED);
				};
				await Promise.all(Array.from({ length: SENDERS }, sender));
				return startedAt;
			},
		});
		return {
			node: load((account) => [createdTrigger({ account })]),
			'node, as stored': load((account) => [createdTrigger({ account }, AS_STORED)]),
			'HTTP Request': load((account, { baseUrl }) => webhookNodes(account, baseUrl)),
		};
	},
);

const CHANGES = 5_000;

/** Both read the list, newest first; the trigger begins when its workflow is published again, as its last poll was before the changes. */
const polling = job(
	'queue-polling',
	`${CHANGES.toLocaleString('en')} changes since the last poll`,
	async (bench) => {
		const { control } = bench.sandbox;
		await seeded(bench, CHANGES, { statuses: ['draft'] });
		const contracts = await control.contracts({ organization: 'main', last: CHANGES });
		const change = async () => {
			for (const { id } of contracts) await control.setContractState(id, { status: 'signing' });
			await control.clearRequests();
		};
		const load = { executions: 1, items: 1, delivers: CHANGES };
		return {
			node: {
				...load,
				nodes: (account) => [
					{
						name: 'Trigger',
						type: 'n8n-nodes-contract-management.contractManagementPollingTrigger',
						credentials: account,
						// No poll but those that publishing makes.
						parameters: {
							events: ['statusChanged'],
							pollTimes: { item: [{ mode: 'everyMonth' }] },
						},
					},
				],
				begin: async ({ n8n, workflow }) => {
					await n8n.unpublish(workflow.id);
					await change();
					const startedAt = Date.now();
					await n8n.publish(workflow.id);
					return startedAt;
				},
			},
			'HTTP Request': {
				...load,
				nodes: (account, { baseUrl }) =>
					httpList({ account }, `${baseUrl}/contracts`, { sort: '-updatedAt' }),
			},
		};
	},
);

export const QUEUE_JOBS: Job[] = [limits, creates, list, deliveries, polling];
