import type { Sandbox } from '../../test/support/sandbox.mts';
import type { BenchN8n } from './benchN8n.mts';

/** What one run of one contender cost. Times in milliseconds, memory in MB above idle. */
export interface Sample {
	ms: number;
	cpuMs: number;
	peakMb: number;
	/** Items that came out. */
	items: number;
	/** Requests that reached the sandbox, and how many of them the rate limit rejected. */
	requests: number;
	rejected: number;
	maxConcurrent: number;
}

export interface Contender {
	/** Column of the tables: `node`, `HTTP Request`, `plain declarative`, `bare client` … */
	name: string;
	run(): Promise<Omit<Sample, 'maxConcurrent' | 'rejected' | 'requests'>>;
}

/** All samples of a job, by contender. */
export type Results = Record<string, Sample[]>;

/** A goal of the issue: met or missed, with the figure. */
export interface Verdict {
	goal: string;
	figure: string;
	isMet: boolean;
}

export type RateLimitAdvice = 'none' | 'seconds';

export interface Bench {
	sandbox: Sandbox;
	n8n: BenchN8n;
	isShort: boolean;
}

export interface Job {
	id: string;
	title: string;
	/** Whether it belongs to the short mode. */
	inShortMode: boolean;
	/** Times each contender runs, after one run that is not counted. */
	repetitions: number;
	/** Prepares the sandbox and says who competes. */
	contenders(bench: Bench): Promise<Contender[]>;
	judge(results: Results): Verdict[];
}
