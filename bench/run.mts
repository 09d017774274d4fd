/**
 * Benchmarks side by side, in one run: this node, n8n's HTTP Request node, a plain declarative node, and a bare client,
 * against the sandbox, in a real n8n. Usage: npm run bench -- [--short] [--only ID,…] [--busy N] [--write]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installN8n } from '../host/lib/install.mts';
import { build, pack } from '../host/lib/package.mts';
import { startSandbox } from '../test/support/sandbox.mts';
import { BOUNDED_JOBS } from './jobs/bounded.mts';
import { BULK_JOBS } from './jobs/bulk.mts';
import { FILE_JOBS } from './jobs/files.mts';
import { GET_JOBS } from './jobs/gets.mts';
import { GROWTH_JOBS } from './jobs/growth.mts';
import { HUGE_JOBS } from './jobs/huge.mts';
import { LIMIT_JOBS } from './jobs/limits.mts';
import { LIST_JOBS } from './jobs/lists.mts';
import { PACKAGE_JOB } from './jobs/package.mts';
import { QUEUE_JOBS } from './jobs/queue.mts';
import { SIGNED_JOBS } from './jobs/signed.mts';
import { TRIGGER_REQUESTS } from './jobs/triggerRequests.mts';
import { TYPE_JOBS } from './jobs/types.mts';
import { WEBHOOK_JOBS } from './jobs/webhook.mts';
import { WRITE_JOBS } from './jobs/writes.mts';
import { BenchN8n } from './lib/benchN8n.mts';
import { keepBusy } from './lib/busy.mts';
import { Far } from './lib/far.mts';
import { writeDocument } from './lib/document.mts';
import { load, store, storedFindings, type Stored } from './lib/store.mts';
import type { Bench, Job } from './lib/types.mts';

/** Those that start n8n anew come last: the others share one process, warm as in daily use. */
const JOBS: Job[] = [
	...LIST_JOBS,
	...TYPE_JOBS,
	...GET_JOBS,
	...WRITE_JOBS,
	...BULK_JOBS,
	...SIGNED_JOBS,
	...BOUNDED_JOBS,
	...WEBHOOK_JOBS,
	TRIGGER_REQUESTS,
	...LIMIT_JOBS,
	...QUEUE_JOBS,
	...GROWTH_JOBS,
	PACKAGE_JOB,
	...HUGE_JOBS,
	...FILE_JOBS,
];

/** The largest file of a job, with room to spare. */
const MAX_UPLOAD_BYTES = 256 * 1024 * 1024;

const { values } = parseArgs({
	options: {
		short: { type: 'boolean', default: false },
		only: { type: 'string' },
		busy: { type: 'string', default: '0' },
		write: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
});
if (values.help) {
	console.log(`npm run bench -- [OPTIONS]

  --short     fewer jobs with fewer repetitions, in less than five minutes
  --only IDS  only these jobs, separated by commas: ${JOBS.map(({ id }) => id).join(', ')}
  --busy N    measure while N processes never rest, as on a machine with other work; the results are stored apart
  --write     writes docs/benchmarks.md, bench/results.md and plots, from these jobs and what earlier runs measured of the others`);
	process.exit();
}
const condition = Number(values.busy) > 0 ? 'busy' : 'quiet';
process.exitCode = await main(chosenJobs());

function chosenJobs(): Job[] {
	const only = values.only?.split(',');
	const unknown = only?.filter((id) => !JOBS.some((job) => job.id === id)) ?? [];
	if (unknown.length > 0) throw new Error(`There is no job ${unknown.join(', ')}`);
	return JOBS.filter(({ id, inShortMode }) => only?.includes(id) ?? (!values.short || inShortMode));
}

/** Resolves to the exit code: 1 when a job could not be done. Missed goals are results. */
async function main(jobs: Job[]): Promise<number> {
	const startedAt = performance.now();
	const folder = mkdtempSync(path.join(tmpdir(), 'bench-pack-'));
	await installN8n();
	await build();
	const packed = await pack(folder);
	const sandbox = await startSandbox({ seed: 'empty', maxUploadBytes: MAX_UPLOAD_BYTES });
	const far = new Far(sandbox.origin, async (baseUrl) => await n8n.accountWith({ baseUrl }));
	const n8n = await BenchN8n.start(packed, sandbox.baseUrl);
	const bench = { sandbox, n8n, far, packed, isShort: values.short };
	const stopBusy = keepBusy(Number(values.busy));
	const done: Stored[] = [];
	const failures: string[] = [];
	try {
		for (const job of jobs) {
			try {
				done.push(await measured(bench, job));
			} catch (error) {
				failures.push(`${job.id}: ${(error as Error).message}`);
				console.log(`  FAILED ${(error as Error).stack}`);
			}
		}
	} finally {
		stopBusy();
		far.stop();
		await n8n.stop();
		await sandbox.stop();
		rmSync(folder, { recursive: true, force: true });
	}
	const goals = done.flatMap(({ verdicts }) => verdicts);
	const missed = goals.filter(({ isMet }) => !isMet).length;
	const seconds = (performance.now() - startedAt) / 1000;
	console.log(`\n${goals.length - missed} goals met, ${missed} missed, in ${seconds.toFixed(0)} s`);
	for (const failure of failures) console.log(`Not measured: ${failure}`);
	if (values.write) {
		const stored = storedFindings('quiet');
		writeDocument(
			JOBS.flatMap(({ id }) => stored[id] ?? []),
			storedFindings('busy'),
		);
	}
	return failures.length > 0 ? 1 : 0;
}

async function measured(bench: Bench, { id, title, run }: Job): Promise<Stored> {
	console.log(`\n${title} [${id}]`);
	const [startedAt, before] = [performance.now(), load()];
	const findings = await run(bench);
	const at = new Date().toISOString();
	const stored = { id, title, at, load: [before, load()], isShort: bench.isShort, ...findings };
	store(stored as Stored, condition);
	for (const { goal, figure, isMet } of findings.verdicts) {
		console.log(`  ${isMet ? 'met   ' : 'MISSED'} ${goal}: ${figure}`);
	}
	console.log(`  ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
	return stored as Stored;
}
