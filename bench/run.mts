/**
 * Benchmarks side by side, in one run: this node, n8n's HTTP Request node, a plain declarative node, and a bare client,
 * against the sandbox, in a real n8n. Usage: npm run bench -- [--short] [--only ID,…] [--write]
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installN8n } from '../host/lib/install.mts';
import { build, pack } from '../host/lib/package.mts';
import { startSandbox } from '../test/support/sandbox.mts';
import { FILE_JOBS } from './jobs/files.mts';
import { growthByContracts, growthByTypes } from './jobs/growth.mts';
import { LIST_JOBS } from './jobs/lists.mts';
import { judgePackage } from './jobs/package.mts';
import { REQUEST_JOBS } from './jobs/requests.mts';
import { WEBHOOK_JOBS } from './jobs/webhook.mts';
import { startBenchN8n } from './lib/benchN8n.mts';
import { jobSection, plot } from './lib/report.mts';
import { runJob } from './lib/runJob.mts';
import type { Verdict } from './lib/types.mts';

const { values } = parseArgs({
	options: {
		short: { type: 'boolean' },
		only: { type: 'string' },
		write: { type: 'boolean' },
		help: { type: 'boolean' },
	},
});
if (values.help) {
	console.log(`npm run bench -- [OPTIONS]

  --short     a few jobs with few repetitions, in about five minutes
  --only IDS  only these jobs, separated by commas
  --write     writes docs/benchmarks.md and its plots`);
	process.exit();
}
const isShort = values.short ?? false;
const only = values.only?.split(',');
const jobs = [...LIST_JOBS, ...REQUEST_JOBS, ...FILE_JOBS, ...WEBHOOK_JOBS].filter(
	({ id, inShortMode }) => only?.includes(id) ?? (!isShort || inShortMode),
);

await installN8n();
await build();
const packed = await pack(mkdtempSync(path.join(tmpdir(), 'bench-pack-')));
const sandbox = await startSandbox({ seed: 'empty' });
const n8n = await startBenchN8n(packed, sandbox.baseUrl);
const bench = { sandbox, n8n, isShort };
const sections: string[] = [];
const all: Verdict[] = [];
try {
	for (const job of jobs) {
		console.log(`\n${job.title}`);
		const results = await runJob(bench, job);
		const verdicts = job.judge(results);
		report(jobSection(job, results, verdicts), verdicts);
	}
	if (!only) {
		const verdicts = judgePackage(packed);
		report(jobSection({ title: 'Package' }, {}, verdicts), verdicts);
		await writePlots();
	}
} finally {
	await n8n.stop();
	await sandbox.stop();
}
const missed = all.filter(({ isMet }) => !isMet).length;
console.log(`\n${all.length - missed} goals met, ${missed} missed`);
if (values.write) writeDocument();

function report(section: string, verdicts: Verdict[]): void {
	sections.push(section);
	all.push(...verdicts);
	for (const { goal, figure, isMet } of verdicts) {
		console.log(`  ${isMet ? 'met   ' : 'MISSED'} ${goal}: ${figure}`);
	}
}

async function writePlots(): Promise<void> {
	const contracts = await growthByContracts(bench);
	const types = await growthByTypes(bench);
	if (!values.write) return;
	mkdirSync('docs/images', { recursive: true });
	writeFileSync(
		'docs/images/growth-contracts.svg',
		plot('Return All over the number of contracts', 'contracts', contracts),
	);
	writeFileSync(
		'docs/images/growth-types.svg',
		plot(
			'Return All over the number of contract types',
			'contract types, 200 contracts each',
			types,
		),
	);
}

function writeDocument(): void {
	const machine = `${cpus().length} cores, Node ${process.version}, load average ${loadavg()[0]!.toFixed(1)} at the end`;
	const head = [
		'# Benchmarks',
		'',
		'Written by `npm run bench -- --write`. All contenders of a job run in turn in one run, against the sandbox, in a real n8n whose executions are not',
		'saved; figures are medians, so compare ratios, not milliseconds of different machines. "bare client" is plain Node without connection reuse, as n8n\'s',
		'helpers open a connection per request. Peak memory is above what n8n has resident before the run.',
		'',
		`Machine: ${machine}. ${all.length - missed} goals met, ${missed} missed.`,
		'',
		'![Growth with contracts](images/growth-contracts.svg)',
		'![Growth with contract types](images/growth-types.svg)',
		'',
	];
	writeFileSync('docs/benchmarks.md', [...head, ...sections].join('\n'));
}
