import { readFileSync } from 'node:fs';
import { specificationRows } from '../support/specification.mts';
import { testTitles } from '../support/testTitles.mts';

const specification = readFileSync('test/sandbox/spec.md', 'utf8');
const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
const rows = specificationRows(specification);
const coverage = coverageTable(readFileSync('test/sandbox/coverage.md', 'utf8'));

test('every row of the specification is in coverage.md, and no other row', () => {
	const named = ({ section, name }: { section: string; name: string }) => `${section} | ${name}`;
	expect(rows.length).toBeGreaterThan(130);
	expect(coverage.map(named).sort()).toEqual(rows.map(named).sort());
});

test('every test that the table names exists and runs', () => {
	const titles = new Set(testTitles('test/sandbox'));
	const missing = coverage.filter(({ tests }) => !tests.every((title) => titles.has(title)));
	expect(missing).toEqual([]);
	for (const { tests } of coverage) expect(tests.length).toBeGreaterThan(0);
});

test('a row that the specification gains would be noticed', () => {
	const longer = specification
		.replace('| folderId | string', '| color | string | Color of the cover |\n| folderId | string')
		.replace('`GET /clauses/:id`, `POST /files', '`GET /clauses/:id`, `GET /folders`, `POST /files')
		.replace('`canceled`.\n\n| From', '`canceled`, `expired` (too late).\n\n| From');
	const added = specificationRows(longer).filter(
		(row) => !rows.some(({ section, name }) => section === row.section && name === row.name),
	);
	expect(added).toEqual([
		{ section: 'Contract', name: 'color' },
		{ section: 'Endpoints', name: 'GET /folders' },
		{ section: 'Contract status', name: 'expired' },
	]);
});

test('every endpoint of the specification is in the OpenAPI document, and no other', () => {
	const endpoints = rows.filter(({ section }) => section === 'Endpoints').map(({ name }) => name);
	const operations = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
		Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
	);
	expect(operations.sort()).toEqual(endpoints.sort());
});

test.each([
	['Contract', 'Contract'],
	['Counterparty', 'Counterparty'],
	['Clause summary (list item)', 'ClauseSummary'],
	['Contract clause (association)', 'ContractClause'],
	['Custom object', 'CustomObject'],
	['Member', 'Member'],
])('the schema of %s has the fields of the specification', (section, component) => {
	const names = rows
		.filter((row) => row.section === section && /^[a-z]/.test(row.name))
		.flatMap(({ name }) => name.split(', '));
	const properties = Object.keys(document.components.schemas[component].properties);
	expect(names.length).toBeGreaterThan(3);
	expect(properties).toEqual(expect.arrayContaining(names));
});

/** The rows of the table: section, name and tests. */
function coverageTable(markdown: string) {
	return markdown
		.split('\n')
		.filter((line) => line.startsWith('| ') && !line.startsWith('| Specification'))
		.map((line) => {
			const [section, name, tests] = line
				.slice(2, -2)
				.split(' | ')
				.map((cell) => cell.replaceAll('`', ''));
			return { section: section!, name: name!, tests: tests!.split('; ') };
		});
}
