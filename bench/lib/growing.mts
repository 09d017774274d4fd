import type { Place } from './far.mts';
import type { Bench, Contender } from './types.mts';

/** Those that count; one that does not comes before them. */
export const RUNS = 5;
export const RTT_MS = 20;

/** What is done at several sizes, each ten times the one before. */
export interface Growing {
	id: string;
	title: string;
	unit: string;
	sizes: number[];
	rttMs: number;
	/** What does the work of one size. */
	contenders(bench: Bench, place: Place, size: number): Promise<Contender[]>;
	/** When all sizes are done. */
	stop?(): void;
}
