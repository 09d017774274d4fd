import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { connect } from '../../host/lib/client/n8n.mts';
import { until } from '../../host/lib/client/until.mts';
import { OWNER } from '../../test/support/n8n.mts';
import { startQueueMode } from '../../test/support/queue.mts';
import { judgeLimits, type LimitGoals } from '../lib/limitGoals.mts';
import { MeasurementLog, type Measurement } from '../lib/measurementLog.mts';
import { startNodes } from '../lib/n8nContender.mts';
import { byId, ours } from '../lib/nodes.mts';
import type { Bench, Job, Sample } from '../lib/types.mts';

const RUNS = 3;
const LATENCY_MS = 20;
const WORKERS = 5;
const EXECUTIONS = 10;
const ITEMS = 200;
const LIMIT = { requestsPerSecond: 50, burst: 50 };
const TIMEOUT_MS = 300_000;

const GOALS: LimitGoals = {
	name: 'five workers, ten executions',
	times: 1.12,
	rejected: 0.05,
	lastToFirst: 1.3,
};

/** Ten executions of one workflow, which five workers run two each. */
async function measureRuns({ sandbox, packed, isShort }: Bench): Promise<Sample[]> {
	const env = {
		BENCH_LOG: path.join(path.dirname(packed.file), 'queue.jsonl'),
		EXTERNAL_HOOK_FILES: path.resolve('bench', 'lib', 'n8nHooks.js'),
		EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
	};
	const worker = { concurrency: EXECUTIONS / WORKERS, env };
	const queue = await startQueueMode({ packed, workers: WORKERS, webhookProcessors: 1, worker });
	try {
		const log = new MeasurementLog(env.BENCH_LOG);
		const samples: Sample[] = [];
		for (let round = 0; round < (isShort ? 1 : RUNS); round++) {
			samples.push(await measure(sandbox, queue, log));
		}
		return samples;
	} finally {
		await queue.stop();
		await sandbox.control.rateLimit(null);
	}
}

/** Each run has a key of its own: what one has learned of the service is not the next one's. */
async function measure(
	{ control, baseUrl }: Bench['sandbox'],
	{ url, webhookProcessors }: { url: string; webhookProcessors: string[] },
	log: MeasurementLog,
): Promise<Sample> {
	await control.reset('empty');
	await control.seed({ contracts: 1 });
	const [contract] = await control.contracts({ last: 1 });
	const apiKey = `bench-${randomUUID()}`;
	await control.call('POST', '/keys', { key: apiKey, name: apiKey });
	const n8n = await connect(url, OWNER);
	const type = 'contractManagementApi';
	const credential = await n8n.createCredential(apiKey, type, { baseUrl, apiKey });
	const account = { [type]: { id: credential.id, name: credential.name } };
	const parameters = { resource: 'contract', operation: 'get', contractId: byId(contract!.id) };
	const hook = `bench-${randomUUID()}`;
	const { id } = await n8n.createWorkflow({
		name: 'Queue',
		nodes: [...startNodes(hook), ours({ account }, parameters)],
	});
	await n8n.publish(id);
	await control.latency(LATENCY_MS);
	await control.rateLimit(LIMIT);
	await control.clearRequests();
	const body = JSON.stringify({ items: Array.from({ length: ITEMS }, (_, i) => ({ i })) });
	const headers = { 'content-type': 'application/json' };
	const starts = Array.from({ length: EXECUTIONS }, async () => {
		const asked = { method: 'POST', headers, body };
		const { status } = await fetch(`${webhookProcessors[0]}/webhook/${hook}`, asked);
		if (status !== 200) throw new Error(`An execution could not be started: ${status}`);
	});
	await Promise.all(starts);
	const ended = await until(
		async () => log.of(id, 0),
		({ length }) => length >= EXECUTIONS,
		`end of ${EXECUTIONS} executions`,
		TIMEOUT_MS,
	);
	await n8n.unpublish(id);
	const { total, maxConcurrent, byRoute } = await control.requestSummary();
	const of = (status: string) =>
		Object.values(byRoute).reduce((sum, { statuses }) => sum + (statuses[status] ?? 0), 0);
	const sample = { ...times(ended), requests: total, rejected: of('429'), maxConcurrent };
	const { timesIdeal, lastToFirst, rejected } = sample;
	console.log(
		`  ${timesIdeal.toFixed(3)} x ideal, ${((100 * rejected) / total).toFixed(1)} % rejected, last / first ${lastToFirst.toFixed(2)}`,
	);
	if (ended.some(({ status }) => status !== 'success') || of('200') !== EXECUTIONS * ITEMS) {
		throw new Error(`${of('200')} requests were answered`);
	}
	return sample;
}

function times(ended: Measurement[]) {
	const began = Math.min(...ended.map(({ startedAt }) => Date.parse(startedAt)));
	const took = ended.map(({ stoppedAt }) => Date.parse(stoppedAt) - began);
	const ms = Math.max(...took);
	const ideal = ((EXECUTIONS * ITEMS - LIMIT.burst) / LIMIT.requestsPerSecond) * 1_000;
	return {
		ms,
		cpuMs: 0,
		peakMb: 0,
		items: EXECUTIONS * ITEMS,
		timesIdeal: ms / ideal,
		lastToFirst: ms / Math.min(...took),
	};
}

export const QUEUE_JOB: Job = {
	id: 'limits-queue',
	title: 'Five workers of queue mode share a limit that they do not know',
	inShortMode: false,
	run: async (bench) => {
		const results = { [GOALS.name]: await measureRuns(bench) };
		return { results, verdicts: judgeLimits(results, [GOALS]) };
	},
};
