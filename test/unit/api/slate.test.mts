import fc from 'fast-check';
import { isSlate, slateOfMarkdown, slateOfText } from '../../../nodes/ContractManagement/api/slate';
import type { SlateNode } from '../../../nodes/ContractManagement/api/types';

const text = (node: SlateNode): string =>
	'text' in node ? node.text : node.children.map(text).join('');

describe('Markdown becomes Slate', () => {
	test('paragraphs, headings and lists', () => {
		expect(
			slateOfMarkdown('# Scope\n\nFirst line\nsecond line\n\n- one\n* two\n\n1. a\n2) b'),
		).toEqual([
			{ type: 'heading-one', children: [{ text: 'Scope' }] },
			{ type: 'paragraph', children: [{ text: 'First line\nsecond line' }] },
			{
				type: 'bulleted-list',
				children: [
					{ type: 'list-item', children: [{ text: 'one' }] },
					{ type: 'list-item', children: [{ text: 'two' }] },
				],
			},
			{
				type: 'numbered-list',
				children: [
					{ type: 'list-item', children: [{ text: 'a' }] },
					{ type: 'list-item', children: [{ text: 'b' }] },
				],
			},
		]);
	});

	test('bold, italic, both, and links with text around them', () => {
		expect(
			slateOfMarkdown('Pay **30 _days_** net, see [the ***terms***](https://example.com/t)'),
		).toEqual([
			{
				type: 'paragraph',
				children: [
					{ text: 'Pay ' },
					{ text: '30 ', bold: true },
					{ text: 'days', bold: true, italic: true },
					{ text: ' net, see ' },
					{
						type: 'link',
						url: 'https://example.com/t',
						children: [{ text: 'the ' }, { text: 'terms', bold: true, italic: true }],
					},
					{ text: '' },
				],
			},
		]);
	});

	test.each([
		'snake_case_name and 2 * 3 * 4',
		'**never closed',
		'closed only**',
		'[label](javascript:alert(1))',
		'[label] (https://example.com)',
		'#no heading',
		'1.5 percent',
		'-5 degrees',
		'a_b_',
	])('%s stays text', (plain) => {
		expect(slateOfMarkdown(plain)).toEqual([{ type: 'paragraph', children: [{ text: plain }] }]);
	});

	test('a backslash takes the meaning from a marker', () => {
		expect(slateOfMarkdown('\\*no\\* \\[x\\](https://e.com) \\d')).toEqual([
			{ type: 'paragraph', children: [{ text: '*no* [x](https://e.com) \\d' }] },
		]);
	});

	test('headings six deep, and Windows line ends', () => {
		expect(slateOfMarkdown('###### Deep ##\r\nText').map(({ type }) => type)).toEqual([
			'heading-six',
			'paragraph',
		]);
	});

	test('whatever the text is, the result is valid Slate', () => {
		const markdown = fc.string({
			unit: fc.constantFrom(
				'*',
				'_',
				'[',
				']',
				'(',
				'\\',
				'\n',
				' ',
				'a',
				'#',
				'1.',
				'- ',
				'https://x',
			),
		});
		fc.assert(fc.property(markdown, (source) => isSlate(slateOfMarkdown(source))));
	});

	test('no letter gets lost', () => {
		const letters = (source: string) => source.replace(/[^a-z]/g, '');
		const markdown = fc.string({
			unit: fc.constantFrom('*', '_', '**', '\n', ' ', 'a', 'b', 'c', '# ', '- '),
		});
		fc.assert(
			fc.property(markdown, (source) => {
				expect(letters(slateOfMarkdown(source).map(text).join(''))).toBe(letters(source));
			}),
		);
	});

	test.each([['*a '], ['**_'], ['['], ['[a]('], ['\\'], ['*a b* ']])(
		'100,000 characters of %s take no longer than a blink',
		(unit) => {
			const source = unit.repeat(100_000 / unit.length);
			// CPU time, so that other work on the machine does not count.
			const started = process.cpuUsage();
			slateOfMarkdown(`${source}${'b* '.repeat(10_000)}`);
			expect(process.cpuUsage(started).user / 1000).toBeLessThan(2_000);
		},
	);
});

test('plain text keeps every character; an empty line starts a paragraph', () => {
	expect(slateOfText('# no *heading*\nsame\n \n\nnext')).toEqual([
		{ type: 'paragraph', children: [{ text: '# no *heading*\nsame' }] },
		{ type: 'paragraph', children: [{ text: 'next' }] },
	]);
});

test.each([[[]], [[{ text: 'a' }]], [[{ children: ['a'] }]], ['text'], [null], [{ children: [] }]])(
	'%j is no rich text',
	(value) => {
		expect(isSlate(value)).toBe(false);
	},
);
