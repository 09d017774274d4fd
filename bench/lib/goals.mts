import { median } from './stats.mts';
import type { Results, Sample, Verdict } from './types.mts';

type Measure = 'cpuMs' | 'ms' | 'peakMb';

/** The median of one measure of one contender. */
export function of(results: Results, name: string, measure: Measure): number {
	return median(samples(results, name).map((sample) => sample[measure]));
}

/** `name` costs at most so many times of what `base` costs. */
export function atMostTimes(
	results: Results,
	name: string,
	base: string,
	most: number,
	measure: Measure = 'ms',
): Verdict {
	const ratio = of(results, name, measure) / of(results, base, measure);
	const what = measure === 'cpuMs' ? ', CPU time' : '';
	return {
		goal: `${name}: at most ${most} x of ${base}${what}`,
		figure: `${ratio.toFixed(2)} x`,
		isMet: ratio <= most,
	};
}

/** `name` is at least so many percent faster than `base`. */
export function atLeastFaster(
	results: Results,
	name: string,
	base: string,
	percent: number,
): Verdict {
	const saved = 100 * (1 - of(results, name, 'ms') / of(results, base, 'ms'));
	return {
		goal:
			percent > 0
				? `${name}: at least ${percent} % faster than ${base}`
				: `${name}: faster than ${base}`,
		figure: `${saved.toFixed(0)} %`,
		isMet: saved >= percent,
	};
}

/** No run of `name` needs more memory above idle: the first run needs most, so a median would hide it. */
export function atMostMemory(results: Results, name: string, mb: number): Verdict {
	const peak = peakOf(results, name);
	return {
		goal: `${name}: at most +${mb} MB`,
		figure: `+${peak.toFixed(0)} MB`,
		isMet: peak <= mb,
	};
}

/** The largest peak of any run. */
export function peakOf(results: Results, name: string): number {
	return Math.max(...samples(results, name).map(({ peakMb }) => peakMb));
}

/** Something that has to hold for every sample. */
export function always(
	results: Results,
	name: string,
	goal: string,
	figure: (sample: Sample) => number,
	isMet: (figure: number) => boolean,
): Verdict {
	const figures = samples(results, name).map(figure);
	return {
		goal: `${name}: ${goal}`,
		figure: [
			...new Set(figures.map((each) => each.toLocaleString('en', { maximumFractionDigits: 3 }))),
		].join('; '),
		isMet: figures.every(isMet),
	};
}

/** Every run delivered all items; runs that did not have failed the job before. */
export function delivers(results: Results, name: string, count: number): Verdict {
	return always(
		results,
		name,
		`delivers ${count.toLocaleString('en')}`,
		({ items }) => items,
		(n) => n === count,
	);
}

function samples(results: Results, name: string): Sample[] {
	const found = results[name];
	if (!found || found.length === 0) throw new Error(`No samples of ${name}`);
	return found;
}
