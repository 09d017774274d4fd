import { CHECKS } from '../../probe/checks/index.mts';
import { VARIANTS } from '../../sandbox/variants/index.mts';
import { writeFileSync } from 'node:fs';
import { PROFILE } from '../../nodes/ContractManagement/api/profile';
import { document } from '../support/documents.mts';

const { text } = document('docs/assumptions.md');

const TITLE = '| Entry | What | The specification | Assumed | May be |\n|---|---|---|---|---|\n';

/** The cells of every row that begins with an ID, outside of the table of the profile. */
const ROWS = text
	.replace(tableIn(text), '')
	.split('\n')
	.filter((line) => /^\| `/.test(line))
	.map((line) => line.slice(2, -2).split(' | '));

test('each row has an ID of its own, what is assumed, where to change it and a test', () => {
	const ids = ROWS.map(([id]) => id);
	expect(new Set(ids).size).toBe(ids.length);
	for (const row of ROWS) {
		expect(row).toHaveLength(5);
		expect(row.every((cell) => cell !== '')).toBe(true);
		expect(row[3]).toMatch(/^\[[\w.]+\]\(\.\.\/(nodes|credentials)\//);
		expect(row[4]).toMatch(/^\[.+\]\(\.\.\/test\/.+\.test\.mts\)$/);
	}
});

test('every assumption that the probe checks has its row', () => {
	const checked = CHECKS.map(({ id }) => id).filter((id) => !id.startsWith('spec-'));
	const ids = ROWS.map(([id]) => id!.replaceAll('`', ''));
	expect(checked.filter((id) => !ids.includes(id))).toEqual([]);
});

test('every alternative shape that the sandbox speaks is named', () => {
	expect(VARIANTS.map(({ name }) => name).filter((name) => !text.includes(`\`${name}\``))).toEqual(
		[],
	);
});

test('the table of the profile is what the node assumes', () => {
	const rows = Object.entries(PROFILE).map(([id, entry]) => {
		const values: Record<string, string> = 'values' in entry ? entry.values : {};
		const named = Object.entries(values).map(([value, meaning]) => `\`${value}\` (${meaning})`);
		const any = 'isName' in entry || named.length === 0 ? ['any name'] : [];
		const said = 'shown' in entry ? entry.shown : 'not shown';
		return `| \`${id}\` | ${entry.what} | ${said} | \`${entry.assumed}\` | ${[...any, ...named].join('; ')} |\n`;
	});
	const table = TITLE + rows.join('');
	if (process.env.UPDATE_DOCS === '1') {
		writeFileSync('docs/assumptions.md', text.replace(tableIn(text), table));
		return;
	}
	expect(tableIn(text)).toBe(table);
});

function tableIn(page: string): string {
	const from = page.indexOf(TITLE);
	return from < 0 ? 'PROFILE_TABLE\n' : page.slice(from, page.indexOf('\n\n', from) + 1);
}
