import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { connect, type N8nClient } from '../../host/lib/client/n8n.mts';
import type { NodeInput, Workflow } from '../../host/lib/client/types.mts';
import { until } from '../../host/lib/client/until.mts';
import { OWNER } from '../../test/support/n8n.mts';
import { startQueueMode, type QueueAddresses } from '../../test/support/queue.mts';
import type { Account } from './benchN8n.mts';
import type { Place } from './far.mts';
import { MeasurementLog, type Measurement } from './measurementLog.mts';
import { startNodes } from './n8nContender.mts';
import type { Bench, Sample } from './types.mts';

const WORKERS = 5;
export const EXECUTIONS = 10;
const TIMEOUT_MS = 300_000;

/** What one workflow has to do. */
export interface Load {
	executions: number;
	/** Of each execution. */
	items: number;
	/** Of a run; what was written is counted at the service. */
	delivers: number;
	/** Before anything else of a run; not measured. */
	prepare?(): Promise<void>;
	nodes(account: Account, place: Place): NodeInput[] | Promise<NodeInput[]>;
	/** Where a trigger among the nodes starts the executions: makes it, and resolves to when that began. */
	begin?(published: Published): Promise<number>;
}

/** A published workflow. */
export interface Published {
	n8n: N8nClient;
	workflow: Workflow;
	/** Where deliveries arrive. */
	webhooks: string;
}

export type Run = (load: Load, place: Place) => Promise<Sample & { stopped: number[] }>;

/** n8n with PostgreSQL, Redis and five workers, of which each runs two executions at a time. */
export async function inQueueMode<T>(
	{ packed, sandbox }: Bench,
	measure: (run: Run) => Promise<T>,
): Promise<T> {
	const env = {
		BENCH_LOG: path.join(path.dirname(packed.file), `queue-${randomUUID()}.jsonl`),
		EXTERNAL_HOOK_FILES: path.resolve('bench', 'lib', 'n8nHooks.js'),
		EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
	};
	const worker = { concurrency: EXECUTIONS / WORKERS, env };
	const queue = await startQueueMode({ packed, workers: WORKERS, webhookProcessors: 1, worker });
	const log = new MeasurementLog(env.BENCH_LOG);
	try {
		return await measure(async (load, place) => await runAll(sandbox, queue, log, load, place));
	} finally {
		await queue.stop();
		await sandbox.control.rateLimit(null);
	}
}

/** Each run has a key of its own: what one has learned of the service is not the next one's. */
async function runAll(
	{ control }: Bench['sandbox'],
	{ url, webhookProcessors }: QueueAddresses,
	log: MeasurementLog,
	{ executions, items, delivers, prepare, nodes, begin }: Load,
	place: Place,
): Promise<Sample & { stopped: number[] }> {
	await prepare?.();
	const apiKey = `bench-${randomUUID()}`;
	await control.call('POST', '/keys', { key: apiKey, name: apiKey });
	const n8n = await connect(url, OWNER);
	const type = 'contractManagementApi';
	const data = { baseUrl: place.baseUrl, apiKey, webhookSecret: 'bench-secret' };
	const credential = await n8n.createCredential(apiKey, type, data);
	const account = { [type]: { id: credential.id, name: credential.name } };
	const hook = `bench-${randomUUID()}`;
	const own = await nodes(account, place);
	const workflow = await n8n.createWorkflow({
		name: 'Queue',
		nodes: begin ? own : [...startNodes(hook), ...own],
	});
	const { id } = workflow;
	const webhooks = webhookProcessors[0]!;
	await n8n.publish(id);
	await control.clearRequests();
	const startedAt = begin
		? await begin({ n8n, workflow, webhooks })
		: await startAll(`${webhooks}/webhook/${hook}`, executions, items);
	const ended = await until(
		async () => log.of(id, 0),
		({ length }) => length >= executions,
		`end of ${executions} executions`,
		TIMEOUT_MS,
	);
	await n8n.unpublish(id);
	if (ended.some(({ status }) => status !== 'success')) throw new Error('An execution failed');
	const came = ended.reduce((sum, one) => sum + one.items, 0);
	if (came !== delivers) throw new Error(`${came} items came out`);
	const { total, maxConcurrent, byRoute } = await control.requestSummary();
	const rejected = Object.values(byRoute).reduce((sum, one) => sum + (one.statuses['429'] ?? 0), 0);
	const accepted = Object.values(byRoute).reduce((sum, one) => sum + (one.statuses['201'] ?? 0), 0);
	if (accepted > 0 && accepted !== delivers) throw new Error(`${accepted} were created`);
	return {
		...took(ended, startedAt),
		items: delivers,
		cpuMs: 0,
		peakMb: 0,
		requests: total,
		rejected,
		maxConcurrent,
	};
}

/** Starts so many executions with so many items each; they are timed from the first one's begin. */
async function startAll(url: string, executions: number, items: number): Promise<undefined> {
	const body = JSON.stringify({ items: Array.from({ length: items }, (_, i) => ({ i })) });
	await Promise.all(Array.from({ length: executions }, async () => await post(url, body)));
}

/** @throws when it is not answered with 200 */
export async function post(
	url: string,
	body: string,
	headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<void> {
	const { status } = await fetch(url, { method: 'POST', headers, body });
	if (status !== 200) throw new Error(`An execution could not be started: ${status}`);
}

/** From the begin, or that of the first one, to the last end. */
function took(ended: Measurement[], startedAt?: number) {
	const began = startedAt ?? Math.min(...ended.map((one) => Date.parse(one.startedAt)));
	const stopped = ended.map(({ stoppedAt }) => Date.parse(stoppedAt) - began);
	return { ms: Math.max(...stopped), stopped };
}
