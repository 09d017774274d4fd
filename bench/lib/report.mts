import { median, range } from './stats.mts';
import type { Job, Results, Verdict } from './types.mts';

/** One job's part of docs/benchmarks.md: a row per contender and a row per goal. */
export function jobSection(
	{ title }: Pick<Job, 'title'>,
	results: Results,
	verdicts: Verdict[],
): string {
	const rows = Object.entries(results).map(([name, samples]) => {
		const ms = samples.map((sample) => sample.ms);
		const figure = (pick: (sample: (typeof samples)[number]) => number, digits = 0) =>
			median(samples.map(pick)).toFixed(digits);
		const small = median(ms) < 1000 ? 1 : 0;
		return `| ${name} | ${median(ms).toFixed(small)} (${range(ms)}) | ${figure(({ cpuMs }) => cpuMs)} | +${figure(({ peakMb }) => peakMb)} | ${figure(({ requests }) => requests)} | ${figure(({ rejected }) => rejected)} | ${figure(({ maxConcurrent }) => maxConcurrent)} | ${figure(({ items }) => items)} |`;
	});
	const table = Object.keys(results).length === 0 ? [] : [HEAD, RULE, ...rows, ''];
	return [`### ${title}`, '', ...table, ...goalTable(verdicts), ''].join('\n');
}

const HEAD =
	'| Contender | ms (range) | CPU ms | peak MB | requests | rejected | in flight | items |';
const RULE = '|---|---|---|---|---|---|---|---|';

function goalTable(verdicts: Verdict[]): string[] {
	return [
		'| Goal | Measured | |',
		'|---|---|---|',
		...verdicts.map(
			({ goal, figure, isMet }) => `| ${goal} | ${figure} | ${isMet ? 'met' : '**missed**'} |`,
		),
	];
}

export interface Series {
	name: string;
	points: Array<{ x: number; y: number }>;
}

const WIDTH = 640;
const HEIGHT = 320;
const MARGIN = 56;
const COLORS = ['#0e9f6e', '#1e3a5f', '#b45309', '#7b93ad'];

/** A plot with logarithmic axes, on which linear growth is a line of slope 1. */
export function plot(title: string, xLabel: string, series: Series[]): string {
	const all = series.flatMap(({ points }) => points);
	const x = scale(
		all.map((point) => point.x),
		MARGIN,
		WIDTH - 16,
	);
	const y = scale(
		all.map((point) => point.y),
		HEIGHT - MARGIN,
		32,
	);
	const lines = series.map(({ name, points }, i) => {
		const color = COLORS[i % COLORS.length];
		const path = points.map((point) => `${x(point.x)},${y(point.y)}`).join(' ');
		const dots = points
			.map(
				(point) =>
					`<circle cx="${x(point.x)}" cy="${y(point.y)}" r="3" fill="${color}"><title>${name}: ${point.x} → ${point.y.toFixed(0)} ms</title></circle>`,
			)
			.join('');
		return `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/>${dots}<text x="${MARGIN + 8}" y="${46 + i * 16}" fill="${color}">${name}</text>`;
	});
	const ticks = [...new Set(all.map((point) => point.x))].map(
		(value) =>
			`<text x="${x(value)}" y="${HEIGHT - MARGIN + 18}" text-anchor="middle">${value.toLocaleString('en')}</text>`,
	);
	const levels = [...new Set(all.map((point) => 10 ** Math.round(Math.log10(point.y))))].map(
		(value) =>
			`<text x="${MARGIN - 6}" y="${y(value)}" text-anchor="end">${value.toLocaleString('en')}</text>`,
	);
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" role="img"><title>${title}</title><rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/><text x="${WIDTH / 2}" y="18" text-anchor="middle" font-size="14">${title} (ms)</text>${lines.join('')}${ticks.join('')}${levels.join('')}<text x="${WIDTH / 2}" y="${HEIGHT - 12}" text-anchor="middle">${xLabel}</text></svg>\n`;
}

function scale(values: number[], from: number, to: number): (value: number) => number {
	const low = Math.log10(Math.min(...values));
	const high = Math.log10(Math.max(...values));
	const span = high - low || 1;
	return (value) => Math.round(from + ((Math.log10(value) - low) / span) * (to - from));
}
