import fc from 'fast-check';
import { DateTime } from 'luxon';
import {
	CLEAR,
	coerce,
	isNothing,
	type CoercionSettings,
} from '../../../nodes/ContractManagement/api/coercion';
import { missing, together } from '../../../nodes/ContractManagement/api/fieldProblems';
import type { FieldKind, TypedField } from '../../../nodes/ContractManagement/api/creationForm';
import { hasTwoMeanings } from '../../../nodes/ContractManagement/api/numbers';
import { isBlank } from '../../../nodes/ContractManagement/api/options';

const TERMS = [
	{ id: 'opt30', name: '30 days' },
	{ id: 'opt60', name: '60 Days' },
	{ id: 'upon', name: 'Upon receipt; net' },
];
const RECORD = '3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718';

function field(type: FieldKind, more: Partial<TypedField> = {}): TypedField {
	const options = type === 'select' || type === 'multiSelect' ? TERMS : [];
	return { id: 'f1', name: 'Field', type, required: false, options, helpText: null, ...more };
}

function coerced(target: TypedField, value: unknown, settings: Partial<CoercionSettings> = {}) {
	const result = coerce(target, value, {
		zone: 'America/New_York',
		richText: 'markdown',
		...settings,
	});
	return 'value' in result ? result.value : result.problem;
}

test.each<[FieldKind, unknown, unknown]>([
	['text', 'as is ', 'as is '],
	['text', 5, '5'],
	['text', true, 'true'],
	['text', 'false', 'false'],
	['text', 'Null', 'Null'],
	['text', 'null and void', 'null and void'],
	['text', 'Dear {{client_name}}', 'Dear {{client_name}}'],
	['number', ' 12.50 ', 12.5],
	['number', '-1e3', -1000],
	['text', DateTime.fromISO('2026-03-31T14:30Z', { zone: 'utc' }), '2026-03-31T14:30:00.000Z'],
	['number', '.5', 0.5],
	['number', 12.5, 12.5],
	['number', '0.125', 0.125],
	['number', '1234.500', 1234.5],
	['number', '12.50', 12.5],
	['number', '12.5000', 12.5],
	['number', ['5'], 5],
	['number', [5], 5],
	['text', ['x'], 'x'],
	['boolean', [true], true],
	['boolean', ['no'], false],
	['date', ['2026-12-01'], '2026-12-01'],
	['dateTime', ['2026-12-01'], '2026-12-01'],
	['date', '1970-01-01', '1970-01-01'],
	['richText', ['x'], [{ type: 'paragraph', children: [{ text: 'x' }] }]],
	['other', ['x'], ['x']],
	['number', 0, 0],
	['number', 1.1 * 3, 3.3],
	['number', [4.35 * 100], 435],
	['number', -(0.1 + 0.2), -0.3],
	['number', 12345678901234.56, 12345678901234.56],
	['number', 9007199254740991, 9007199254740991],
	['number', '3.3000000000000003', 3.3000000000000003],
	['text', 1.1 * 3, '3.3'],
	['other', 1.1 * 3, 3.3],
	['number', '-9007199254740991', -9007199254740991],
	['number', '1e21', 1e21],
	['number', '125.44\u200b', 125.44],
	['boolean', '\u200eyes', true],
	['date', '\u200e2026-12-01\u200f', '2026-12-01'],
	['date', '2026-12-01 00:00:00 UTC', '2026-12-01'],
	['date', '/Date(1774915200000+0000)/', '2026-03-31'],
	['dateTime', '2026-03-31T14:30:00 GMT', '2026-03-31T14:30:00.000Z'],
	['multiSelect', [['opt30'], ['60 days']], ['opt30', 'opt60']],
	['boolean', 'YES', true],
	['boolean', ' off', false],
	['boolean', 1, true],
	['boolean', false, false],
	['date', '2026-03-31T00:00:00.000Z', '2026-03-31'],
	['date', '1774915200000', '2026-03-31'],
	['date', DateTime.fromISO('2026-03-31T23:59', { zone: 'Asia/Tokyo' }), '2026-03-31'],
	['dateTime', ' 2026-03-31 ', '2026-03-31'],
	['dateTime', '2026-03-31T00:00', '2026-03-31T04:00:00.000Z'],
	['select', 'opt30', 'opt30'],
	['select', '60 days', 'opt60'],
	['select', [' 30 DAYS '], 'opt30'],
	['select', { name: '30 days' }, 'opt30'],
	['multiSelect', '30 days; opt60;', ['opt30', 'opt60']],
	['multiSelect', 'Upon receipt; net', ['upon']],
	['multiSelect', ['opt60', '60 days', ''], ['opt60']],
	['multiSelect', '["opt30", "60 days"]', ['opt30', 'opt60']],
	['relation', RECORD, RECORD],
	['relation', [RECORD, { id: RECORD }], [RECORD, RECORD]],
	['richText', '**Yes**', [{ type: 'paragraph', children: [{ text: 'Yes', bold: true }] }]],
	[
		'richText',
		[{ type: 'x', children: [{ text: 'raw' }] }],
		[{ type: 'x', children: [{ text: 'raw' }] }],
	],
	['richText', '[{"children":[{"text":"raw"}]}]', [{ children: [{ text: 'raw' }] }]],
	['richText', { children: [{ text: 'raw' }] }, [{ children: [{ text: 'raw' }] }]],
	['richText', '# WARNING!', [{ type: 'heading-one', children: [{ text: 'WARNING!' }] }]],
	['richText', '[see] that', [{ type: 'paragraph', children: [{ text: '[see] that' }] }]],
	['other', { any: 'thing' }, { any: 'thing' }],
	['other', new Date('2026-03-31'), '2026-03-31T00:00:00.000Z'],
])('%s takes %j', (type, given, expected) => {
	expect(coerced(field(type), given)).toEqual(expected);
});

