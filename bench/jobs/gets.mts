import { randomUUID } from 'node:crypto';
import { floor } from '../lib/floor.mts';
import { always, atMostTimes, delivers } from '../lib/goals.mts';
import type { Account } from '../lib/benchN8n.mts';
import { byId, httpRequest, ours, plain } from '../lib/nodes.mts';
import { timedJob } from '../lib/timedJob.mts';
import type { Bench, Contender, Job, RateLimitAdvice } from '../lib/types.mts';

const COUNT = 1000;
const PER_SECOND = 50;
const LATENCY_MS = 20;
const IDEAL = 'bare client, paced';
const NODE = 'node';
const TOLD = 'node, told the limit';

/** Different contenders and runs must not learn from each other: each run has a key of its own, and so a fresh gate. */
async function withFreshKey({ n8n, sandbox }: Bench, data: Record<string, unknown> = {}) {
	const account = await n8n.accountWith(data);
	const prepare = async () => {
		const key = `bench-${randomUUID()}`;
		await sandbox.control.call('POST', '/keys', { key, name: key });
		await n8n.changeAccount(account, { ...data, apiKey: key });
	};
	return { account, prepare };
}

async function ourGets(bench: Bench, name: string, data: Record<string, unknown>, get: object) {
	const { account, prepare } = await withFreshKey(bench, data);
	const nodes = [ours({ account }, { ...get })];
	return await bench.n8n.contender(name, nodes, { items: ITEMS, delivers: COUNT, prepare });
}

const ITEMS = Array.from({ length: COUNT }, (_, i) => ({ i }));
const REJECTED = /too many requests|429|spacing your requests/i;

/** What people would take instead: batches deliver, the defaults do not. */
async function others(bench: Bench, contractId: string): Promise<Contender[]> {
	const { n8n, sandbox } = bench;
	const url = `${sandbox.baseUrl}/contracts/${contractId}`;
	const batching = { batch: { batchSize: PER_SECOND, batchInterval: 1000 } };
	const add = async (
		name: string,
		node: (owner: { account: Account }) => ReturnType<typeof ours>,
		more: Partial<Contender>,
	) => {
		const { account, prepare } = await withFreshKey(bench);
		const options = { items: ITEMS, prepare, once: true, ...more };
		return await n8n.contender(name, [node({ account })], options);
	};
	const batches = { delivers: COUNT, mayFail: REJECTED };
	return [
		await add(
			'HTTP Request, 50 per second',
			(owner) => httpRequest(owner, { url, options: { batching } }),
			batches,
		),
		await add(
			'plain declarative, 50 per second',
			(owner) => plain(owner, { operation: 'get', contractId, requestOptions: { batching } }),
			batches,
		),
		await add('HTTP Request, defaults', (owner) => httpRequest(owner, { url, options: {} }), {
			fails: REJECTED,
		}),
		await add(
			'plain declarative, defaults',
			(owner) => plain(owner, { operation: 'get', contractId }),
			{ fails: REJECTED },
		),
	];
}

/** 1,000 times the same contract: what is measured is the rate limit, not the database. */
function getJob(retryAfter: RateLimitAdvice): Job {
	const isWhole = retryAfter === 'seconds';
	const advice = isWhole ? 'Retry-After in seconds' : 'no Retry-After';
	return timedJob({
		id: `gets-${retryAfter}`,
		title: `${COUNT.toLocaleString('en')} GETs at ${PER_SECOND} requests/s, ${advice}, ${LATENCY_MS} ms latency`,
		inShortMode: false,
		repetitions: isWhole ? 5 : 3,
		// Each run waits for the rate limit most of the time.
		warmUp: false,
		contenders: async (bench) => {
			const { sandbox } = bench;
			const { baseUrl, control } = sandbox;
			await control.reset('empty');
			await control.seed({ contracts: 1 });
			const [contract] = await control.contracts({ last: 1 });
			const path = `/contracts/${contract!.id}`;
			await control.latency(LATENCY_MS);
			await control.rateLimit({ requestsPerSecond: PER_SECOND, burst: PER_SECOND, retryAfter });
			const pace = { count: COUNT, perSecond: PER_SECOND, burst: PER_SECOND };
			const get = { resource: 'contract', operation: 'get', contractId: byId(contract!.id) };
			const ideal = floor(
				IDEAL,
				{ kind: 'get', baseUrl, keepAlive: false, path, ...pace },
				{ delivers: COUNT, once: true },
			);
			const node = await ourGets(bench, NODE, {}, get);
			if (!isWhole) return [ideal, node];
			const told = await ourGets(bench, TOLD, { maxRequestsPerSecond: PER_SECOND }, get);
			return [ideal, node, { ...told, once: true }, ...(await others(bench, contract!.id))];
		},
		judge: (results) => [
			delivers(results, NODE, COUNT),
			atMostTimes(results, NODE, IDEAL, 1.05),
			always(results, NODE, 'at most 8 in flight', inFlight, (n) => n <= 8),
			isWhole
				? always(results, NODE, 'at most 15 % rejected', rejectedPart, (n) => n <= 0.15)
				: always(results, NODE, 'at most 40 % rejected', rejectedPart, (n) => n <= 0.4),
			...(isWhole ? [always(results, TOLD, 'none rejected', rejectedPart, (n) => n === 0)] : []),
		],
	});
}

function inFlight({ maxConcurrent }: { maxConcurrent: number }): number {
	return maxConcurrent;
}

function rejectedPart({ rejected, requests }: { rejected: number; requests: number }): number {
	return rejected / requests;
}

export const GET_JOBS: Job[] = [getJob('seconds'), getJob('none')];
