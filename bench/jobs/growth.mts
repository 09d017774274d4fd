import { httpList, ours } from '../lib/nodes.mts';
import { whereabouts } from '../lib/places.mts';
import { median } from '../lib/stats.mts';
import { RTT_MS, RUNS, type Growing } from '../lib/growing.mts';
import { delivering } from '../lib/timedJob.mts';
import type { Contender, Cost, Job, Series, Verdict } from '../lib/types.mts';
import { creation, numbers } from './bulk.mts';
import { DELIVERIES, POLLS } from './growthOfTriggers.mts';
import { RETURN_ALL, seeded } from './seeded.mts';
import { rowsOf } from './writes.mts';

/** Ten times the work for at most so many times ten of what it costs: 1 is linear. */
const MOST_EXPONENT = 1.05;

type Measure = 'cpuMs' | 'ms' | 'peakMb';
const MEASURES: Array<[Measure, string]> = [
	['ms', 'time'],
	['cpuMs', 'CPU time'],
	['peakMb', 'memory'],
];

const GROWING: Growing[] = [
	{
		id: 'growth-contracts',
		title: 'Growth with the number of contracts of a list',
		unit: 'contracts',
		sizes: [1_000, 10_000, 100_000],
		rttMs: 0,
		contenders: async (bench, { account, baseUrl }, size) => {
			await seeded(bench, size);
			const { n8n } = bench;
			const all = { delivers: size };
			return [
				await n8n.contender('node', [ours({ account }, RETURN_ALL)], all),
				await n8n.contender('HTTP Request', httpList({ account }, `${baseUrl}/contracts`), all),
			];
		},
	},
	{
		id: 'growth-types',
		title: 'Growth with the number of contract types, 200 contracts each',
		unit: 'contract types',
		sizes: [1, 10, 50],
		rttMs: RTT_MS,
		contenders: async (bench, place, types) => {
			const contracts = types * 200;
			const { contractTypeIds } = await seeded(bench, contracts, { types });
			const parameters = { ...RETURN_ALL, contractTypeIds };
			const options = { delivers: contracts };
			return [await bench.n8n.contender('node', [ours(place, parameters)], options)];
		},
	},
	{
		id: 'growth-creates',
		title: 'Growth with the number of contracts created',
		unit: 'contracts',
		sizes: [20, 200, 2_000],
		rttMs: RTT_MS,
		contenders: async (bench, place, size) => {
			const { parameters } = await creation(bench);
			const options = { items: numbers(size), delivers: size };
			return [await bench.n8n.contender('node', [ours(place, parameters)], options)];
		},
	},
	{
		id: 'growth-records',
		title: 'Growth with the number of rows written to one table',
		unit: 'rows',
		sizes: [100, 1_000, 10_000],
		rttMs: RTT_MS,
		contenders: async (bench, place, size) => [await rowsOf(bench, place, size)],
	},
	DELIVERIES,
	POLLS,
];

function growth({ id, title, unit, sizes, rttMs, contenders, stop }: Growing): Job {
	return {
		id,
		title: `${title}, ${whereabouts(rttMs)}`,
		inShortMode: true,
		run: async (bench) => {
			const place = await bench.far.at(rttMs);
			const found: Record<string, Array<{ x: number; costs: Cost[] }>> = {};
			try {
				for (const x of bench.isShort ? sizes.slice(0, 2) : sizes) {
					for (const contender of await contenders(bench, place, x)) {
						const costs = await repeated(contender, x);
						(found[contender.name] ??= []).push({ x, costs });
					}
				}
			} finally {
				stop?.();
			}
			const series = Object.entries(found).map(([name, points]): Series => {
				return { name, points: points.map(({ x, costs }) => ({ x, y: of(costs, 'ms') })) };
			});
			const verdicts = MEASURES.map((measure) => linear(found.node!, measure));
			const file = `${id}.svg`;
			return {
				results: {},
				verdicts,
				plot: { file, title, xLabel: unit, yLabel: 'milliseconds', series },
			};
		},
	};
}

/** A run first that is not counted. */
async function repeated(contender: Contender, x: number): Promise<Cost[]> {
	const run = delivering(contender);
	const costs: Cost[] = [];
	for (let i = 0; i <= RUNS; i++) {
		await contender.prepare?.();
		costs.push(await run());
	}
	const times = costs.map(({ ms }) => Math.round(ms));
	console.log(`  ${contender.name.padEnd(14)} ${x}: ${times.join(', ')} ms`);
	return costs.slice(1);
}

const of = (costs: Cost[], measure: Measure) => median(costs.map((cost) => cost[measure]));

/** The exponent of growth from the second size to the last: the first one is mostly what a run costs at all. */
function linear(
	points: Array<{ x: number; costs: Cost[] }>,
	[measure, what]: [Measure, string],
): Verdict {
	const [from, to] = [points.at(-2)!, points.at(-1)!];
	const grown = (of(to.costs, measure) + 1) / (of(from.costs, measure) + 1);
	const exponent = Math.log(Math.max(grown, 1)) / Math.log(to.x / from.x);
	const figures = points.map(({ costs }) =>
		of(costs, measure).toLocaleString('en', { maximumFractionDigits: 0 }),
	);
	const unit = measure === 'peakMb' ? 'MB' : 'ms';
	return {
		goal: `node: ${what} grows with an exponent of at most ${MOST_EXPONENT}`,
		figure: `${exponent.toFixed(2)} (${figures.join(' → ')} ${unit})`,
		isMet: exponent <= MOST_EXPONENT,
	};
}

export const GROWTH_JOBS: Job[] = GROWING.map(growth);
