import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { document } from '../support/documents.mts';

const [, PAGE] = document('docs/security.md').text.split('\n## For reviewers\n') as [
	string,
	string,
];

/** What a reviewer has to be told of, by how it looks in the code. */
const UNUSUAL: Record<string, RegExp> = {
	// All in capitals is a constant.
	'state of a module':
		/^(?:export )?const (?![A-Z0-9_]+\b)\w+(?:: [^=]+)? = new (?:Map|WeakMap|Set|WeakSet|Memory|Claims)\b/m,
	'a timer': /\bsleep\(|AbortSignal\.timeout\(/,
	cryptography: /from '(?:node:)?crypto'/,
	'a call with a `this` of its own': /helpers\.\w+\.call\(/,
	'a request past the credential': /helpers\.(?:httpRequest|request)\(/,
	'a property by its descriptor': /defineProperty\(/,
};

const FILES = globSync('{nodes,credentials}/**/*.ts').map((file) => [
	file,
	readFileSync(file, 'utf8'),
]);

const cases = Object.entries(UNUSUAL).flatMap(([what, looks]) =>
	FILES.filter(([, code]) => looks.test(code!)).map(([file]) => [what, file!] as const),
);

test('every kind of what is unusual is in the code', () => {
	expect(new Set(cases.map(([what]) => what))).toEqual(new Set(Object.keys(UNUSUAL)));
});

test.each(cases)('%s is on the page for reviewers: %s', (_what, file) => {
	expect(PAGE).toContain(`[${path.basename(file)}](../${file.replaceAll('\\', '/')})`);
});

test('every row names the test that holds it', () => {
	const rows = PAGE.trimEnd()
		.split('\n')
		.filter((line) => /^\| (?!What \|)/.test(line));
	expect(rows.length).toBeGreaterThan(15);
	const bare = rows.filter((row) => !/\(\.\.\/test\/[\w./-]+\.test\.mts\) \|$/.test(row));
	expect(bare).toEqual([]);
});
