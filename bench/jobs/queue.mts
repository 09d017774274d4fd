import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { connect } from '../../host/lib/client/n8n.mts';
import type { NodeInput } from '../../host/lib/client/types.mts';
import { until } from '../../host/lib/client/until.mts';
import { OWNER } from '../../test/support/n8n.mts';
import { startQueueMode } from '../../test/support/queue.mts';
import type { Account } from '../lib/benchN8n.mts';
import type { Place } from '../lib/far.mts';
import { atLeastFaster } from '../lib/goals.mts';
import { judgeLimits, type LimitGoals } from '../lib/limitGoals.mts';
import { MeasurementLog, type Measurement } from '../lib/measurementLog.mts';
import { startNodes } from '../lib/n8nContender.mts';
import { byId, httpList, ours } from '../lib/nodes.mts';
import { whereabouts } from '../lib/places.mts';
import type { Bench, Job, Results, Sample } from '../lib/types.mts';
import { creation, sends } from './bulk.mts';
import { EVEN } from './lists.mts';
import { RETURN_ALL, seeded } from './seeded.mts';

const RUNS = 3;
const WORKERS = 5;
const EXECUTIONS = 10;
const TIMEOUT_MS = 300_000;

/** So many executions of one workflow, with so many items each. */
interface Load {
	executions: number;
	items: number;
	/** Of a run; what was written is counted at the service. */
	delivers: number;
	nodes(account: Account, place: Place): NodeInput[] | Promise<NodeInput[]>;
}

/** n8n with PostgreSQL, Redis and five workers, of which each runs two executions at a time. */
async function inQueueMode<T>(
	{ packed, sandbox }: Bench,
	measure: (
		run: (load: Load, place: Place) => Promise<Sample & { stopped: number[] }>,
	) => Promise<T>,
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
	{ url, webhookProcessors }: { url: string; webhookProcessors: string[] },
	log: MeasurementLog,
	{ executions, items, delivers, nodes }: Load,
	place: Place,
): Promise<Sample & { stopped: number[] }> {
	const apiKey = `bench-${randomUUID()}`;
	await control.call('POST', '/keys', { key: apiKey, name: apiKey });
	const n8n = await connect(url, OWNER);
	const type = 'contractManagementApi';
	const { baseUrl } = place;
	const credential = await n8n.createCredential(apiKey, type, { baseUrl, apiKey });
	const account = { [type]: { id: credential.id, name: credential.name } };
	const hook = `bench-${randomUUID()}`;
	const { id } = await n8n.createWorkflow({
		name: 'Queue',
		nodes: [...startNodes(hook), ...(await nodes(account, place))],
	});
	await n8n.publish(id);
	await control.clearRequests();
	const body = JSON.stringify({ items: Array.from({ length: items }, (_, i) => ({ i })) });
	const headers = { 'content-type': 'application/json' };
	const starts = Array.from({ length: executions }, async () => {
		const asked = { method: 'POST', headers, body };
		const { status } = await fetch(`${webhookProcessors[0]}/webhook/${hook}`, asked);
		if (status !== 200) throw new Error(`An execution could not be started: ${status}`);
	});
	await Promise.all(starts);
	const ended = await until(
		async () => log.of(id, 0),
		({ length }) => length >= executions,
		`end of ${executions} executions`,
		TIMEOUT_MS,
	);
	await n8n.unpublish(id);
	if (ended.some(({ status }) => status !== 'success')) throw new Error('An execution failed');
	const { total, maxConcurrent, byRoute } = await control.requestSummary();
	const rejected = Object.values(byRoute).reduce((sum, one) => sum + (one.statuses['429'] ?? 0), 0);
	const accepted = Object.values(byRoute).reduce((sum, one) => sum + (one.statuses['201'] ?? 0), 0);
	if (accepted > 0 && accepted !== delivers) throw new Error(`${accepted} were created`);
	return {
		...took(ended),
		items: delivers,
		cpuMs: 0,
		peakMb: 0,
		requests: total,
		rejected,
		maxConcurrent,
	};
}

/** From the first begin to the last end. */
function took(ended: Measurement[]) {
	const began = Math.min(...ended.map(({ startedAt }) => Date.parse(startedAt)));
	const stopped = ended.map(({ stoppedAt }) => Date.parse(stoppedAt) - began);
	return { ms: Math.max(...stopped), stopped };
}

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

export const QUEUE_JOBS: Job[] = [limits, creates, list];
