import { atLeastFaster, atMostMemory, atMostTimes, delivers } from '../../../bench/lib/goals.mts';
import { svg } from '../../../bench/lib/plot.mts';
import { growthTable, jobSection, outcomeTable } from '../../../bench/lib/report.mts';
import type { Results, Sample } from '../../../bench/lib/types.mts';

const sample = (more: Partial<Sample>): Sample => ({
	ms: 100,
	cpuMs: 50,
	peakMb: 10,
	items: 3,
	requests: 1,
	rejected: 0,
	maxConcurrent: 1,
	...more,
});

const RESULTS = {
	floor: [80, 100, 1000].map((ms) => sample({ ms })),
	node: [sample({ ms: 120, peakMb: 61 }), sample({ ms: 110 }), sample({ ms: 90, cpuMs: 200 })],
};

test('times are judged by medians, memory by the worst run, items by every run', () => {
	expect(atMostTimes(RESULTS, 'node', 'floor', 1.1)).toMatchObject({
		figure: '1.10 x',
		isMet: true,
	});
	expect(atMostTimes(RESULTS, 'node', 'floor', 1.05).isMet).toBe(false);
	expect(atMostTimes(RESULTS, 'node', 'floor', 1, 'cpuMs')).toMatchObject({ isMet: true });
	expect(atLeastFaster(RESULTS, 'node', 'floor', 0)).toMatchObject({
		figure: '-10 %',
		isMet: false,
	});
	expect(atMostMemory(RESULTS, 'node', 60)).toMatchObject({ figure: '+61 MB', isMet: false });
	expect(delivers(RESULTS, 'node', 3).isMet).toBe(true);
	const less = { node: [...RESULTS.node, sample({ items: 2 })] };
	expect(delivers(less, 'node', 3)).toMatchObject({ figure: '3; 2', isMet: false });
});

test('a goal about a contender that never ran is an error, not a met goal', () => {
	expect(() => atMostMemory(RESULTS, 'absent', 60)).toThrow('No samples of absent');
});

const STORED = {
	id: 'job',
	title: 'A job',
	results: { ...RESULTS, other: [sample({ items: 0, error: 'too many requests\nat line 1' })] },
	verdicts: [{ goal: 'fast', figure: '2 x', isMet: false }],
	at: '2026-01-02T03:04:05.678Z',
	load: [0.5, 1.5] as [number, number],
	isShort: true,
};

test('a section has a row per contender and per goal, and says when and under what load it was measured', () => {
	const section = jobSection(STORED);
	expect(section).toContain('## A job\n');
	expect(section).toContain('| node | 3 | 110 (90–120) | 50 | +61 | 1 | 0 | 1 | 3 |');
	expect(section).toContain('| none: too many requests |');
	expect(section).toContain('| Goal | Measured | |\n|---|---|---|\n| fast | 2 x | **missed** |\n');
	expect(section).toContain('`job`: 2026-01-02 03:04 UTC, load average 0.5 to 1.5, short mode.');
});

test('the outcome has the fastest way of each kind, of jobs that both nodes can do', () => {
	const ways = {
		node: [sample({ ms: 900 })],
		'node, Fast Listing': [sample({ ms: 300 })],
		'HTTP Request': [sample({ ms: 1200 })],
		'HTTP Request, defaults': [sample({ ms: 1, error: 'too many requests' })],
	};
	const job = (title: string, results: Results) => ({ ...STORED, title, results });
	const table = outcomeTable([
		job('both, 20 ms away', ways),
		job('one, on this machine', { node: ways.node }),
		job('both, 100 ms away, n8n started anew', {
			...ways,
			'node, Fast Listing': [sample({ ms: 840 })],
		}),
		job('both, 100 ms away', { ...ways, 'node, Fast Listing': [sample({ ms: 2400 })] }),
	]);
	expect(table.split('\n')).toEqual([
		'| Job | on this machine | 20 ms away | 100 ms away |',
		'|---|--:|--:|--:|',
		'| both | – | 300 ms, 0.25 x | 900 ms, 0.75 x |',
		'| both, n8n started anew | – | – | 840 ms, 0.70 x |',
	]);
});

test('what a busy machine makes of a goal stands beside it', () => {
	const verdicts = [
		{ goal: 'fast', figure: '1.9 x', isMet: true },
		{ goal: 'new', figure: '1', isMet: true },
	];
	const busy = { ...STORED, verdicts: verdicts.slice(0, 1), load: [3, 4] as [number, number] };
	const section = jobSection({ ...STORED, verdicts, isShort: false }, busy);
	expect(section).toContain('| Goal | Measured | | On a busy machine | |\n|---|---|---|---|---|\n');
	expect(section).toContain('| fast | 1.9 x | met | 1.9 x | met |\n');
	expect(section).toContain('| new | 1 | met | | |\n');
	expect(section).toContain(
		'; busy machine: 2026-01-02 03:04 UTC, load average 3 to 4, short mode.',
	);
});

test('a plot can be read by everybody: title, description, axis labels, light and dark', () => {
	const points = [
		{ x: 1000, y: 50 },
		{ x: 10_000, y: 500 },
	];
	const picture = svg({
		file: 'x.svg',
		title: 'Time by contracts',
		xLabel: 'contracts',
		yLabel: 'milliseconds',
		series: [{ name: 'node', points }],
	});
	expect(picture).toContain('<title id="title">Time by contracts</title>');
	expect(picture).toContain('node: 1,000 contracts 50 ms, 10,000 contracts 500 ms.');
	expect(picture).toMatch(/>contracts<\/text>[\s\S]*>milliseconds<\/text>/);
	expect(picture).toContain('@media (prefers-color-scheme: dark)');
	// Twice as many for twice the time is a line of slope 1: it lies on the dashed one.
	const [line] = /(?<=polyline points=")[^"]+/.exec(picture)!;
	const [dashed] = /(?<=class="linear" d="M)[^"]+/.exec(picture)!;
	expect(dashed.replace('L', ' ')).toBe(line.replaceAll(',', ' '));
});

test('growth is one table of exponents; those that are missed stand out', () => {
	const exponent = (measure: string, figure: string, isMet = true) => ({
		goal: `node: ${measure} grows with an exponent of at most 1.05`,
		figure,
		isMet,
	});
	const verdicts = [exponent('time', '0.86'), exponent('memory', '1.60', false)];
	expect(growthTable([{ ...STORED, verdicts }, STORED])).toBe(
		[
			'| Exponent (1 is linear) | time | memory |',
			'|---|--:|--:|',
			'| A job | 0.86 | **1.60** |',
		].join('\n'),
	);
});
