import { randomUUID } from 'node:crypto';
import { until } from '../../host/lib/client/until.mts';
import { chain } from '../../host/lib/client/workflow.mts';
import type { Connections, NodeInput } from '../../host/lib/client/types.mts';
import type { BenchN8n } from './benchN8n.mts';
import type { Measurement } from './measurementLog.mts';
import type { Contender, Cost } from './types.mts';

/** What goes through the nodes: the same in every run, or made anew before each. */
export type Items = unknown[] | (() => Promise<unknown[]>);

export interface ContenderOptions extends Omit<Contender, 'name' | 'run'> {
	/** Default: one empty item. */
	items?: Items;
	/** Beside those from one node to the next. */
	connections?: Connections;
	/** Whether the whole execution is timed, as in a loop whose nodes between the jobs belong to it. */
	isWhole?: boolean;
}

/** Publishes the workflow of a contender. */
export async function contenderIn(
	n8n: BenchN8n,
	title: string,
	name: string,
	nodes: NodeInput[],
	{ items = [{}], connections, isWhole = false, ...contender }: ContenderOptions,
): Promise<Contender> {
	const hook = `bench-${randomUUID()}`;
	const all = [...startNodes(hook), ...nodes];
	const { id } = await n8n.createWorkflow({
		name: title,
		nodes: all,
		connections: { ...chain(all.map((node) => node.name)), ...connections },
	});
	await n8n.publish(id);
	return {
		...contender,
		name,
		run: async () => {
			const input = typeof items === 'function' ? await items() : items;
			const before = n8n.log.length;
			await start(`${n8n.server.url}/webhook/${hook}`, input);
			return costOf(await n8n.log.next(id, before), isWhole);
		},
	};
}

export function startNodes(hook: string): NodeInput[] {
	return [
		{
			name: 'Start',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: hook,
			parameters: { httpMethod: 'POST', path: hook, responseMode: 'onReceived' },
		},
		{
			name: 'Items',
			type: 'n8n-nodes-base.splitOut',
			parameters: { fieldToSplitOut: 'body.items', options: {} },
		},
	];
}

/** A restarted n8n answers 404 until it has registered its workflows. */
async function start(url: string, items: unknown[]): Promise<void> {
	await until(
		async () => {
			const response = await fetch(url, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ items }),
			});
			await response.body?.cancel();
			return response.status;
		},
		(status) => status === 200,
		'start of a run',
	);
}

function costOf({ nodes, ms, cpuMs, peakMb, status, error }: Measurement, isWhole: boolean): Cost {
	const job = nodes.filter((node) => node.name.startsWith('Job'));
	return {
		ms: isWhole ? ms : job.reduce((sum, node) => sum + node.ms, 0),
		cpuMs,
		peakMb,
		items: status === 'success' ? (job.at(-1)?.items ?? 0) : 0,
		...(status !== 'success' && { error: error ?? status }),
	};
}
