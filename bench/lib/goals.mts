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
	const what = measure === 'cpuMs' ? ' in CPU' : '';
	return {
		goal: `${name} at most ${most} x of ${base}${what}`,
		figure: `${ratio.toFixed(2)} x`,
		isMet: ratio <= most,
	};
}

/** `name` needs at most so much memory above idle. */
export function atMostMemory(results: Results, name: string, mb: number): Verdict {
	const peak = of(results, name, 'peakMb');
	return { goal: `${name} at most +${mb} MB`, figure: `+${peak.toFixed(0)} MB`, isMet: peak <= mb };
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
		figure: [...new Set(figures.map((each) => Number(each.toFixed(3))))].join(', '),
		isMet: figures.every(isMet),
	};
}

function samples(results: Results, name: string): Sample[] {
	const found = results[name];
	if (!found || found.length === 0) throw new Error(`No samples of ${name}`);
	return found;
}
