import { readFileSync, writeFileSync } from 'node:fs';
import { ascending, minorOf } from './releases.mts';

/** The page whose table is written, between two comments. */
export const PAGE = 'docs/compatibility.md';

const TABLE = /(<!-- versions -->\n)([^]*?)(<!-- \/versions -->)/;

/** The files of test/versions/ and what the columns are called that they fill. */
export const COLUMNS = {
	smoke: 'Smoke',
	credential: 'Credential test',
	redirects: 'Redirects',
	errorOutput: 'Error output',
	cancel: 'Cancel',
	binary: 'File sizes',
	webhook: 'Raw body',
	polling: 'Polling',
};

/** What came of one minor version of n8n. */
export interface Row {
	/** The release that ran, `2.12.4`; the minor version, `2.12`, where none installs. */
	version: string;
	/** `2026-11-22` */
	date: string;
	/** By the file's name: `passed` or `failed`. Absent where nothing ran. */
	columns?: Record<string, string>;
	note: string;
}

/** Writes rows into the page's table, each in place of the one of the same minor version. */
export function writeRows(rows: Row[], page = PAGE): void {
	const text = readFileSync(page, 'utf8');
	const lines = new Map(linesOf(text).map((line) => [minorOf(versionOf(line)), line]));
	for (const row of rows) lines.set(minorOf(row.version), lineOf(row));
	const sorted = [...lines.values()].sort((a, b) => ascending(versionOf(a), versionOf(b)));
	const heads = ['n8n', 'Run on', ...Object.values(COLUMNS), 'Note'];
	const table = [`| ${heads.join(' | ')} |`, `|${'---|'.repeat(heads.length)}`, ...sorted, ''];
	writeFileSync(
		page,
		text.replace(TABLE, (_all, start, _old, end) => start + table.join('\n') + end),
	);
}

function linesOf(text: string): string[] {
	const table = TABLE.exec(text);
	if (!table) throw new Error(`${PAGE} has no <!-- versions --> table`);
	return table[2]!.split('\n').filter((line) => /^\| 2\./.test(line));
}

function versionOf(line: string): string {
	return line.split(' | ')[0]!.slice(2);
}

function lineOf({ version, date, columns, note }: Row): string {
	const cells = Object.keys(COLUMNS).map((file) => columns?.[file] ?? '–');
	return `| ${[version, date, ...cells, note].join(' | ')} |`;
}
