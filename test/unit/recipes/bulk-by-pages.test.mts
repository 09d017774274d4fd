import { recipeCode } from '../../support/recipes/nodeCode.mts';

const code = recipeCode('bulk-by-pages');

/** The cell that a counterparty of this name becomes, and a contract of this name. */
const cells = (text: unknown) =>
	['counterparty', 'name'].map((column) =>
		code.assigned<string>('Columns', column, {
			input: [{ json: { name: text as string, counterpartyName: text as string } }],
		}),
	);

test.each([
	...['=HYPERLINK("http://x","y")', '@SUM(A1)', '+47 GmbH', '-1 AS', '＝1', ' =1', '\u200B=1'],
	...['\t=1', '\r@x', "=cmd|' /C calc'!A0"],
])('what Excel would run gets a quote in front: %j', (text) => {
	expect(cells(text)).toEqual([`'${text}`, `'${text}`]);
});

test.each(['नमस्ते Limited', 'A=B', "'=1", 'Müller - Söhne', '3M', '€ GmbH', ''])(
	'anything else stays as it is: %j',
	(text) => {
		expect(cells(text)).toEqual([text, text]);
	},
);

test.each([null, undefined])('a name that is missing is an empty cell: %p', (text) => {
	expect(cells(text)).toEqual(['', '']);
});
