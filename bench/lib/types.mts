import type { Sandbox } from '../../test/support/sandbox.mts';
import type { PackedPackage } from '../../host/lib/package.mts';
import type { BenchN8n } from './benchN8n.mts';
import type { Far } from './far.mts';

/** What one run of one contender cost. Times in milliseconds, memory in MB above idle. */
export interface Cost {
	ms: number;
	cpuMs: number;
	peakMb: number;
	/** Items that came out. */
	items: number;
	/** How the run failed. */
	error?: string;
}

/** The same, with what the sandbox saw of it. */
export interface Sample extends Cost {
	requests: number;
	/** Requests that the rate limit rejected. */
	rejected: number;
	maxConcurrent: number;
	/** In jobs about limits: its time as so many times of the least, and the last process's time by the first one's. */
	timesIdeal?: number;
	lastToFirst?: number;
}

export interface Contender {
	/** First column of the tables: `node`, `HTTP Request`, `plain declarative`, `bare client` … */
	name: string;
	/** Before each run; not measured. */
	prepare?(): Promise<void>;
	run(): Promise<Cost>;
	/** Items that every run has to deliver: whoever does less work does not enter a table. */
	delivers?: number;
	/** The error that it is known to end with: what people would try first, and does not do the job. */
	fails?: RegExp;
	/** An error that it may end with, which then stands in the table: its own weakness, on a busy machine. */
	mayFail?: RegExp;
	/** After each run: throws when what the service has now is not what the job asks for. */
	check?(): Promise<void>;
	/** Not in n8n. */
	isBare?: boolean;
	/** Shown for comparison, too slow to repeat: runs in the first round only. */
	once?: boolean;
}

/** All samples of a job, by contender. */
export type Results = Record<string, Sample[]>;

/** A goal: met or missed, with the figure. */
export interface Verdict {
	goal: string;
	figure: string;
	isMet: boolean;
}

export interface Series {
	name: string;
	points: Array<{ x: number; y: number }>;
}

/** A picture of docs/images/, with logarithmic axes. */
export interface Plot {
	file: string;
	title: string;
	xLabel: string;
	yLabel: string;
	series: Series[];
}

/** What came out of a job. */
export interface Findings {
	results: Results;
	verdicts: Verdict[];
	plot?: Plot;
}

export type RateLimitAdvice = 'none' | 'seconds';

/** What jobs work with. */
export interface Bench {
	sandbox: Sandbox;
	n8n: BenchN8n;
	/** The sandbox at a distance. */
	far: Far;
	packed: PackedPackage;
	isShort: boolean;
}

export interface Job {
	id: string;
	title: string;
	/** Whether it belongs to the short mode. */
	inShortMode: boolean;
	run(bench: Bench): Promise<Findings>;
}

/** A job in which contenders run in turn. */
export interface TimedJob extends Omit<Job, 'run'> {
	/** Times that each contender counts. */
	repetitions: number;
	/** Whether a round that is not counted comes before the others, where there are others. Default: true. */
	warmUp?: boolean;
	/** Whether n8n is started anew before every run: what earlier runs left in its memory would hide what this one needs. */
	freshProcess?: boolean;
	/** Prepares the sandbox and says who competes. */
	contenders(bench: Bench): Promise<Contender[]>;
	judge(results: Results): Verdict[];
}
