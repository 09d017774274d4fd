import { median } from './stats.mts';
import type { Results, Sample, Verdict } from './types.mts';

/** What is asked of runs against a limit; medians count. */
export interface LimitGoals {
	name: string;
	/** At most so many times of the least time that the limit allows. */
	times: number;
	/** At most this part of the requests. */
	rejected?: number;
	/** The slowest process takes at most so many times as long as the fastest. */
	lastToFirst?: number;
}

/** The figures of runs against a limit, as bench/results.md shows them. */
export function limitFigures(samples: Sample[]) {
	const figure = (of: (sample: Sample) => number) => median(samples.map(of));
	return {
		times: figure(({ timesIdeal = NaN }) => timesIdeal),
		rejected: figure(({ rejected, requests }) => rejected / requests),
		lastToFirst: figure(({ lastToFirst = NaN }) => lastToFirst),
	};
}

export function judgeLimits(results: Results, goals: LimitGoals[]): Verdict[] {
	return goals.flatMap((goal) => {
		const found = limitFigures(results[goal.name]!);
		const verdict = (what: string, figure: string, value: number, most?: number) =>
			most === undefined ? [] : [{ goal: `${goal.name}: ${what}`, figure, isMet: value <= most }];
		const percent = (part: number) => `${(100 * part).toFixed(1)} %`;
		return [
			...verdict(
				`at most ${goal.times} x the least time that the limit allows`,
				`${found.times.toFixed(2)} x`,
				found.times,
				goal.times,
			),
			...verdict(
				`at most ${percent(goal.rejected ?? 0)} rejected`,
				percent(found.rejected),
				found.rejected,
				goal.rejected,
			),
			...verdict(
				`last / first at most ${goal.lastToFirst}`,
				found.lastToFirst.toFixed(2),
				found.lastToFirst,
				goal.lastToFirst,
			),
		];
	});
}
