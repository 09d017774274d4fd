import type { RateLimit } from '../../test/support/sandbox.mts';
import type { Place } from '../lib/far.mts';
import { floor } from '../lib/floor.mts';
import { withFreshKey } from '../lib/freshKey.mts';
import { always, delivers, of } from '../lib/goals.mts';
import { httpList, ours } from '../lib/nodes.mts';
import { from, whereabouts } from '../lib/places.mts';
import { timedJob } from '../lib/timedJob.mts';
import type { Bench, Contender, Job, Results, Verdict } from '../lib/types.mts';
import { creation, fresh, numbers, sends } from './bulk.mts';
import { EVEN } from './lists.mts';
import { RETURN_ALL, seeded } from './seeded.mts';

const NODE = 'node';
const UNBOUND = 'node, no limit';
const BARE = 'bare client';
const HTTP = 'HTTP Request';
const PAGE = 100;
const REJECTED = /too many requests|429|spacing your requests/i;
/** How long the service works on a request: where nothing takes time, nothing is ever under way together. */
const WORKS_MS = 50;
const AT_A_TIME = 10;
const PER_SECOND = 50;

interface Work {
	id: string;
	title: string;
	count: number;
	requests: number;
	contenders(bench: Bench, place: Place): Promise<Ways>;
}

interface Ways {
	/** Before each run, whoever competes. */
	prepare(): Promise<void>;
	check?(): Promise<void>;
	items?: unknown[];
	node: Record<string, unknown>;
	http(account: Pick<Place, 'account'>): Parameters<Bench['n8n']['contender']>[1];
	bare: Parameters<typeof floor>[1];
}

const list: Work = {
	id: 'list',
	title: 'List 10,000 contracts, five even statuses',
	count: 10_000,
	requests: 10_000 / PAGE,
	contenders: async (bench, { baseUrl }) => ({
		prepare: async () => void (await seeded(bench, 10_000, { statuses: EVEN })),
		node: RETURN_ALL,
		http: (account) => httpList(account, `${baseUrl}/contracts`),
		bare: {
			kind: 'list',
			baseUrl,
			keepAlive: false,
			concurrency: AT_A_TIME,
			queries: EVEN.map((status) => `&status=${status}`),
		},
	}),
};

const COUNT = 1_000;

const creates: Work = {
	id: 'creates',
	title: `${COUNT.toLocaleString('en')} contracts created`,
	count: COUNT,
	requests: COUNT,
	contenders: async (bench, { baseUrl }) => {
		const { body, parameters, jsonBody } = await creation(bench);
		const work = numbers(COUNT).map(({ i }) => [
			{ method: 'POST', path: '/contracts', body: { ...body, name: `Bulk ${i}` } },
		]);
		return {
			...fresh(bench, COUNT),
			items: numbers(COUNT),
			node: parameters,
			http: (account) => [sends(account, 'POST', `${baseUrl}/contracts`, jsonBody)],
			bare: { kind: 'bulk', baseUrl, keepAlive: false, concurrency: AT_A_TIME, work },
		};
	},
};

/** The least time that a limit allows: what it lets through in a second, or what a client gets done that many at a time. */
const LIMITS: Array<{ id: string; title: string; limit: RateLimit; hasBare: boolean }> = [
	{
		id: 'rate',
		title: `${PER_SECOND} requests per second allowed`,
		limit: { requestsPerSecond: PER_SECOND, burst: PER_SECOND },
		hasBare: false,
	},
	{
		id: 'few',
		title: `${AT_A_TIME} at a time allowed`,
		limit: { concurrent: AT_A_TIME },
		hasBare: true,
	},
];

type Limit = (typeof LIMITS)[number];

async function contenders(
	bench: Bench,
	place: Place,
	{ contenders: waysOf, count }: Work,
	{ limit, hasBare }: Limit,
): Promise<Contender[]> {
	const { n8n, sandbox } = bench;
	const { prepare, check, items, node, http, bare } = await waysOf(bench, place);
	const under = async (bound: RateLimit | null, more: Partial<Contender> = {}) => {
		const { account, prepare: freshKey } = await withFreshKey(bench, place.rttMs);
		const options = {
			...more,
			items,
			prepare: async () => {
				await prepare();
				await freshKey();
				await sandbox.control.latency(WORKS_MS);
				await sandbox.control.rateLimit(bound);
			},
		};
		return { account, options };
	};
	const whole = { delivers: count, ...(check && { check }) };
	const [free, bound, other] = [
		await under(null, whole),
		await under(limit, whole),
		await under(limit, { delivers: count, mayFail: REJECTED, once: true }),
	];
	return [
		...(hasBare ? [floor(BARE, bare, { ...free.options, ...whole })] : []),
		await n8n.contender(UNBOUND, [ours(free, node)], free.options),
		await n8n.contender(NODE, [ours(bound, node)], bound.options),
		await n8n.contender(HTTP, http(other), other.options),
	];
}

/** Without the limit, or as the limit alone allows, whichever takes longer. */
function allowedMs(results: Results, { requests }: Work, { hasBare }: Limit): number {
	const byLimit = hasBare
		? of(results, BARE, 'ms')
		: (Math.max(0, requests - PER_SECOND) / PER_SECOND) * 1_000;
	return Math.max(byLimit, of(results, UNBOUND, 'ms'));
}

function judge(results: Results, work: Work, limit: Limit): Verdict[] {
	const times = of(results, NODE, 'ms') / allowedMs(results, work, limit);
	return [
		delivers(results, NODE, work.count),
		{
			goal: `${NODE}: at most 1.2 x of the time that is allowed`,
			figure: `${times.toFixed(2)} x`,
			isMet: times <= 1.2,
		},
		always(
			results,
			NODE,
			'fewer than 10 % rejected',
			({ rejected, requests }) => rejected / requests,
			(part) => part < 0.1,
		),
	];
}

export const BOUNDED_JOBS: Job[] = ([20, 100] as const).flatMap((rttMs) =>
	[list, creates].flatMap((work) =>
		LIMITS.map((limit) =>
			timedJob({
				id: `${work.id}-${limit.id}-${rttMs}`,
				title: `${work.title}, ${limit.title}, ${whereabouts(rttMs)}`,
				inShortMode: false,
				repetitions: 3,
				warmUp: false,
				contenders: from(rttMs, async (bench, place) => {
					await bench.sandbox.control.rateLimit(null);
					return await contenders(bench, place, work, limit);
				}),
				judge: (results) => judge(results, work, limit),
			}),
		),
	),
);
