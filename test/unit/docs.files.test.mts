import { globSync, readFileSync } from 'node:fs';
import { document } from '../support/documents.mts';

const sources = globSync('nodes/**/*.ts')
	.map((file) => readFileSync(file, 'utf8'))
	.join('\n');

const { text } = document('docs/errors.md');
const tables = ['files', 'lists'].map(
	(name) => new RegExp(`<!-- ${name} -->([^]*)<!-- /${name} -->`).exec(text)![1],
);
const messages = tables
	.join('\n')
	.split('\n')
	.filter((line) => line.startsWith('| ') && !line.startsWith('| Message'))
	.map((line) => line.split(' | ')[0].slice(2));

test('docs/errors.md lists messages about files and lists', () =>
	expect(messages.length).toBeGreaterThan(15));

test.each(messages)('the node still says: %s', (message) => {
	// Names, numbers and what is put together at run time are between the parts.
	const parts = message
		.split(/'[^']*'|\d+|: | signed file for |^\/contracts| Position$|(?<=another) contract$/)
		.map((part) => part.trim());
	for (const part of parts.filter((part) => part.length > 3)) expect(sources).toContain(part);
});
