import { randomUUID } from 'node:crypto';
import { until } from '../../host/lib/client/until.mts';
import { EngineProcesses } from '../lib/engineProcesses.mts';
import { RTT_MS, RUNS, type Growing } from '../lib/growing.mts';
import { generateLoad } from '../lib/load.mts';
import type { Bench, Cost } from '../lib/types.mts';
import { seeded } from './seeded.mts';
import { createdTrigger, DELIVERED, deliveriesOf } from './webhook.mts';

const CONNECTIONS = 10;

/** From the first delivery to the end of the last execution, with what n8n's process needed for them. */
export const DELIVERIES: Growing = {
	id: 'growth-deliveries',
	title: 'Growth with the number of deliveries',
	unit: 'deliveries',
	sizes: [2, 20, 200],
	rttMs: RTT_MS,
	contenders: async (bench, { account }, size) => {
		const { n8n } = bench;
		const body = await deliveriesOf(bench, (RUNS + 1) * (size + 1));
		const trigger = await n8n.publishTrigger(createdTrigger({ account }), 'contract-management');
		/** Sends so many, and resolves to what n8n noted of their executions once all have ended. */
		const delivered = async (amount: number) => {
			const before = n8n.log.length;
			const requests = [
				{
					method: 'POST',
					headers: DELIVERED,
					setupRequest: <T,>(request: T) => ({ ...request, body: body() }),
				},
			];
			const connections = Math.min(CONNECTIONS, amount);
			await generateLoad({ url: trigger.url, connections, amount, requests });
			return await until(
				async () => n8n.log.of(trigger.workflowId, before),
				({ length }) => length >= amount,
				`execution for each of ${amount} deliveries`,
			);
		};
		const run = async (): Promise<Cost> => {
			const [first] = await delivered(1);
			const startedAt = Date.now();
			const ended = await delivered(size);
			const memory = Math.max(...ended.map(({ soFar }) => soFar.rssMb));
			return {
				ms: Math.max(...ended.map(({ stoppedAt }) => Date.parse(stoppedAt))) - startedAt,
				cpuMs: Math.max(...ended.map(({ soFar }) => soFar.cpuMs)) - first!.soFar.cpuMs,
				peakMb: Math.max(0, memory - first!.soFar.rssMb),
				items: ended.length,
			};
		};
		return [{ name: 'node', delivers: size, run }];
	},
};

/** Polls one after the other, in a process with n8n's engine: n8n itself polls when its clock says so. The first one only notes what is there. */
export async function poller(
	{ control }: Bench['sandbox'],
	engine: EngineProcesses,
	baseUrl: string,
): Promise<() => Promise<Cost>> {
	const apiKey = `bench-${randomUUID()}`;
	await control.call('POST', '/keys', { key: apiKey, name: apiKey });
	const parameters = { events: ['statusChanged'] };
	const poll = async (): Promise<Cost> => {
		const asked = { baseUrl, apiKey, parameters, items: 0, isPoll: true, at: Date.now() };
		const [result] = await engine.run(1, asked);
		return { ...result!, ms: result!.tookMs };
	};
	await poll();
	return poll;
}

let processes: EngineProcesses | undefined;

/** One poll, in the same process for all sizes. */
export const POLLS: Growing = {
	id: 'growth-polls',
	title: 'Growth with the number of changes that a poll finds',
	unit: 'changes',
	sizes: [50, 500, 5_000],
	rttMs: RTT_MS,
	contenders: async (bench, { baseUrl }, size) => {
		const { control } = bench.sandbox;
		processes ??= await EngineProcesses.start(1);
		await seeded(bench, size, { statuses: ['draft'] });
		const contracts = await control.contracts({ organization: 'main', last: size });
		const run = await poller(bench.sandbox, processes, baseUrl);
		let round = 0;
		const prepare = async () => {
			const status = round++ % 2 === 0 ? 'signing' : 'negotiating';
			for (const { id } of contracts) await control.setContractState(id, { status });
		};
		return [{ name: 'node', delivers: size, prepare, run }];
	},
	stop: () => {
		processes?.stop();
		processes = undefined;
	},
};
