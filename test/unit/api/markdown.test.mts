import fc from 'fast-check';
import { markdownOfSlate } from '../../../nodes/ContractManagement/api/markdown';
import * as slate from '../../../nodes/ContractManagement/api/slate';
import type { SlateElement } from '../../../nodes/ContractManagement/api/types';

const { isSlate, slateOfMarkdown, slateOfText } = slate;

/** An empty paragraph between others says nothing, and Markdown cannot say it. */
function said(nodes: SlateElement[]): SlateElement[] {
	return nodes.filter(({ type, children }) => type !== 'paragraph' || children.some(hasText));
}

function hasText(node: SlateElement['children'][number]): boolean {
	return 'text' in node ? node.text !== '' : node.children.some(hasText);
}

test.each([
	'Some words.\nAnd a second line.',
	'**bold**, *italic* and ***both***, **bold with *italic* in it**',
	'Pay **30 _days_** net, **_both_ ends**, **Notice to [the _Buyer_](https://e.x)**',
	'# Title\n\n## Part\n\nText',
	'- one\n- two\n\n1. first\n2. second',
	'See [the **terms**](https://example.com/a?b=1), and **[more](mailto:a@example.com)**',
	'snake_case_name, 3 * 4 = 12, a_ b_ and c:\\temp',
	'\\# no title, 1\\. no list and \\*no italics\\*',
	'EUR [*], *see [*]* (*), "*" and __.__.20__, __/__/____ _or_ [_]',
])('%j comes back as it went in, or means the same', (markdown) => {
	const back = markdownOfSlate(slateOfMarkdown(markdown));
	expect(slateOfMarkdown(back)).toEqual(slateOfMarkdown(markdown));
});

test('ordinary Markdown comes back letter by letter', () => {
	const parts = [
		...['Some words', '**bold** and more', 'an *italic* word', 'snake_case_name', '- x\n- y'],
		...['# Title', '1. one\n2. two', '[site](https://e.x/p?q=1) rest', '3 * 4 = 12', 'end_'],
	];
	const markdown = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 5 });
	fc.assert(
		fc.property(markdown, (blocks) => {
			const text = blocks.join('\n\n');
			expect(markdownOfSlate(slateOfMarkdown(text))).toBe(text);
		}),
	);
});

test('ordinary Markdown is written in one style, and read once to make sure', () => {
	const nodes = slateOfMarkdown('# Title\n\nSome **bold** words');
	const reads = jest.spyOn(slate, 'slateOfMarkdown');
	markdownOfSlate(nodes);
	expect(reads.mock.calls).toEqual([['# Title'], ['Some **bold** words']]);
	reads.mockRestore();
});

test('any text comes back with the same meaning', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
			for (const nodes of [said(slateOfMarkdown(text))]) {
				expect(said(slateOfMarkdown(markdownOfSlate(nodes)))).toEqual(nodes);
			}
		}),
		{ numRuns: 500 },
	);
});

test('signs of Markdown come back with the same meaning', () => {
	const units = ['*', '**', '_', '`', '[', ']', '(', ')', '\\', '\n', '\n\n', ' ', 'a', 'ä', '漢'];
	units.push(
		'1',
		'2',
		'1. ',
		'2. ',
		'- ',
		'+ ',
		'# ',
		'#',
		'C:',
		'C:\\',
		'\\\\x\\y',
		'https://x',
		'.',
		'%',
	);
	const markdown = fc.string({ unit: fc.constantFrom(...units), maxLength: 14 });
	fc.assert(
		fc.property(markdown, (text) => {
			const nodes = said(slateOfMarkdown(text));
			expect(said(slateOfMarkdown(markdownOfSlate(nodes)))).toEqual(nodes);
		}),
		{ numRuns: 1_000 },
	);
});

test('text that was plain keeps its characters', () => {
	const nodes = slateOfText('# 5 *\n- x [a](https://e.x) _b_ \\');
	expect(slateOfMarkdown(markdownOfSlate(nodes))).toEqual(nodes);
});

test('a heading that begins as a number of something stays one, and what is below zero stays text', () => {
	const heading = { type: 'heading-two', children: [{ text: 'of users' }] };
	expect(slateOfMarkdown(markdownOfSlate([heading]))).toEqual([heading]);
	for (const text of ['- CHF 200', '# of users']) {
		expect(markdownOfSlate(slateOfMarkdown(text))).toBe(text);
	}
});

test('of what Markdown cannot say the text is left', () => {
	const nodes = [
		{
			type: 'quote',
			children: [{ type: 'paragraph', children: [{ text: 'said', underline: true }] }],
		},
		{ type: 'paragraph', children: [{ text: 'bold ', bold: true }, { text: '*' }] },
		{ type: 'bulleted-list', children: [{ type: 'list-item', children: [{ text: 'a\nb' }] }] },
		{ type: 'paragraph', children: [{ text: ' ', bold: true }] },
		{ type: 'link', children: [{ text: 'no url' }] },
	] as unknown as SlateElement[];
	expect(markdownOfSlate(nodes)).toBe('said\n\n**bold** *\n\n- a b\n\nno url');
});

const element = (type: string | undefined, ...children: object[]) => ({ type, children });
const words = (text: string) => ({ text });
const paragraph = (text: string) => element('paragraph', words(text));
const item = (...children: object[]) => element('list-item', ...children);
const cell = (...children: object[]) => element('table-cell', ...children);

test.each([
	[
		'cells and rows of a table',
		element(
			'table',
			element('table-row', cell(words('Qty')), cell(words('Price'))),
			element('table-row', cell(paragraph('10')), cell(words('60'))),
		),
		'Qty | Price\n10 | 60',
	],
	[
		'a list in a list',
		element(
			'bulleted-list',
			item(words('Fees'), element('bulleted-list', item(words('a')), item(words('b')))),
		),
		'- Fees a b',
	],
	['parts of an item', element('bulleted-list', item(paragraph('5'), paragraph('7'))), '- 5 7'],
	['paragraphs of a quote', element('quote', paragraph('one'), paragraph('two')), 'one\ntwo'],
])('texts that stand apart are not run together: %s', (_what, node, markdown) => {
	expect(markdownOfSlate([node] as unknown as SlateElement[])).toBe(markdown);
});

test('an element within a text stays in it, and the block may have no type', () => {
	const inText = element('superscript', words('th'));
	const node = element(undefined, words('the 10'), inText, words(' day'));
	expect(markdownOfSlate([node] as unknown as SlateElement[])).toBe('the 10th day');
});

test('what is nested without end is not taken for rich text', () => {
	let node: object = { text: 'deep' };
	for (let level = 0; level < 10_000; level++) node = { type: 'quote', children: [node] };
	expect(isSlate([node])).toBe(false);
});
