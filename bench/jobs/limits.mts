import { randomUUID } from 'node:crypto';
import type { RateLimit } from '../../test/support/sandbox.mts';
import { EngineProcesses } from '../lib/engineProcesses.mts';
import type { EngineResult } from '../lib/engineProcess.mts';
import { byId } from '../lib/nodes.mts';
import { judgeLimits, type LimitGoals } from '../lib/limitGoals.mts';
import { whereabouts } from '../lib/places.mts';
import type { Bench, Job, Results, Sample } from '../lib/types.mts';

const RTT_MS = 20;
const RUNS = 3;
const SHORT_RUNS = 1;
/** Of the requests of a run, in the short mode. */
const SHORT_PART = 1 / 5;

interface Scenario extends LimitGoals {
	processes: number;
	/** Requests of each process. */
	each: number;
	limit: RateLimit;
}

const BUCKET: RateLimit = { requestsPerSecond: 50, burst: 50 };
const SMALL: RateLimit = { requestsPerSecond: 50, burst: 5 };

const ONE: Scenario[] = [
	{
		name: 'bucket of 50',
		processes: 1,
		each: 1_000,
		limit: BUCKET,
		times: 1.1,
		rejected: 0.04,
	},
	{
		name: 'bucket of 5',
		processes: 1,
		each: 1_000,
		limit: SMALL,
		times: 1.35,
		rejected: 0.1,
	},
	{
		name: 'bucket of 5, no Retry-After',
		processes: 1,
		each: 1_000,
		limit: { ...SMALL, retryAfter: 'none' },
		times: 1.35,
		rejected: 0.12,
	},
	{
		name: 'windows of 200 in 10 s',
		processes: 1,
		each: 1_000,
		limit: { requests: 200, seconds: 10 },
		times: 1.2,
		rejected: 0.08,
	},
	{
		name: 'windows of 50 in 1 s',
		processes: 1,
		each: 1_000,
		limit: { requests: 50, seconds: 1 },
		times: 1.2,
		rejected: 0.08,
	},
];

const FIVE: Scenario[] = [
	{
		name: 'bucket of 50',
		processes: 5,
		each: 300,
		limit: BUCKET,
		times: 1.25,
		rejected: 0.1,
		lastToFirst: 1.6,
	},
	{
		name: 'bucket of 5',
		processes: 5,
		each: 240,
		limit: SMALL,
		times: 1.35,
		rejected: 0.1,
		lastToFirst: 1.6,
	},
];

const TEN: Scenario[] = [
	{
		name: 'bucket of 50',
		processes: 10,
		each: 200,
		limit: BUCKET,
		times: 1.35,
		rejected: 0.14,
		lastToFirst: 2,
	},
];

/** The least time that the limit allows, when the first request comes as the window begins. */
function idealMs(limit: RateLimit, requests: number): number {
	if ('requests' in limit) {
		return (Math.ceil(requests / limit.requests) - 1) * limit.seconds * 1_000;
	}
	if ('concurrent' in limit) return 0;
	return (Math.max(0, requests - limit.burst) / limit.requestsPerSecond) * 1_000;
}

/** When all processes begin: soon, and as a window begins. */
function nextStart(limit: RateLimit): number {
	const soon = Date.now() + 500;
	const windowMs = 'requests' in limit ? limit.seconds * 1_000 : 1;
	return Math.ceil(soon / windowMs) * windowMs + 5;
}

function job(id: string, title: string, scenarios: Scenario[]): Job {
	return {
		id,
		title: `${title}, ${whereabouts(RTT_MS)}`,
		inShortMode: false,
		run: async (bench) => {
			const most = Math.max(...scenarios.map(({ processes }) => processes));
			const processes = await EngineProcesses.start(most);
			const results: Results = {};
			const runs = bench.isShort ? SHORT_RUNS : RUNS;
			try {
				for (let round = 0; round < runs; round++) {
					for (const scenario of scenarios) {
						(results[scenario.name] ??= []).push(await measure(bench, processes, scenario));
					}
				}
			} finally {
				processes.stop();
				await bench.sandbox.control.rateLimit(null);
			}
			return { results, verdicts: judgeLimits(results, scenarios) };
		},
	};
}

/** Each run has a key of its own: what one has learned of the service is not the next one's. */
async function measure(
	{ sandbox, isShort, far }: Bench,
	processes: EngineProcesses,
	{ name, limit, ...scenario }: Scenario,
): Promise<Sample> {
	const { control } = sandbox;
	const { baseUrl } = await far.at(RTT_MS);
	const count = Math.round(scenario.each * (isShort ? SHORT_PART : 1));
	await control.reset('empty');
	await control.seed({ contracts: 1 });
	const [contract] = await control.contracts({ last: 1 });
	const apiKey = `bench-${randomUUID()}`;
	await control.call('POST', '/keys', { key: apiKey, name: apiKey });
	await control.rateLimit(limit);
	await control.clearRequests();
	const parameters = { resource: 'contract', operation: 'get', contractId: byId(contract!.id) };
	const asked = { baseUrl, apiKey, parameters, items: count, at: nextStart(limit) };
	const ended = await processes.run(scenario.processes, asked);
	const { total, maxConcurrent, byRoute } = await control.requestSummary();
	const rejected = Object.values(byRoute).reduce((sum, one) => sum + (one.statuses['429'] ?? 0), 0);
	const sample = {
		...sampleOf(ended, idealMs(limit, count * scenario.processes)),
		requests: total,
		rejected,
		maxConcurrent,
	};
	const { timesIdeal, lastToFirst } = sample;
	console.log(
		`  ${name.padEnd(30)} ${timesIdeal.toFixed(3)} x ideal, ${((100 * rejected) / total).toFixed(1)} % rejected, last / first ${lastToFirst.toFixed(2)}`,
	);
	if (sample.items !== count * scenario.processes) throw new Error(`${name}: ${ended[0]!.error}`);
	return sample;
}

function sampleOf(ended: EngineResult[], ideal: number) {
	const took = ended.map(({ tookMs }) => tookMs);
	const ms = Math.max(...took);
	const sum = (of: (result: EngineResult) => number) =>
		ended.reduce((total, result) => total + of(result), 0);
	return {
		ms,
		cpuMs: sum(({ cpuMs }) => cpuMs),
		peakMb: 0,
		items: sum(({ items }) => items),
		timesIdeal: ms / ideal,
		lastToFirst: ms / Math.min(...took),
	};
}

export const LIMIT_JOBS: Job[] = [
	job('limits-1', 'One process finds out a limit that it does not know', ONE),
	job('limits-5', 'Five processes share a limit that they do not know', FIVE),
	job('limits-10', 'Ten processes share a limit that they do not know', TEN),
];
