import { globSync, readFileSync } from 'node:fs';
import { document } from '../support/documents.mts';

const sources = globSync('nodes/**/*.ts')
	.map((file) => readFileSync(file, 'utf8'))
	.join('\n');

const table = /<!-- files -->([^]*)<!-- \/files -->/.exec(document('docs/errors.md').text)![1];
const messages = table
	.split('\n')
	.filter((line) => line.startsWith('| ') && !line.startsWith('| Message'))
	.map((line) => line.split(' | ')[0].slice(2));

test('docs/errors.md lists messages about files', () => expect(messages.length).toBeGreaterThan(5));

test.each(messages)('the node still says: %s', (message) => {
	// Names, numbers and what is put together at run time are between the parts.
	const parts = message.split(/'[^']*'|\d+|: | signed file for /).map((part) => part.trim());
	for (const part of parts.filter((text) => text.length > 3)) expect(sources).toContain(part);
});
