import { floor } from '../lib/floor.mts';
import { withFreshKey } from '../lib/freshKey.mts';
import { always, atMostTimes, delivers } from '../lib/goals.mts';
import type { Account } from '../lib/benchN8n.mts';
import { AS_STORED, byId, httpRequest, ours, plain } from '../lib/nodes.mts';
import { DISTANCES, from, whereabouts, type Distance } from '../lib/places.mts';
import { timedJob } from '../lib/timedJob.mts';
import type { Bench, Contender, Job, RateLimitAdvice } from '../lib/types.mts';

const COUNT = 1000;
const PER_SECOND = 50;
const RTT_MS = 20;
const IDEAL = 'bare client, paced';
const BARE = 'bare client';
const NODE = 'node';
const HTTP = 'HTTP Request';
const STORED = 'node, values as stored';
const TOLD = 'node, told the limit';

async function ourGets(bench: Bench, name: string, data: Record<string, unknown>, get: object) {
	const { account, prepare } = await withFreshKey(bench, RTT_MS, data);
	const nodes = [ours({ account }, { ...get })];
	return await bench.n8n.contender(name, nodes, { items: ITEMS, delivers: COUNT, prepare });
}

const ITEMS = Array.from({ length: COUNT }, (_, i) => ({ i }));
const REJECTED = /too many requests|429|spacing your requests/i;

/** What people would take instead: batches deliver, the defaults do not. */
async function others(bench: Bench, contractId: string): Promise<Contender[]> {
	const { n8n, far } = bench;
	const url = `${(await far.at(RTT_MS)).baseUrl}/contracts/${contractId}`;
	const batching = { batch: { batchSize: PER_SECOND, batchInterval: 1000 } };
	const add = async (
		name: string,
		node: (owner: { account: Account }) => ReturnType<typeof ours>,
		more: Partial<Contender>,
	) => {
		const { account, prepare } = await withFreshKey(bench, RTT_MS);
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
		title: `${COUNT.toLocaleString('en')} GETs at ${PER_SECOND} requests/s, ${advice}, ${whereabouts(RTT_MS)}`,
		inShortMode: false,
		repetitions: isWhole ? 5 : 3,
		// Each run waits for the rate limit most of the time.
		warmUp: false,
		contenders: from(RTT_MS, async (bench, { baseUrl }) => {
			const { control } = bench.sandbox;
			await control.reset('empty');
			await control.seed({ contracts: 1 });
			const [contract] = await control.contracts({ last: 1 });
			const path = `/contracts/${contract!.id}`;
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
		}),
		judge: (results) => [
			delivers(results, NODE, COUNT),
			atMostTimes(results, NODE, IDEAL, 1.05),
			isWhole
				? always(results, NODE, 'at most 15 % rejected', rejectedPart, (n) => n <= 0.15)
				: always(results, NODE, 'at most 40 % rejected', rejectedPart, (n) => n <= 0.4),
			...(isWhole ? [always(results, TOLD, 'none rejected', rejectedPart, (n) => n === 0)] : []),
		],
	});
}

function rejectedPart({ rejected, requests }: { rejected: number; requests: number }): number {
	return rejected / requests;
}

/** One item, as most executions of a trigger have: what a node costs before its request and after it. */
function first(rttMs: Distance): Job {
	return timedJob({
		id: `get-${rttMs}`,
		title: `One contract by its ID, ${whereabouts(rttMs)}`,
		inShortMode: rttMs === 20,
		repetitions: 15,
		contenders: from(rttMs, async ({ n8n, sandbox }, { baseUrl, account }) => {
			const { id } = await sandbox.control.createContract();
			const path = `/contracts/${id}`;
			const parameters = { resource: 'contract', operation: 'get', contractId: byId(id) };
			const one = { delivers: 1 };
			const work = [[{ method: 'GET', path }]];
			return [
				floor(BARE, { kind: 'bulk', baseUrl, keepAlive: false, concurrency: 1, work }, one),
				await n8n.contender(NODE, [ours({ account }, parameters)], one),
				await n8n.contender(STORED, [ours({ account }, { ...parameters, ...AS_STORED })], one),
				await n8n.contender(HTTP, [httpRequest({ account }, { url: baseUrl + path })], one),
				await n8n.contender(
					'plain declarative',
					[plain({ account }, { operation: 'get', contractId: id })],
					one,
				),
			];
		}),
		judge: (results) => [
			delivers(results, NODE, 1),
			...(rttMs > 0 ? [NODE, STORED].map((name) => atMostTimes(results, name, HTTP, 1.05)) : []),
		],
	});
}

export const GET_JOBS: Job[] = [...DISTANCES.map(first), getJob('seconds'), getJob('none')];
