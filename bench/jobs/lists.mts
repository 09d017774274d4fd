import { floor } from '../lib/floor.mts';
import { atMostTimes, delivers } from '../lib/goals.mts';
import { httpList, ours, plain } from '../lib/nodes.mts';
import { DISTANCES, from, whereabouts, type Distance } from '../lib/places.mts';
import { timedJob } from '../lib/timedJob.mts';
import type { Place } from '../lib/far.mts';
import type { Bench, Contender, Job } from '../lib/types.mts';
import { RETURN_ALL, seeded } from './seeded.mts';

const KEPT = 'bare client, kept connection';
const BARE = 'bare client';
const NODE = 'node';
const HTTP_REQUEST = 'HTTP Request';
const DECLARATIVE = 'plain declarative';

export const EVEN = ['draft', 'negotiating', 'signing', 'signed', 'canceled'];
const SKEWED = [...Array<string>(9).fill('signed'), 'draft'];

interface List {
	id: string;
	title: string;
	path: string;
	count: number;
	/** As many as the service gives at once. */
	pageSize: number;
	parameters: Record<string, unknown>;
	/** Of HTTP Request's time at most, by distance. */
	goals: Partial<Record<Distance, number>>;
	prepare(bench: Bench): Promise<unknown>;
}

const CONTRACTS = { path: '/contracts', count: 10_000, pageSize: 100, parameters: RETURN_ALL };
const LISTS: List[] = [
	{
		...CONTRACTS,
		id: 'list-even',
		title: 'List 10,000 contracts, five even statuses',
		goals: { 20: 0.45, 100: 0.4 },
		prepare: async (bench) => await seeded(bench, 10_000, { statuses: EVEN }),
	},
	{
		...CONTRACTS,
		id: 'list-skewed',
		title: 'List 10,000 contracts, nine of ten in one status',
		goals: { 20: 0.7, 100: 0.65 },
		prepare: async (bench) => await seeded(bench, 10_000, { statuses: SKEWED }),
	},
	{
		id: 'counterparties',
		title: 'List 5,000 counterparties',
		path: '/counterparties',
		count: 5_000,
		pageSize: 50,
		parameters: { ...RETURN_ALL, resource: 'counterparty' },
		goals: { 20: 0.65, 100: 0.6 },
		prepare: async (bench) => await seeded(bench, 1, { counterparties: 5_000 }),
	},
];

/** The limits of what can be done with and without a kept connection are read once where that takes long. */
async function contenders(
	{ n8n }: Bench,
	{ baseUrl, account, rttMs }: Place,
	{ path, count, pageSize, parameters }: Omit<List, 'goals' | 'id' | 'prepare' | 'title'>,
): Promise<Contender[]> {
	const all = { delivers: count };
	const beside = { ...all, once: rttMs > 20 || count > 10_000 };
	const list = { kind: 'list', baseUrl, path, pageSize } as const;
	const declared = await n8n.contender(
		DECLARATIVE,
		[plain({ account }, { operation: 'list' })],
		beside,
	);
	return [
		floor(KEPT, { ...list, keepAlive: true }, count > 10_000 ? all : beside),
		floor(BARE, { ...list, keepAlive: false }, beside),
		await n8n.contender(NODE, [ours({ account }, parameters)], all),
		await n8n.contender(
			HTTP_REQUEST,
			httpList({ account }, baseUrl + path, { limit: String(pageSize) }),
			all,
		),
		...(path === CONTRACTS.path ? [declared] : []),
	];
}

function atDistance(list: List, rttMs: Distance): Job {
	const most = list.goals[rttMs];
	return timedJob({
		id: `${list.id}-${rttMs}`,
		title: `${list.title}, ${whereabouts(rttMs)}`,
		inShortMode: list.id === 'list-even' && rttMs === 20,
		repetitions: 5,
		warmUp: rttMs === 0,
		contenders: from(rttMs, async (bench, place) => {
			await list.prepare(bench);
			return await contenders(bench, place, list);
		}),
		judge: (results) => [
			delivers(results, NODE, list.count),
			...(most ? [atMostTimes(results, NODE, HTTP_REQUEST, most)] : []),
		],
	});
}

const MANY = 50_000;

const many = timedJob({
	id: 'list-cpu',
	title: `List ${MANY.toLocaleString('en')} contracts of one type, ${whereabouts(0)}`,
	inShortMode: false,
	repetitions: 5,
	contenders: from(0, async (bench, place) => {
		await seeded(bench, MANY);
		return await contenders(bench, place, { ...CONTRACTS, count: MANY });
	}),
	judge: (results) => [
		delivers(results, NODE, MANY),
		atMostTimes(results, NODE, KEPT, 3),
		atMostTimes(results, NODE, KEPT, 2.5, 'cpuMs'),
	],
});

export const LIST_JOBS: Job[] = [
	...DISTANCES.flatMap((rttMs) => LISTS.map((list) => atDistance(list, rttMs))),
	many,
];
