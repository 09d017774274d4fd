import { generateLoad } from '../lib/load.mts';
import { always, of } from '../lib/goals.mts';
import type { Contender, Job } from '../lib/types.mts';

const SECONDS = 6;
const CONNECTIONS = 10;

/** Deliveries per second; every delivery has an id of its own, so that none is dropped as a duplicate. */
function load(name: string, url: string, body: (i: number) => string): Contender {
	return {
		name,
		run: async () => {
			let sent = 0;
			const startedAt = performance.now();
			const result = await generateLoad({
				url,
				connections: CONNECTIONS,
				duration: SECONDS,
				requests: [
					{
						method: 'POST',
						headers: { 'content-type': 'application/json', 'x-webhook-secret': 'bench-secret' },
						setupRequest: (request) => ({ ...request, body: body((sent += 1)) }),
					},
				],
			});
			const failed = result.non2xx + result.errors + result.timeouts;
			if (failed > 0) console.log(`    ${failed} deliveries of ${name} were not answered 2xx`);
			const seconds = (performance.now() - startedAt) / 1000;
			// The rate as milliseconds per delivery, so that smaller is better as everywhere else.
			return { ms: (seconds * 1000) / result['2xx'], cpuMs: 0, peakMb: 0, items: result['2xx'] };
		},
	};
}

const webhook: Job = {
	id: 'webhook',
	title: `Webhook deliveries, ${CONNECTIONS} connections, nothing saved (milliseconds per delivery)`,
	inShortMode: true,
	repetitions: 5,
	contenders: async ({ n8n, sandbox }) => {
		await sandbox.control.reset('demo');
		const contracts = await sandbox.control.contracts({ last: 50 });
		const delivery = (i: number) => {
			const { id } = contracts[i % contracts.length]!;
			return JSON.stringify({
				id: `bench-${process.hrtime.bigint()}-${i}`,
				event: 'contract.created',
				createdAt: '2026-01-01T10:00:00.000Z',
				organizationId: 'bench',
				data: { contractId: id, status: 'draft', previousStatus: null },
			});
		};
		const plain = await n8n.publishTrigger({ name: 'Plain', type: 'CUSTOM.plainTrigger' });
		const own = await n8n.publishTrigger({
			name: 'Ours',
			type: 'n8n-nodes-contract-management.contractManagementTrigger',
			credentials: n8n.account,
			parameters: { events: ['created'] },
		});
		return [load('do-nothing trigger', plain.url, delivery), load('trigger', own.url, delivery)];
	},
	judge: (results) => {
		const rate = of(results, 'do-nothing trigger', 'ms') / of(results, 'trigger', 'ms');
		return [
			{
				goal: 'at least 0.9 x of the rate of a do-nothing trigger',
				figure: `${rate.toFixed(2)} x`,
				isMet: rate >= 0.9,
			},
			always(
				results,
				'trigger',
				'deliveries answered',
				({ items }) => items,
				(n) => n > 0,
			),
		];
	},
};

export const WEBHOOK_JOBS: Job[] = [webhook];
