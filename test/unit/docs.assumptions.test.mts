import { CHECKS } from '../../probe/checks/index.mts';
import { VARIANTS } from '../../sandbox/variants/index.mts';
import { writeFileSync } from 'node:fs';
import { PROFILE } from '../../nodes/ContractManagement/api/profile';
import { document } from '../support/documents.mts';

const { text } = document('docs/assumptions.md');

const TITLE = '| Entry | What | Assumed | May be |\n|---|---|---|---|\n';

/** The cells of every row that begins with an ID, outside of the table of the profile. */
const ROWS = rowsOf(text.replace(tableIn(text), ''));
/** The same of the page that names code and tests. */
const HELD = rowsOf(document('test/unit/assumptions.md').text);

test('each row has an ID of its own, what is assumed, where to change it and a test', () => {
	const ids = ROWS.map(([id]) => id);
	expect(new Set(ids).size).toBe(ids.length);
	expect(ROWS.filter((row) => row.length !== 3 || row.includes(''))).toEqual([]);
	expect(HELD.map(([id]) => id)).toEqual(ids);
	for (const [, place, held] of HELD) {
		expect(place).toMatch(/^\[[\w.]+\]\(\.\.\/\.\.\/(nodes|credentials)\//);
		expect(held).toMatch(/^\[.+\]\(.+\.test\.mts\)$/);
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
		const any = 'isName' in entry && named.length > 0 ? ['any name'] : [];
		const said = 'shown' in entry ? ` (specified: ${entry.shown})` : '';
		return `| \`${id}\` | ${entry.what}${said} | \`${entry.assumed}\` | ${[...any, ...named].join('; ')} |\n`.replace(
			'|  |',
			'| |',
		);
	});
	const table = TITLE + rows.join('');
	if (process.env.UPDATE_DOCS === '1') {
		writeFileSync('docs/assumptions.md', text.replace(tableIn(text), table));
		return;
	}
	expect(tableIn(text)).toBe(table);
});

function rowsOf(page: string): string[][] {
	const lines = page.split('\n').filter((line) => line.startsWith('| `'));
	return lines.map((line) => line.slice(2, -2).split(' | '));
}

function tableIn(page: string): string {
	const from = page.indexOf(TITLE);
	return from < 0 ? 'PROFILE_TABLE\n' : page.slice(from, page.indexOf('\n\n', from) + 1);
}
