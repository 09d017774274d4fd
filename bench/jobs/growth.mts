import { delivering } from '../lib/timedJob.mts';
import { httpList, ours } from '../lib/nodes.mts';
import { median } from '../lib/stats.mts';
import type { Contender, Job, Plot, Series, Verdict } from '../lib/types.mts';
import { RETURN_ALL, seeded } from './seeded.mts';

const RUNS = 5;
/** The same for 100,000 contracts: a run is a mean over a thousand pages by itself. */
const LONG_RUNS = 3;
const LATENCY_MS = 20;

/** Time per step, as far as it grows with the job: at most so many times of what the step before costs per unit. */
const MOST_PER_UNIT = 1.25;

/** Return All over 1,000, 10,000 and 100,000 contracts. */
const byContracts: Job = {
	id: 'growth-contracts',
	title: 'Growth with the number of contracts, no latency',
	inShortMode: true,
	run: async (bench) => {
		const { n8n, sandbox } = bench;
		const node = await n8n.contender('node', [ours(n8n, RETURN_ALL)]);
		const other = await n8n.contender(
			'HTTP Request',
			httpList(n8n, `${sandbox.baseUrl}/contracts`),
		);
		const sizes = bench.isShort ? [1_000, 10_000] : [1_000, 10_000, 100_000];
		const series = await grow(sizes, [node, other], async (contracts) => {
			await seeded(bench, contracts, 0);
			return contracts;
		});
		return {
			results: {},
			verdicts: [linear(series[0]!, 'contract')],
			plot: {
				file: 'growth-contracts.svg',
				title: 'Time of Return All by number of contracts',
				xLabel: 'contracts',
				yLabel: 'milliseconds',
				series,
			},
		};
	},
};

const PER_TYPE = 200;

/** Return All over 1, 10 and 50 contract types of 200 contracts each. */
const byTypes: Job = {
	id: 'growth-types',
	title: `Growth with the number of contract types, ${PER_TYPE} contracts each, ${LATENCY_MS} ms latency`,
	inShortMode: true,
	run: async (bench) => {
		const series: Series[] = [{ name: 'node', points: [] }];
		for (const types of [1, 10, 50]) {
			const contracts = types * PER_TYPE;
			const { contractTypeIds } = await seeded(bench, contracts, LATENCY_MS, types);
			const parameters = { ...RETURN_ALL, contractTypeIds };
			const node = await bench.n8n.contender('node', [ours(bench.n8n, parameters)]);
			series[0]!.points.push({ x: types, y: await typical(node, contracts, RUNS) });
		}
		return { results: {}, verdicts: [linear(series[0]!, 'contract type')], plot: TYPES(series) };
	},
};

const TYPES = (series: Series[]): Plot => ({
	file: 'growth-types.svg',
	title: 'Time of Return All by number of contract types',
	xLabel: `contract types, ${PER_TYPE} contracts each`,
	yLabel: 'milliseconds',
	series,
});

async function grow(
	sizes: number[],
	contenders: Contender[],
	prepare: (size: number) => Promise<number>,
): Promise<Series[]> {
	const series = contenders.map(({ name }): Series => ({ name, points: [] }));
	for (const size of sizes) {
		const items = await prepare(size);
		for (const [index, contender] of contenders.entries()) {
			const runs = size > 10_000 ? LONG_RUNS : RUNS;
			series[index]!.points.push({ x: size, y: await typical(contender, items, runs) });
		}
	}
	return series;
}

async function typical(contender: Contender, items: number, runs: number): Promise<number> {
	const run = delivering({ ...contender, delivers: items });
	if (runs === RUNS) await run();
	const times: number[] = [];
	for (let i = 0; i < runs; i++) times.push((await run()).ms);
	console.log(
		`  ${contender.name.padEnd(14)} ${items} items: ${times.map(Math.round).join(', ')} ms`,
	);
	return median(times);
}

/** Linear, or better: what a unit costs does not rise from one size to the next. */
function linear({ points }: Series, unit: string): Verdict {
	const perUnit = points.map(({ x, y }) => y / x);
	const rise = Math.max(...perUnit.slice(1).map((cost, i) => cost / perUnit[i]!));
	return {
		goal: `node: a ${unit} costs at most ${MOST_PER_UNIT} x of what it costs in the list before`,
		figure: `${perUnit.map((cost) => cost.toLocaleString('en', { maximumSignificantDigits: 2 })).join(' → ')} ms`,
		isMet: rise <= MOST_PER_UNIT,
	};
}

export const GROWTH_JOBS: Job[] = [byContracts, byTypes];
