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
		'15. March 2026: delivery',
		'4. Payment',
		'1. March 2026: kick-off',
		'01. March\n02. April',
		'1. Scope\nThe supplier delivers.\n2. Term\nTwo years.',
		'1. one\n2. two\n4. four',
		'2026. A good year',
		'100*200*50 mm',
		'2**3**4 and 2 ** 3',
		'L*W*H mm, ä*ö*ü',
		'x**2 + y**2',
		'C:\\_temp\\_old',
		'see (C:\\_temp\\*.txt)',
		'\\\\server\\share\\_old',
		'\\\\server\\_x and \\\\10.0.0.1\\_scans\\a_b_',
		'DOMAIN\\_backup',
		'..\\_x',
		'.\\_build\\_old',
		'HKLM\\Software\\_x',
		'share\\folder\\_old',
		'Müller_ä_GmbH',
		'Мюллер_и_Ко, 株式_会_社, يوسف_و_شركاؤه',
		'https://example.com/_next_/a_b_/',
		'www.example.com/_old_/a_b_',
		'file://server/_share_/x, sftp://host/_in_/y',
		'first_last_name@example.com',
		'* * *',
		'***',
		'- - -',
		'_____ (name)',
		'- 5',
		'- 5 %\n- 1.000,50 EUR',
		'- CHF 200 (discount)',
		'- EUR 500,00',
		'- R$ 500',
		'- US$ 500',
		'- kr 500',
		'- Rs. 500',
		'- EUR 500,00\n- CHF200\n- kr. 500',
		'# of users: 50',
		'# of users: 50\n# of seats: 20',
		'-5',
		'+ 49 30 1234567',
		'* 5 years',
		'#hashtag',
		'# #',
		'-',
		'*',
		'1.',
		'`a *b* _c_`',
		'5*3 (see 4*)',
		'EUR [*], payable on [*]',
		'*) net: 100*) and 200 (*)',
		'[***] text [***], {**} and (**)',
		'Price (*): 100\n(*) excl. VAT',
		'[_] yes [_] no',
		'Signed on __/__/____, __:__',
		'__.__.20__, EUR __,__',
		'from __–__ to __-__-__',
		'"*" and \'_\', “**” „*“ «*»',
		'Price* net of _tax',
	])('%s stays text', (plain) => {
		expect(slateOfMarkdown(plain)).toEqual([{ type: 'paragraph', children: [{ text: plain }] }]);
	});

	test.each([
		['first\\_last@example.com', 'first_last@example.com'],
		['MAX\\_VALUE', 'MAX_VALUE'],
		['5 \\* 3, \\[1\\], R\\&D', '5 * 3, [1], R&D'],
		['a\\\\\\_b', 'a\\_b'],
	])('the backslashes of %s are Markdown, as it comes of HTML', (source, said) => {
		expect(slateOfMarkdown(source).map(text)).toEqual([said]);
	});

	test('numbered clauses with paragraphs between stay text', () => {
		const clauses = '1. Scope\n\nThe supplier delivers.\n\n2. Term\n\nTwo years.';
		expect(slateOfMarkdown(clauses)).toEqual(slateOfText(clauses));
	});

	test.each([
		['# 1 priority', 'heading-one', '1 priority'],
		['# #1 priority', 'heading-one', '#1 priority'],
		['# About C#', 'heading-one', 'About C#'],
		['## Scope ##', 'heading-two', 'Scope'],
		['* apples *', 'bulleted-list', 'apples *'],
		['# Offer', 'heading-one', 'Offer'],
		['- ISO 9001\n- ISO 27001', 'bulleted-list', 'ISO 9001ISO 27001'],
		['- CHF', 'bulleted-list', 'CHF'],
		['- EUR 30 net\n- EUR 60 gross', 'bulleted-list', 'EUR 30 netEUR 60 gross'],
		['- 30 days\n- 60 days', 'bulleted-list', '30 days60 days'],
		['+ one', 'bulleted-list', 'one'],
		['1. one\n2. two', 'numbered-list', 'onetwo'],
		['1) one\n2) two\n3) three', 'numbered-list', 'onetwothree'],
	])('%j is a %s', (source, type, said) => {
		const [element, ...others] = slateOfMarkdown(source);
		expect([element.type, text(element), others.length]).toEqual([type, said, 0]);
	});

	test.each([
		['**Müller**, sehr *wichtig*!', 'Müller', 'wichtig'],
		['这是**重点**内容', '重点'],
		['_/s/ Jane Doe_, CEO', '/s/ Jane Doe'],
		['see _– Annex 2_', '– Annex 2'],
		['ข้อ**สำคัญ**มาก', 'สำคัญ'],
		['**Ver**trag und Sorg*falt*', 'Ver', 'falt'],
		['(_ja_) «*да*»', 'ja', 'да'],
		['(**"X"**), **„Y“** and **”Z”**', '"X"', '„Y“', '”Z”'],
		['**Note:** _see_ (note), *a*, *b*', 'Note:', 'see', 'a', 'b'],
		['_(c)_, [*d*], *see [\\*] note*', '(c)', 'd', 'see [*] note'],
		['*as in [*] there*', 'as in [*] there'],
		['**(e)** *[f]* _"g"_', '(e)', '[f]', '"g"'],
		['__init__ is _it_', 'init', 'it'],
	])('in %s it marks %s', (source, ...marked) => {
		const [{ children }] = slateOfMarkdown(source);
		const isMarked = (node: SlateNode) => 'text' in node && (node.bold ?? node.italic);
		expect(children.filter(isMarked).map(text)).toEqual(marked);
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

	test('nothing gets lost but signs with a meaning', () => {
		const units = [
			'*',
			'_',
			'**',
			'`',
			'\n',
			'\n\n',
			' ',
			'a',
			'ä',
			'漢',
			'7',
			'1. ',
			'2. ',
			'4. ',
		];
		units.push('# ', '#', '- ', '+ ', '-', '.', '[', ']', '(https://x.y)', ':', '%');
		const source = fc.string({ unit: fc.constantFrom(...units), maxLength: 20 });
		const unblank = (all: string) => all.replace(/\s/g, '');
		const said = (all: string) => all.replace(/[^\p{L}]|https/gu, '');
		const isPlain = (node: SlateNode): boolean =>
			'text' in node
				? !node.bold && !node.italic
				: node.type === 'paragraph' && node.children.every(isPlain);
		fc.assert(
			fc.property(source, (markdown) => {
				const nodes = slateOfMarkdown(markdown);
				const kept = nodes.map(text).join('');
				expect(said(kept).replaceAll('xy', '')).toBe(said(markdown).replaceAll('xy', ''));
				if (nodes.every(isPlain)) expect(unblank(kept)).toBe(unblank(markdown));
				const numbers = /\d/.test(markdown) && nodes.every(({ type }) => !type.endsWith('list'));
				if (numbers) expect(kept.replace(/\D/g, '')).toBe(markdown.replace(/\D/g, ''));
			}),
			{ numRuns: 1_000 },
		);
	});

	test.each([
		['a*'],
		['x*y '],
		['`'],
		['C:\\_'],
		['https://_'],
		['1. a\n'],
		['- 5\n'],
		['*a '],
		['**_'],
		['['],
		['[a]('],
		['\\'],
		['*a b* '],
	])('100,000 characters of %s take no longer than a blink', (unit) => {
		const source = unit.repeat(100_000 / unit.length);
		// CPU time, so that other work on the machine does not count.
		const started = process.cpuUsage();
		slateOfMarkdown(`${source}${'b* '.repeat(10_000)}`);
		expect(process.cpuUsage(started).user / 1000).toBeLessThan(2_000);
	});
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