test.each([
	['Europe/Berlin', new Date('2026-11-30T23:00:00.000Z'), '2026-12-01'],
	['Europe/Berlin', [new Date('2026-11-30T23:00:00.000Z')], '2026-12-01'],
	['America/New_York', DateTime.fromISO('2026-12-01', { zone: 'America/New_York' }), '2026-12-01'],
	['Europe/Berlin', new Date('2026-12-01T00:00:00.000Z'), '2026-12-01T00:00:00.000Z'],
	['Europe/Berlin', '2026-11-30T23:00:00.000Z', '2026-11-30T23:00:00.000Z'],
	['nowhere', 'no date', 'no date'],
])('in a text, in %s, %p is written %s', (zone, value, text) => {
	expect(coerced(field('text'), value, { zone })).toBe(text);
});

test('of many wrong fields no advice is cut within an expression', () => {
	const source = () => '$json["The amount of the contract in the currency of its country"]';
	const settings = { zone: 'UTC', richText: 'markdown' } as const;
	const problems = ['12.500', '61.233,20', '5%', '1,5 EUR', '$3', 'N/A', '€ 9'].flatMap((value) => {
		const result = coerce(field('number'), value, settings, source);
		return 'problem' in result ? [result.problem] : [];
	});
	const { description } = together(problems);
	expect(problems).toHaveLength(7);
	expect(description.length).toBeLessThanOrEqual(1_600);
	expect(description).toContain("Wrong value: 'Field' ('12.500')");
	expect(description.match(/\{\{/g)!.length).toBeGreaterThan(2);
	expect(description.match(/\{\{/g)).toHaveLength(description.match(/\}\}/g)!.length);
	expect(description).toMatch(/\.$/);
});

test('plain text in a rich-text field keeps its characters', () => {
	expect(coerced(field('richText'), '# 1', { richText: 'plainText' })).toEqual([
		{ type: 'paragraph', children: [{ text: '# 1' }] },
	]);
});

const HTML = '<div style="" dir="auto"><p style="margin:0;">30 days</p></div>';

test.each([
	HTML,
	` \n${HTML.toUpperCase()}`,
	'<ul><li>a</li></ul>',
	'<br>30 days',
	'<BR/>\n30 days',
	'<strong>30</strong> **days**',
	'<span>\n30\n</span>',
	'<table border="1"><tr><td>1</td></tr></table>',
	'<!--StartFragment--><p>30 days</p>',
	'<!DOCTYPE html>',
	'30 days net<br>2 % within 10 days',
	'- a\n- b<BR />c',
	'Payment within <strong>30 days</strong> net',
	'See <a href="https://x">terms</a>',
	'Call with <b>Anna</b>: agreed',
	'`code` and <EM><I>30</I> days</EM>',
])('HTML is not taken for Markdown, but for plain text: %j', (html) => {
	expect(coerced(field('richText'), [html])).toMatchObject({
		message: expect.stringContaining("Field 'Field' cannot take '"),
		description: expect.stringMatching(/Markdown node .* Rich Text Is: Plain Text/),
	});
	const kept = [{ type: 'paragraph', children: [{ text: html.trim() }] }];
	expect(coerced(field('richText'), html, { richText: 'plainText' })).toEqual(kept);
});

test.each([
	'<Company Name> and <B> agree',
	'<HR Manager> approves <BR Company>',
	'<b is a> <a party>',
	'a < b, b > c',
	'< 5 % </p>',
	'<https://e.com>, <a@e.com>',
	'<p> of </ul>',
	'`<p>x</p>`',
	'Write `<b>30</b>` and `<br>`, not <b>',
	'```\n<b>30</b>\n```',
	'Write <b>, not <i> or </b>',
	'The <Party>x</Party> is no <p>, </a>',
])('%s is no HTML', (text) => {
	expect(coerced(field('richText'), text)).toEqual([{ type: 'paragraph', children: [{ text }] }]);
});

test('rich text that holds HTML as its text stays as it is, also as JSON', () => {
	const held = [{ type: 'paragraph', children: [{ text: 'Pay <b>30</b>' }] }];
	expect(coerced(field('richText'), JSON.stringify(held))).toEqual(held);
});

test.each<[FieldKind, unknown]>([
	['text', { a: 1 }],
	['text', false],
	['richText', false],
	['text', ['a', 'b']],
	['text', 2 ** 53],
	['text', 'Acme \ud83d'],
	['richText', 'Acme \ud83d'],
	['text', '{{ $json.reference }}'],
	['text', 'Loading...'],
	['richText', ' #REF! '],
	['text', 'undefined'],
	['text', 'NULL'],
	['richText', 'null'],
	['other', 'NaN'],
	['richText', 'For {{ $("Deal").item.json.name }}: 30 days'],
	['other', '#N/A'],
	['number', 2 ** 53],
	['number', 1e21],
	['number', '12.500\u200b'],
	['number', [1, 2]],
	['number', '1,234'],
	['number', '12.500'],
	['number', ' 150.000 '],
	['number', '-1.234'],
	['boolean', [true, false]],
	['boolean', 'Sim'],
	['date', ['2026-12-01', '2026-12-02']],
	['date', '1970-01-01T00:00:00.000Z'],
	['dateTime', new Date(0)],
	['date', '0026-03-31'],
	['number', '12 EUR'],
	['number', true],
	['number', '0x10'],
	['number', '12345678901234567890'],
	['number', '12345678901234567.89'],
	['number', '9007199254740993.0'],
	['number', '1e-400'],
	['boolean', 'maybe'],
	['boolean', 'constructor'],
	['boolean', 2],
	['date', '31/03/2026'],
	['date', true],
	['dateTime', 'soon'],
	['relation', 'no id'],
	['relation', 5],
	['richText', { text: 'no element' }],
])('%s refuses %j with the name of the field, the value, and what it takes', (type, given) => {
	const problem = coerced(field(type), given);
	const shown = typeof given === 'string' ? given : (JSON.stringify(given) ?? String(given));
	expect(problem).toMatchObject({
		errorId: 'INVALID_INPUT',
		message: expect.stringContaining(`Field 'Field' cannot take '${shown}'`),
		details: { field: 'Field', fieldId: 'f1', value: given },
	});
	expect((problem as { description: string }).description).not.toBe('');
});

test.each<[FieldKind, unknown, unknown]>([
	['select', '30d', '30d'],
	['select', ['opt30', 'opt60'], ['opt30', 'opt60']],
	['multiSelect', '30 days;30d', '30d'],
])('%s refuses %j and lists what is allowed', (type, given, wrong) => {
	const text = typeof wrong === 'string' ? wrong : JSON.stringify(wrong);
	expect(coerced(field(type), given)).toEqual({
		errorId: 'FIELD_OPTION_NOT_FOUND',
		message: `Field 'Field' has no option '${text}'`,
		description: 'Allowed: 30 days, 60 Days, Upon receipt; net',
		details: {
			field: 'Field',
			fieldId: 'f1',
			value: wrong,
			availableOptions: ['30 days', '60 Days', 'Upon receipt; net'],
		},
	});
});

test('a label that two options share but for case is only taken in its exact case', () => {
	const options = [
		{ id: 'a', name: 'EU' },
		{ id: 'b', name: 'eu' },
	];
	expect(coerced(field('select', { options }), 'eu')).toBe('b');
	expect(coerced(field('select', { options }), 'Eu')).toMatchObject({
		errorId: 'FIELD_OPTION_NOT_FOUND',
	});
});

test('a label matches however its accents are composed', () => {
	const options = [{ id: 'a', name: 'Té\u0301le\u0301com'.normalize('NFC') }];
	expect(coerced(field('select', { options }), options[0].name.normalize('NFD'))).toBe('a');
});

test('of options of the same name none is taken by the name alone', () => {
	const options = ['a', 'b'].map((id) => ({ id, name: 'Other' }));
	expect(coerced(field('select', { options }), 'Other')).toMatchObject({
		message: "'Other' names 2 options of field 'Field'",
		description: 'Give one of them: Other (a), Other (b)',
	});
	expect(coerced(field('multiSelect', { options }), 'Other (b);a')).toEqual(['b', 'a']);
	const twice = [options[0], options[0]];
	expect(coerced(field('select', { options: twice }), 'Other')).toBe('a');
});

test('clearing empties an optional field and is refused for a required one', () => {
	expect(coerced(field('text'), ' (clear) ')).toBeNull();
	expect(coerced(field('number'), CLEAR)).toBeNull();
	expect(coerced(field('number', { required: true }), CLEAR)).toEqual(missing(field('number')));
});

test('where a form lists no options, any text is one, and semicolons still separate', () => {
	expect(coerced(field('select', { options: [] }), 'x ')).toBe('x');
	expect(coerced(field('multiSelect', { options: [] }), 'a;b')).toEqual(['a', 'b']);
	for (const type of ['select', 'multiSelect'] as const) {
		expect(coerced(field(type, { options: [] }), '#REF!')).toMatchObject({
			message: "Field 'Field' cannot take '#REF!'",
		});
	}
});

test('blank is no value, blanks, or a list of nothing else; zero and false are values', () => {
	for (const blank of [undefined, null, '', ' \n', [], [null, ' '], [[]]]) {
		expect(isBlank(blank)).toBe(true);
	}
	for (const value of [0, false, 'a', [0], [null, 'a'], {}]) expect(isBlank(value)).toBe(false);
});

test.each<[FieldKind, unknown, boolean]>([
	['multiSelect', ';', true],
	['multiSelect', ' ; ', true],
	['multiSelect', '[]', true],
	['relation', '["", null]', true],
	['multiSelect', 'a;', false],
	['relation', { id: 'a' }, false],
	['text', ';', false],
])('%s: whether %j is nothing is %p', (type, given, nothing) => {
	expect(isNothing(field(type), given)).toBe(nothing);
});

test('no value of any type makes it throw', () => {
	const kinds: FieldKind[] = [
		'text',
		'number',
		'boolean',
		'date',
		'dateTime',
		'select',
		'multiSelect',
		'richText',
		'relation',
		'other',
	];
	fc.assert(
		fc.property(fc.constantFrom(...kinds), fc.anything(), (type, value) => {
			coerced(field(type), value);
		}),
	);
});

test('every number survives the way through its text', () => {
	fc.assert(
		fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
			fc.pre(!hasTwoMeanings(String(number)));
			expect(coerced(field('number'), String(number))).toBe(Number(String(number)));
		}),
	);
});

