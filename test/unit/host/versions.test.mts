import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HOST, OLDEST, pinnedVersion } from '../../../host/lib/hosts.mts';
import { chosen, UnknownVersion, type Releases } from '../../../host/lib/versions/releases.mts';
import { COLUMNS, PAGE, writeRows } from '../../../host/lib/versions/table.mts';
import { document } from '../../support/documents.mts';

const RELEASES: Releases = {
	versions: ['2.0.0', '2.6.4', '2.7.0', '2.8.0', '2.8.9', '2.8.10', '2.9.0', '2.12.1', '2.13.1'],
	tags: { latest: '2.12.1', next: '2.13.1' },
};
const run = (...words: string[]) =>
	chosen(words, RELEASES).map(({ minor, releases }) => [minor, ...releases].join(' '));

describe('which versions run', () => {
	test('the oldest that is claimed, every second minor version, newest release first, and the newest', () => {
		expect(run()).toEqual([
			...['2.6 2.6.4', '2.8 2.8.10 2.8.9 2.8.0', '2.10', '2.12 2.12.1', '2.13 2.13.1'],
		]);
	});

	test.each([
		['2.8', '2.8 2.8.10 2.8.9 2.8.0'],
		['2.8.9', '2.8 2.8.9'],
		['oldest', `2.6 ${pinnedVersion(OLDEST)}`],
		['middle', '2.12 2.12.1'],
		['latest', '2.12 2.12.1'],
		['next', '2.13 2.13.1'],
		['pin', `2.41 ${pinnedVersion(HOST)}`],
	])('%s is one of them', (word, one) => expect(run(word)).toEqual([one]));

	test.each(['1.99', '2', 'newest', '--', '2.2.x'])('%s is none', (word) =>
		expect(() => run(word)).toThrow(UnknownVersion),
	);
});

describe('the table', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'table-'));
	const page = path.join(folder, 'page.md');
	afterAll(() => rmSync(folder, { recursive: true }));

	test('a row takes the place of the one of its minor version, and the others stay, in order', () => {
		writeFileSync(page, 'Before\n\n<!-- versions -->\n<!-- /versions -->\n\nAfter\n');
		const columns = { smoke: 'passed', polling: 'failed' };
		writeRows([{ version: '2.10.1', date: '2026-11-22', columns, note: '' }], page);
		writeRows([{ version: '2.2', date: '2026-11-22', note: 'is not on the registry' }], page);
		writeRows([{ version: '2.10.3', date: '2026-11-23', columns, note: 'polls late' }], page);
		const lines = readFileSync(page, 'utf8').split('\n');
		expect(lines.slice(5)).toEqual([
			'| 2.2 | 2026-11-22 | – | – | – | – | – | – | – | – | is not on the registry |',
			'| 2.10.3 | 2026-11-23 | passed | – | – | – | – | – | – | failed | polls late |',
			'<!-- /versions -->',
			'',
			'After',
			'',
		]);
	});

	test('each file of test/versions has a column, and the page says what it tests', () => {
		const files = readdirSync('test/versions').map((file) => file.replace('.test.mts', ''));
		expect(Object.keys(COLUMNS).toSorted()).toEqual(files.toSorted());
		const { text } = document(PAGE);
		for (const column of Object.values(COLUMNS)) expect(text).toContain(`\n- **${column}**: `);
	});
});
