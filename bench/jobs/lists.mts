import { floor } from '../lib/floor.mts';
import { always, atMostMemory, atMostTimes } from '../lib/goals.mts';
import { httpList, ours, plain } from '../lib/nodes.mts';
import type { Bench, Contender, Job } from '../lib/types.mts';

const RETURN_ALL = { resource: 'contract', operation: 'getAll', returnAll: true, simplify: false };
const KEEP_ALIVE = 'bare client, keep-alive';
const NEW_CONNECTIONS = 'bare client';

async function seeded({ sandbox }: Bench, contracts: number, latency: number, types = 1) {
	await sandbox.control.reset('empty');
	const seed = await sandbox.control.seed({ contracts, types });
	await sandbox.control.latency(latency);
	return seed;
}

function list(contracts: number, latency: number): Job['contenders'] {
	return async (bench) => {
		await seeded(bench, contracts, latency);
		const { n8n, sandbox } = bench;
		const { baseUrl } = sandbox;
		return [
			floor(NEW_CONNECTIONS, { kind: 'list', baseUrl, keepAlive: false }),
			floor(KEEP_ALIVE, { kind: 'list', baseUrl, keepAlive: true }),
			await n8n.contender('node', [ours(n8n, RETURN_ALL)]),
			await n8n.contender('node, fast listing', [
				ours(n8n, { ...RETURN_ALL, options: { fastListing: true } }),
			]),
			await n8n.contender('HTTP Request', httpList(n8n, `${baseUrl}/contracts`)),
			await n8n.contender('plain declarative', [plain(n8n, { operation: 'list' })]),
		];
	};
}

function listJob(contracts: number, times: number, inShortMode: boolean): Job {
	return {
		id: `list-${contracts / 1000}k`,
		title: `List ${contracts.toLocaleString('en')} contracts of one type, 20 ms latency`,
		inShortMode,
		repetitions: contracts > 10_000 ? 3 : 5,
		contenders: list(contracts, 20),
		judge: (results) => [
			atMostTimes(results, 'node', NEW_CONNECTIONS, times),
			atMostTimes(results, 'node', 'HTTP Request', 0.85),
			atMostTimes(results, 'node, fast listing', NEW_CONNECTIONS, 0.4),
			always(
				results,
				'node',
				`delivers ${contracts}`,
				({ items }) => items,
				(n) => n === contracts,
			),
			always(
				results,
				'node, fast listing',
				`delivers ${contracts}`,
				({ items }) => items,
				(n) => n === contracts,
			),
		],
	};
}

const noLatency: Job = {
	id: 'list-cpu',
	title: 'List 50,000 contracts, no latency',
	inShortMode: false,
	repetitions: 5,
	contenders: list(50_000, 0),
	judge: (results) => [
		atMostTimes(results, 'node', KEEP_ALIVE, 3),
		atMostTimes(results, 'node', KEEP_ALIVE, 2.5, 'cpuMs'),
	],
};

const TYPES = 10;

const types: Job = {
	id: 'types',
	title: '10 contract types x 2,000 contracts, 20 ms latency',
	inShortMode: true,
	repetitions: 5,
	contenders: async (bench) => {
		const { contractTypeIds } = await seeded(bench, TYPES * 2000, 20, TYPES);
		const { n8n, sandbox } = bench;
		const { baseUrl } = sandbox;
		const perType = contractTypeIds.map((contractTypeId) => ({ contractTypeId }));
		const queries = contractTypeIds.map((id) => `&contractTypeId=${id}`);
		return [
			floor('bare client, 8 at a time', {
				kind: 'lists',
				baseUrl,
				keepAlive: false,
				queries,
				concurrency: 8,
			}),
			await n8n.contender('node', [ours(n8n, { ...RETURN_ALL, contractTypeIds })]),
			await n8n.contender(
				'HTTP Request, one item per type',
				httpList(n8n, `${baseUrl}/contracts`, { contractTypeId: '={{ $json.contractTypeId }}' }),
				perType,
			),
			await n8n.contender(
				'plain declarative, one item per type',
				[plain(n8n, { operation: 'list', contractTypeId: '={{ $json.contractTypeId }}' })],
				perType,
			),
		];
	},
	judge: (results) => [
		atMostTimes(results, 'node', 'bare client, 8 at a time', 1.5),
		atMostTimes(results, 'node', 'HTTP Request, one item per type', 1),
	],
};

const limit: Job = {
	id: 'types-limit',
	title: 'Limit 20 over 10 contract types',
	inShortMode: true,
	repetitions: 3,
	contenders: async (bench) => {
		const { contractTypeIds } = await seeded(bench, TYPES * 200, 20, TYPES);
		const parameters = { ...RETURN_ALL, returnAll: false, limit: 20, contractTypeIds };
		return [await bench.n8n.contender('node', [ours(bench.n8n, parameters)])];
	},
	judge: (results) => [
		always(
			results,
			'node',
			'one page per type at most',
			({ requests }) => requests,
			(n) => n <= TYPES,
		),
	],
};

const huge: Job = {
	id: 'list-200k',
	title: '200,000 contracts, no latency',
	inShortMode: false,
	repetitions: 1,
	contenders: async (bench): Promise<Contender[]> => {
		await seeded(bench, 200_000, 0);
		return [
			await bench.n8n.contender('node', [ours(bench.n8n, RETURN_ALL)]),
			await bench.n8n.contender(
				'HTTP Request',
				httpList(bench.n8n, `${bench.sandbox.baseUrl}/contracts`),
			),
		];
	},
	judge: (results) => [
		always(
			results,
			'node',
			'delivers 200,000',
			({ items }) => items,
			(n) => n === 200_000,
		),
		atMostMemory(results, 'node', 500),
	],
};

export const LIST_JOBS: Job[] = [
	listJob(10_000, 1.25, true),
	listJob(50_000, 1.15, false),
	noLatency,
	types,
	limit,
	huge,
];
