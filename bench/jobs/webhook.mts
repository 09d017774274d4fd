import { until } from '../../host/lib/client/until.mts';
import { generateLoad } from '../lib/load.mts';
import { of } from '../lib/goals.mts';
import { AS_STORED } from '../lib/nodes.mts';
import type { NodeInput } from '../../host/lib/client/types.mts';
import type { Account, BenchN8n } from '../lib/benchN8n.mts';
import { timedJob } from '../lib/timedJob.mts';
import type { Bench, Contender, Job } from '../lib/types.mts';

const SECONDS = 6;
const CONNECTIONS = 10;
const FLOOR = 'do-nothing trigger';
const NODE = 'trigger';
const STORED = 'trigger, values as stored';

/** What a delivery carries beside its body. */
export const DELIVERED = {
	'content-type': 'application/json',
	'x-webhook-secret': 'bench-secret',
};

/** More than can be delivered in all runs: a second delivery about the same contract would be dropped as a duplicate. */
const CONTRACTS = 30_000;

/** Deliveries per second; each of them has to start an execution. */
function load(
	{ log }: BenchN8n,
	name: string,
	trigger: { url: string; workflowId: string },
	body: () => string,
): Contender {
	return {
		name,
		run: async () => {
			const before = log.length;
			const startedAt = performance.now();
			const result = await generateLoad({
				url: trigger.url,
				connections: CONNECTIONS,
				duration: SECONDS,
				requests: [
					{
						method: 'POST',
						headers: DELIVERED,
						setupRequest: (request) => ({ ...request, body: body() }),
					},
				],
			});
			const seconds = (performance.now() - startedAt) / 1000;
			const accepted = result['2xx'];
			const refused = result.non2xx + result.errors + result.timeouts;
			// The rate as milliseconds per delivery, so that smaller is better as everywhere else.
			const cost = { ms: (seconds * 1000) / accepted, cpuMs: 0, peakMb: 0, items: accepted };
			if (accepted === 0) return { ...cost, error: `no delivery was answered in ${SECONDS} s` };
			if (refused > 0) return { ...cost, error: `${refused} deliveries were not answered 2xx` };
			// The load ends in the middle of deliveries, which start an execution that nobody hears of.
			const started = await until(
				async () => log.of(trigger.workflowId, before).length,
				(count) => count >= accepted,
				`execution for each of ${accepted} deliveries`,
			);
			const surplus = started - accepted;
			if (surplus <= CONNECTIONS) return cost;
			return { ...cost, error: `${started} executions for ${accepted} deliveries` };
		},
	};
}

/** Our trigger, for new contracts. */
export function createdTrigger({ account }: { account: Account }, more = {}): NodeInput {
	return {
		name: 'Ours',
		type: 'n8n-nodes-contract-management.contractManagementTrigger',
		credentials: account,
		parameters: { events: ['created'], ...more },
	};
}

/** Bodies of deliveries about so many new contracts, each about another. */
export async function deliveriesOf({ sandbox }: Pick<Bench, 'sandbox'>, count: number) {
	await sandbox.control.reset('empty');
	await sandbox.control.seed({ contracts: count });
	const contracts = await sandbox.control.contracts({ organization: 'main', last: count });
	const ids = contracts.map(({ id }) => id);
	return () => {
		const contractId = ids.pop();
		if (contractId === undefined) throw new Error(`More than ${count} deliveries`);
		return JSON.stringify({
			id: `bench-${contractId}`,
			event: 'contract.created',
			createdAt: '2026-01-01T10:00:00.000Z',
			organizationId: 'bench',
			data: { contractId, status: 'draft', previousStatus: null },
		});
	};
}

const webhook = timedJob({
	id: 'webhook',
	title: `Webhook deliveries, ${CONNECTIONS} connections, nothing saved; milliseconds per delivery`,
	inShortMode: true,
	repetitions: 5,
	contenders: async (bench) => {
		const { n8n } = bench;
		const delivery = await deliveriesOf(bench, CONTRACTS);
		const plain = await n8n.publishTrigger(
			{ name: 'Plain', type: 'CUSTOM.plainTrigger' },
			'webhook',
		);
		const own = await n8n.publishTrigger(createdTrigger(n8n), 'contract-management');
		const stored = await n8n.publishTrigger(createdTrigger(n8n, AS_STORED), 'contract-management');
		return [
			load(n8n, FLOOR, plain, delivery),
			load(n8n, NODE, own, delivery),
			load(n8n, STORED, stored, delivery),
		];
	},
	judge: (results) =>
		[NODE, STORED].map((name) => {
			const rate = of(results, FLOOR, 'ms') / of(results, name, 'ms');
			return {
				goal: `${name}: at least 0.9 x of the rate of the ${FLOOR}, an execution for each delivery`,
				figure: `${rate.toFixed(2)} x`,
				isMet: rate >= 0.9,
			};
		}),
});

export const WEBHOOK_JOBS: Job[] = [webhook];
