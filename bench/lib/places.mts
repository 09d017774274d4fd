import type { Bench, TimedJob } from './types.mts';
import type { Place } from './far.mts';

/** Round trips in milliseconds: this machine without TLS, a service of the same country, one of another continent. */
export const DISTANCES = [0, 20, 100] as const;
export type Distance = (typeof DISTANCES)[number];

/** Where the service of a job is, for its title. */
export function whereabouts(rttMs: number): string {
	return rttMs === 0 ? 'on this machine' : `${rttMs} ms away`;
}

/** A job's contenders once the sandbox is reached from this distance. */
export function from(
	rttMs: number,
	contenders: (bench: Bench, place: Place) => ReturnType<TimedJob['contenders']>,
): TimedJob['contenders'] {
	return async (bench) => await contenders(bench, await bench.far.at(rttMs));
}
