import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import { svg } from './plot.mts';
import { growthTable, jobSection, outcomeTable } from './report.mts';
import type { Stored } from './store.mts';

const PAGE = path.join('docs', 'benchmarks.md');
const RESULTS = path.join('bench', 'results.md');
const IMAGES = path.join('docs', 'images');
const TEXT = path.join('bench', 'benchmarks.md');

const RESULTS_HEAD = `# Results of the benchmarks

Read the figures job by job; [docs/benchmarks.md](../docs/benchmarks.md) says what they come to, and how they are measured.
\`npm run bench -- --write\` writes this page.

`;

/** Writes docs/benchmarks.md, the words of bench/benchmarks.md with the outcome filled in, and bench/results.md, the tables. */
export function writeDocument(findings: Stored[], busy: Record<string, Stored>): void {
	const values: Record<string, string> = {
		machine: machine(),
		outcome: outcome(findings),
		figures: outcomeTable(findings),
	};
	const text = pageText().replace(/\{\{(\w+)\}\}/g, (_, name) => values[name]!);
	writeFileSync(PAGE, text);
	const tables = findings.map((each) => jobSection(each, busy[each.id])).join('\n');
	const growth = `## Growth of everything\n\n${growthTable(findings)}\n`;
	writeFileSync(RESULTS, `${RESULTS_HEAD}${tables.trimEnd()}\n\n${growth}`);
	mkdirSync(IMAGES, { recursive: true });
	for (const { plot } of findings) {
		if (plot) writeFileSync(path.join(IMAGES, plot.file), svg(plot));
	}
}

/** The words of the page, with links that lead from docs/ to what they lead to from bench/. */
export function pageText(): string {
	return readFileSync(TEXT, 'utf8').replace(/\]\((?!#|\w+:)([^)]+)/g, (_, target: string) => {
		const found = path.posix.join('bench', target);
		return `](${path.posix.relative('docs', found)}`;
	});
}

function machine(): string {
	const [cpu] = cpus();
	const gigabytes = Math.round(totalmem() / 1024 ** 3);
	const { dependencies } = JSON.parse(readFileSync(path.join('host', 'package.json'), 'utf8'));
	return `${cpus().length} cores (${cpu!.model.trim()}), ${gigabytes} GB, Node.js ${process.version}, n8n ${dependencies.n8n}`;
}

function outcome(findings: Stored[]): string {
	const verdicts = findings.flatMap((each) =>
		each.verdicts.map((verdict) => ({ ...verdict, each })),
	);
	const missed = verdicts.filter(({ isMet }) => !isMet);
	const met = `**${verdicts.length - missed.length} of ${verdicts.length} goals are met.**`;
	if (missed.length === 0) return met;
	const list = missed.map(({ goal, figure, each }) => `- ${each.title}: ${goal} (${figure})`);
	return [`${met} Missed:`, '', ...list].join('\n');
}
