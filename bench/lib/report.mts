import { DISTANCES, whereabouts } from './places.mts';
import { median, range } from './stats.mts';
import type { Stored } from './store.mts';
import type { Results, Sample, Verdict } from './types.mts';

/** One job's part of bench/results.md: a row per contender and a row per goal. */
export function jobSection(stored: Stored, busy?: Stored): string {
	const { id, title, results, verdicts, plot } = stored;
	const names = Object.keys(results);
	return [
		`## ${title}`,
		'',
		...(names.length > 0 ? [HEAD, RULE, ...names.map((name) => row(name, results)), ''] : []),
		...(plot ? [`![${plot.title}](../docs/images/${plot.file})`, ''] : []),
		...goalTable(verdicts, busy?.verdicts),
		'',
		`\`${id}\`: ${conditionsOf(stored)}${busy ? `; busy machine: ${conditionsOf(busy)}` : ''}.`,
		'',
	].join('\n');
}

/**
 * The outcome in docs/benchmarks.md, of the jobs that HTTP Request can do: a row per job, a column per place, with the time
 * of the node's fastest way and what part it is of HTTP Request's fastest.
 */
export function outcomeTable(findings: Stored[]): string {
	const places = DISTANCES.map(whereabouts);
	const rows: Record<string, string[]> = {};
	for (const { title, results } of findings) {
		const [node, other] = ['node', 'HTTP Request'].map((kind) => fastest(kind, results));
		const at = places.findIndex((place) => title.includes(`, ${place}`));
		if (at < 0 || node === Infinity || other === Infinity) continue;
		const job = title.replace(`, ${places[at]}`, '');
		(rows[job] ??= places.map(() => '–'))[at] =
			`${duration(node!)}, ${(node! / other!).toFixed(2)} x`;
	}
	const head = [`| Job | ${places.join(' | ')} |`, `|---|${'--:|'.repeat(places.length)}`];
	return [...head, ...Object.entries(rows).map((row) => `| ${row.flat().join(' | ')} |`)].join(
		'\n',
	);
}

const EXPONENT = /^node: (.+) grows with an exponent/;

/** The exponents of all jobs about growth: a row per job, a column per measure. */
export function growthTable(findings: Stored[]): string {
	const rows = findings.flatMap(({ title, verdicts }) => {
		const exponents = verdicts.filter(({ goal }) => EXPONENT.test(goal));
		return exponents.length > 0 ? [{ title, exponents }] : [];
	});
	const measures = rows[0]?.exponents.map(({ goal }) => EXPONENT.exec(goal)![1]) ?? [];
	return [
		`| Exponent (1 is linear) | ${measures.join(' | ')} |`,
		`|---|${'--:|'.repeat(measures.length)}`,
		...rows.map(({ title, exponents }) => {
			const figures = exponents.map(({ figure, isMet }) => (isMet ? figure : `**${figure}**`));
			return `| ${[title, ...figures].join(' | ')} |`;
		}),
	].join('\n');
}

/** Of those on their defaults. Infinity where no contender of the kind came to an end. */
function fastest(kind: string, results: Results): number {
	const isOne = (name: string) => name.startsWith(kind) && !name.endsWith('as stored');
	const those = Object.entries(results).filter(
		([name, samples]) => isOne(name) && !samples.some(({ error }) => error),
	);
	return Math.min(...those.map(([, samples]) => median(samples.map(({ ms }) => ms))));
}

function duration(ms: number): string {
	return ms >= 1000 ? `${(ms / 1000).toFixed(1)} s` : `${ms.toFixed(0)} ms`;
}

const HEAD =
	'| Contender | runs | ms (range) | CPU ms | peak MB | requests | rejected | in flight | items |';
const RULE = '|---|--:|--:|--:|--:|--:|--:|--:|--:|';

function row(name: string, results: Results): string {
	const samples = results[name]!;
	const figure = (pick: (sample: Sample) => number) => whole(median(samples.map(pick)));
	const ms = samples.map((sample) => sample.ms);
	const time = `${whole(median(ms), 1)} (${range(ms)})`;
	const error = samples.find((sample) => sample.error)?.error;
	const items = error ? `none: ${error.split('\n')[0]}` : figure((sample) => sample.items);
	const peak = whole(Math.max(...samples.map(({ peakMb }) => peakMb)));
	const cells = [
		name,
		samples.length,
		time,
		figure(({ cpuMs }) => cpuMs),
		`+${peak}`,
		figure(({ requests }) => requests),
		figure(({ rejected }) => rejected),
		figure(({ maxConcurrent }) => maxConcurrent),
		items,
	];
	return `| ${cells.join(' | ')} |`;
}

function whole(value: number, digits = 0): string {
	return value.toLocaleString('en', { maximumFractionDigits: value < 1000 ? digits : 0 });
}

function conditionsOf({ at, load, isShort }: Stored): string {
	const time = at.slice(0, 16).replace('T', ' ');
	return `${time} UTC, load average ${load.join(' to ')}${isShort ? ', short mode' : ''}`;
}

/** A row per goal, with what a busy machine makes of it where that was measured. */
function goalTable(verdicts: Verdict[], busy: Verdict[] = []): string[] {
	const isBusy = busy.length > 0;
	const extra = (cells: string) => (isBusy ? ` ${cells} |` : '');
	return [
		`| Goal | Measured | |${extra('On a busy machine |')}`,
		`|---|---|---|${isBusy ? '---|---|' : ''}`,
		...verdicts.map((verdict) => {
			const other = busy.find(({ goal }) => goal === verdict.goal);
			const beside = other ? `${other.figure} | ${wordFor(other)}` : '|';
			return `| ${verdict.goal} | ${verdict.figure} | ${wordFor(verdict)} |${extra(beside)}`;
		}),
	];
}

function wordFor({ isMet }: Verdict): string {
	return isMet ? 'met' : '**missed**';
}
