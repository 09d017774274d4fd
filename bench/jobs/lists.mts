import { floor } from '../lib/floor.mts';
import { atLeastFaster, atMostTimes, delivers } from '../lib/goals.mts';
import { httpList, ours, plain } from '../lib/nodes.mts';
import { timedJob } from '../lib/timedJob.mts';
import type { Bench, Contender, Job } from '../lib/types.mts';
import { RETURN_ALL, seeded } from './seeded.mts';

const KEEP_ALIVE = 'bare client, keep-alive';
const NEW_CONNECTIONS = 'bare client';
const NODE = 'node';
const FAST = 'node, Fast Listing';
const HTTP_REQUEST = 'HTTP Request';
const DECLARATIVE = 'plain declarative';

async function contenders(bench: Bench, contracts: number): Promise<Contender[]> {
	const { n8n, sandbox } = bench;
	const { baseUrl } = sandbox;
	const all = { delivers: contracts };
	// A long list takes half a minute in all: what no goal refers to is read once.
	const beside = { ...all, once: contracts > 10_000 };
	const fast = { ...RETURN_ALL, options: { fastListing: true } };
	return [
		floor(NEW_CONNECTIONS, { kind: 'list', baseUrl, keepAlive: false }, all),
		floor(KEEP_ALIVE, { kind: 'list', baseUrl, keepAlive: true }, all),
		await n8n.contender(NODE, [ours(n8n, RETURN_ALL)], all),
		await n8n.contender(FAST, [ours(n8n, fast)], all),
		await n8n.contender(HTTP_REQUEST, httpList(n8n, `${baseUrl}/contracts`), all),
		await n8n.contender(DECLARATIVE, [plain(n8n, { operation: 'list' })], beside),
	];
}

function withLatency(contracts: number, times: number, inShortMode: boolean): Job {
	return timedJob({
		id: `list-${contracts / 1000}k`,
		title: `List ${contracts.toLocaleString('en')} contracts of one type, 20 ms latency`,
		inShortMode,
		repetitions: 5,
		contenders: async (bench) => {
			await seeded(bench, contracts, 20);
			const all = await contenders(bench, contracts);
			return contracts > 10_000 ? all.filter(({ name }) => name !== KEEP_ALIVE) : all;
		},
		judge: (results) => [
			delivers(results, NODE, contracts),
			atMostTimes(results, NODE, NEW_CONNECTIONS, times),
			atLeastFaster(results, NODE, HTTP_REQUEST, 15),
			delivers(results, FAST, contracts),
			atMostTimes(results, FAST, NEW_CONNECTIONS, 0.4),
		],
	});
}

const WITHOUT_LATENCY = 50_000;

const noLatency = timedJob({
	id: 'list-cpu',
	title: `List ${WITHOUT_LATENCY.toLocaleString('en')} contracts of one type, no latency`,
	inShortMode: false,
	repetitions: 5,
	contenders: async (bench) => {
		await seeded(bench, WITHOUT_LATENCY, 0);
		return await contenders(bench, WITHOUT_LATENCY);
	},
	judge: (results) => [
		delivers(results, NODE, WITHOUT_LATENCY),
		atMostTimes(results, NODE, KEEP_ALIVE, 3),
		atMostTimes(results, NODE, KEEP_ALIVE, 2.5, 'cpuMs'),
	],
});

export const LIST_JOBS: Job[] = [
	withLatency(10_000, 1.25, true),
	withLatency(50_000, 1.15, false),
	noLatency,
];