test.each<[FieldKind, unknown, string]>([
	['text', NaN, 'NaN'],
	['text', new Date('soon'), 'Invalid Date'],
	['text', DateTime.fromISO('soon'), 'Invalid DateTime'],
	['text', 'Invalid DateTime', 'Invalid DateTime'],
	['richText', 'for [object Object]', 'for [object Object]'],
	['number', Infinity, 'Infinity'],
	['other', -Infinity, '-Infinity'],
	['other', new Date('soon'), 'Invalid Date'],
])('%s does not take what an expression failed to give: %p', (type, value, shown) => {
	expect(coerced(field(type), value)).toMatchObject({
		message: `Field 'Field' cannot take '${shown}'`,
		details: { value },
	});
});

test.each<[FieldKind, unknown]>([
	['text', 'S\ufffddwerk AG'],
	['richText', '# S\ufffddwerk'],
	['richText', [{ type: 'paragraph', children: [{ text: 'S\ufffdd' }] }]],
	['other', { name: 'S\ufffdd' }],
	['select', '3\ufffd days'],
	['multiSelect', '30 days; 6\ufffd'],
])('%s refuses letters that a file lost: %j', (type, value) => {
	for (const options of [TERMS, []]) {
		const target = field(type, type.endsWith('elect') ? { options } : {});
		expect(coerced(target, value)).toMatchObject({
			description: expect.stringContaining('the file was read in the wrong encoding'),
		});
	}
});

test('options with commas that are none are told how several are given', () => {
	for (const given of ['30 days, 90 days', '30 days、60 days', '30 days；60 days']) {
		expect(coerced(field('multiSelect'), given)).toMatchObject({
			message: `Field 'Field' has no option '${given}'`,
			description: expect.stringContaining('Give several as a list, or separated by semicolons'),
		});
	}
	expect(coerced(field('multiSelect'), '30 days, 60 days')).toEqual(['opt30', 'opt60']);
});
