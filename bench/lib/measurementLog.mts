import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { until } from '../../host/lib/client/until.mts';

/** One line of bench/lib/n8nHooks.js. */
export interface Measurement {
	workflowId: string;
	status: string;
	/** ISO 8601 */
	startedAt: string;
	stoppedAt: string;
	error?: string;
	nodes: Array<{ name: string; ms: number; items: number }>;
	ms: number;
	cpuMs: number;
	peakMb: number;
	/** Of an execution that is only counted: items of its last node, and the CPU time of the process until then, and its resident memory. */
	items: number;
	soFar: { cpuMs: number; rssMb: number };
}

const TIMEOUT_MS = 900_000;

/** What n8n has written about its executions. */
export class MeasurementLog {
	private readonly lines: Measurement[] = [];
	private position = 0;
	private rest = '';

	private readonly file: string;

	constructor(file: string) {
		this.file = file;
	}

	/** How many executions have ended so far. */
	get length(): number {
		return this.read().length;
	}

	/** The executions of a workflow that ended after the first `since` ones. */
	of(workflowId: string, since: number): Measurement[] {
		return this.read()
			.slice(since)
			.filter((line) => line.workflowId === workflowId);
	}

	/** Waits for the next one. */
	async next(workflowId: string, since: number): Promise<Measurement> {
		const [line] = await until(
			async () => this.of(workflowId, since),
			(lines) => lines.length > 0,
			'end of a run',
			TIMEOUT_MS,
		);
		return line!;
	}

	private read(): Measurement[] {
		if (!existsSync(this.file)) return this.lines;
		const text = this.rest + this.news();
		const complete = text.split('\n');
		this.rest = complete.pop()!;
		this.lines.push(...complete.map((line) => JSON.parse(line) as Measurement));
		return this.lines;
	}

	private news(): string {
		const file = openSync(this.file, 'r');
		try {
			const chunks: Buffer[] = [];
			for (;;) {
				const chunk = Buffer.alloc(65_536);
				const bytes = readSync(file, chunk, 0, chunk.length, this.position);
				if (bytes === 0) return Buffer.concat(chunks).toString();
				chunks.push(chunk.subarray(0, bytes));
				this.position += bytes;
			}
		} finally {
			closeSync(file);
		}
	}
}
