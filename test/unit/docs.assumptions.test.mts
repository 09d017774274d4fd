import { CHECKS } from '../../probe/checks/index.mts';
import { VARIANTS } from '../../sandbox/variants/index.mts';
import { document } from '../support/documents.mts';

const { lines, text } = document('docs/assumptions.md');

/** The cells of every row that begins with an ID. */
const ROWS = lines
	.filter((line) => /^\| `/.test(line))
	.map((line) => line.slice(2, -2).split(' | '));

test('each row has an ID of its own, what is assumed, where to change it and a test', () => {
	const ids = ROWS.map(([id]) => id);
	expect(new Set(ids).size).toBe(ids.length);
	for (const row of ROWS) {
		expect(row).toHaveLength(6);
		expect(row.every((cell) => cell !== '')).toBe(true);
		expect(row[4]).toMatch(/^\[[\w.]+\]\(\.\.\/(nodes|credentials)\//);
		expect(row[5]).toMatch(/^\[.+\]\(\.\.\/test\/.+\.test\.mts\)$/);
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
