import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import type { Findings } from './types.mts';

/** The latest findings of a job, and under what conditions they were made. */
export interface Stored extends Findings {
	id: string;
	title: string;
	/** When the job ended. */
	at: string;
	/** Load average of the machine, over a minute, before and after. */
	load: [number, number];
	isShort: boolean;
}

/** Findings of a machine left to the benchmarks, and of one that was kept busy beside them. */
export type Condition = 'busy' | 'quiet';

const FILES: Record<Condition, string> = {
	busy: path.join('.cache', 'bench-busy.json'),
	quiet: path.join('.cache', 'bench.json'),
};

/** What was measured so far: a job can be repeated alone, and a job that fails takes none of the others along. */
export function storedFindings(condition: Condition): Record<string, Stored> {
	const file = FILES[condition];
	return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** Keeps the findings of a job in place of earlier ones. */
export function store(findings: Stored, condition: Condition): void {
	const file = FILES[condition];
	mkdirSync(path.dirname(file), { recursive: true });
	const all = { ...storedFindings(condition), [findings.id]: findings };
	writeFileSync(file, JSON.stringify(all, null, '\t'));
}

/** The machine's load average over the last minute. */
export function load(): number {
	return Number(loadavg()[0]!.toFixed(1));
}
