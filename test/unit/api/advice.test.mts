import { Settings } from 'luxon';
import { Workflow, type INodeTypes } from 'n8n-workflow';
import { adviceFor } from '../../../nodes/ContractManagement/api/advice';
import { coerce } from '../../../nodes/ContractManagement/api/coercion';
import type { FieldKind, TypedField } from '../../../nodes/ContractManagement/api/creationForm';
import { isBlank } from '../../../nodes/ContractManagement/api/options';

const dateAdvice = (...of: [value: unknown, source?: string, doubt?: 'epoch' | 'seconds']) =>
	adviceFor('date', ...of);

const SOURCE = '$json["End date"]';

/** What n8n's own engine makes of the expression for an item with the value. */
function evaluated(expression: string, value: unknown): unknown {
	const workflow = new Workflow({
		nodes: [{ id: '1', name: 'A', type: 'a', typeVersion: 1, position: [0, 0], parameters: {} }],
		connections: {},
		active: false,
		nodeTypes: {
			getByNameAndVersion: () => ({ description: { properties: [] } }),
		} as unknown as INodeTypes,
	});
	const items = [{ json: { 'End date': value as string } }];
	return workflow.expression.getParameterValue(
		`=${expression}`,
		null,
		0,
		0,
		'A',
		items,
		'manual',
		{},
	);
}

function expressionsIn(advice: string): string[] {
	return [...advice.matchAll(/\{\{.*?\}\}/g)].map(([expression]) => expression);
}

/** Every value that the advice for the value gives for it, as the field takes it. */
function converted(
	type: FieldKind,
	value: unknown,
	options: TypedField['options'] = [],
): unknown[] {
	const field: TypedField = {
		...{ id: 'f', name: 'End date', type, required: false, options, helpText: null },
	};
	const settings = { zone: 'America/New_York', richText: 'markdown' } as const;
	const result = coerce(field, value, settings, () => SOURCE);
	if (!('problem' in result)) throw new Error(`${String(value)} was taken`);
	return expressionsIn(result.problem.description).map((expression) => {
		const given = evaluated(expression, value);
		if (given === '') return '';
		const taken = coerce(field, given, settings);
		return 'value' in taken ? taken.value : taken.problem.message;
	});
}

afterEach(() => (Settings.defaultZone = 'system'));

describe('the expression that converts a date gives the right day for the very value', () => {
	test.each([
		['46387', '2026-12-31'],
		[46387, '2026-12-31'],
		['46387.604166666664', '2026-12-31'],
		[1798675200, '2026-12-31'],
		['1798675200', '2026-12-31'],
		['31.12.2026', '2026-12-31'],
		['1.4.2026', '2026-04-01'],
		['31.12.26', '2026-12-31'],
		['31/12/2026', '2026-12-31'],
		['14/12/2021', '2021-12-14'],
		['12/31/2026', '2026-12-31'],
		['12/31/26', '2026-12-31'],
		['12-31-26', '2026-12-31'],
		['12/31/2026 2:30 PM', '2026-12-31'],
		['31-12-2026 14:05', '2026-12-31'],
		['31-Mar-2026', '2026-03-31'],
		['31-MAR-26', '2026-03-31'],
		['2026-3-31', '2026-03-31'],
		['2026/12/31', '2026-12-31'],
		['2026.12.31', '2026-12-31'],
		['20261231', '2026-12-31'],
		[20261231, '2026-12-31'],
		['202612311405', '2026-12-31'],
		[20261231140500, '2026-12-31'],
		['Dec 31, 2026', '2026-12-31'],
		['12/31/2026, 2:30:00 PM', '2026-12-31'],
		['31.12.2026, 14:30:00', '2026-12-31'],
		['31 December 2026', '2026-12-31'],
		[['31.12.2026'], '2026-12-31'],
		['3/4/2026', '2026-04-03'],
		['Tuesday, December 1, 2026', '2026-12-01'],
		['Dec 1 2026', '2026-12-01'],
		['12/31/2026 2:30PM', '2026-12-31'],
		['1. Dezember 2026', '2026-12-01'],
		['1 décembre 2026', '2026-12-01'],
		['1 maart 2026', '2026-03-01'],
		['31 de diciembre de 2026', '2026-12-31'],
		['31 de dezembro de 2026', '2026-12-31'],
		['31 grudnia 2026', '2026-12-31'],
		['31. desember 2026', '2026-12-31'],
		['1. marts 2026', '2026-03-01'],
		['2026年12月31日', '2026-12-31'],
		['31. 3. 2026', '2026-03-31'],
		['31. 3. 2026 14:30', '2026-03-31'],
		['2026. 3. 31.', '2026-03-31'],
		['99/12/31', '1999-12-31'],
	])('%p', (value, day) => {
		expect(converted('date', value)).toEqual([day]);
	});

	test('in each of its two formats, where day and month could be either', () => {
		const advice = dateAdvice('3/4/2026', SOURCE);
		expect(advice).toContain("(or 'M/d/yyyy')");
		expect(dateAdvice('3-4-26', SOURCE)).toContain("(or 'M-d-yy')");
		expect(dateAdvice('26/03/31', SOURCE)).toContain("(or 'yy/M/d')");
		expect(dateAdvice('26-03-31', SOURCE)).toContain("(or 'yy-M-d')");
		expect(dateAdvice('26.03.31', SOURCE)).not.toContain('(or ');
		const [first] = expressionsIn(advice);
		expect(evaluated(first, '3/4/2026')).toBe('2026-04-03');
		expect(evaluated(first.replace('d/M/yyyy', 'M/d/yyyy'), '3/4/2026')).toBe('2026-03-04');
	});
});

test.each(['next week', '31/4/26 or so', '2026-13-01', '2026-02-30', '999', '12:30', 'Q3/2026'])(
	'there is no expression for %j',
	(value) => {
		expect(expressionsIn(dateAdvice(value, SOURCE))).toEqual([]);
	},
);

test('an expression leaves alone what it does not fit, instead of giving nothing', () => {
	const values: Array<[FieldKind, unknown]> = [
		['date', '46387'],
		['date', '31.12.2026'],
		['date', '1798675200'],
		['number', '12.500'],
		['number', '61.233,20'],
		['number', '5%'],
		['boolean', 'ja'],
		['date', 'N/A'],
	];
	for (const [type, value] of values) {
		const advice = adviceFor(type, value, SOURCE);
		for (const expression of expressionsIn(advice)) {
			for (const other of ['', null, undefined, 'soon', 'in 5 days', '2026-03-31']) {
				const given = evaluated(expression, other);
				expect([expression, isBlank(other) ? isBlank(given) : given]).toEqual([
					expression,
					isBlank(other) || other,
				]);
			}
		}
	}
});

test('what counts days leaves years, seconds and milliseconds alone', () => {
	const [expression] = expressionsIn(dateAdvice('46387', SOURCE));
	for (const value of [2026, '2026', 1798675200, '1798675200000']) {
		expect(evaluated(expression, value)).toBe(value);
	}
});

test('seconds that were read as milliseconds are converted, and what comes of no value is left out', () => {
	const [seconds] = expressionsIn(dateAdvice(undefined, SOURCE, 'seconds'));
	const [epoch] = expressionsIn(dateAdvice(undefined, SOURCE, 'epoch'));
	for (const value of [new Date(1_767_225_600), '1970-01-21T10:53:45.600Z']) {
		expect(evaluated(seconds, value)).toEqual(new Date('2026-01-01'));
		expect(evaluated(epoch, value)).toEqual(value);
	}
	for (const value of [new Date(0), '1970-01-01T00:00:00.000Z', '1970-01-01T01:00:00+01:00']) {
		expect(evaluated(epoch, value)).toBe('');
	}
	for (const value of ['', 'soon', '2026-03-31']) {
		expect([seconds, epoch].map((each) => evaluated(each, value))).toEqual([value, value]);
	}
});

test('an expression is one in terms of the property, never of the value', () => {
	for (const value of ['14/12/2021', '46387', '31-Mar-2026', '1798675200']) {
		const advice = dateAdvice(value, SOURCE);
		expect(advice).toContain(SOURCE);
		expect(advice).not.toContain(value);
	}
});

describe('the expression that converts a number', () => {
	test.each([
		['61.233,20', [61233.2]],
		['$125.44', [125.44]],
		['-$1,250.50', [-1250.5]],
		['1 234,56', [1234.56]],
		['1\u00a0234,56 €', [1234.56]],
		["1'234.50", [1234.5]],
		['1’234.50', [1234.5]],
		['CHF 1’000', [1000]],
		['1.234.567', [1234567]],
		['1,25,000.50', [125000.5]],
		['12,5', [12.5]],
		['R$ 1.250,00', [1250]],
		['US$1,234.56', [1234.56]],
		['Rs. 1,25,000.00', [125000]],
		['R 1 234,56', [1234.56]],
		['Fr. 1234.50', [1234.5]],
		['12 EUR', [12]],
		['0,125', [0.125]],
		['1234,500', [1234.5]],
		["CHF 12'500.-", [12500]],
		['1.250.000,-', [1250000]],
		['kr. 1.250,00', [1250]],
		['1,250,000円', [1250000]],
	])('gives the right one for %j', (value, numbers) => {
		expect(converted('number', value)).toEqual(numbers);
	});

	test.each([
		['12.500', [12500, 12.5]],
		['12,500', [12500, 12.5]],
		['150.000', [150000, 150]],
		['-1.234 ', [-1234, -1.234]],
		['$12.500', [12500, 12.5]],
		['5%', [5, 0.05]],
		['12,5 %', [12.5, 0.125]],
	])('gives both that %j can be, and names them', (value, numbers) => {
		expect(converted('number', value)).toEqual(numbers);
		const advice = adviceFor('number', value);
		for (const number of numbers) expect(advice).toContain(`for ${number} give {{`);
	});

	test.each(['Q3/2026', '10 kg', '12k', '31.12.2026', '(125.44)', '12:30', '12345678901234567890'])(
		'is not there for %j',
		(value) => expect(converted('number', value)).toEqual([]),
	);

	test('leaves the numbers of a column alone that has both', () => {
		for (const value of ['61.233,20', '12.500', '$125.44', '5%']) {
			for (const expression of expressionsIn(adviceFor('number', value, SOURCE))) {
				expect(evaluated(expression, 61233.2)).toBe(61233.2);
				expect(evaluated(expression, 0)).toBe(0);
			}
		}
	});
});

test.each([
	['Sim', true],
	['não', false],
	['WAHR', true],
	['FALSCH', false],
	['ja', true],
	['nein', false],
	['oui', true],
	['HAYIR', false],
	['ИСТИНА', true],
	['いいえ', false],
	['✓', true],
	['☐', false],
	['○', true],
	['×', false],
	['usann', false],
])('of the answer %j both words are converted', (value, answer) => {
	expect(converted('boolean', value)).toEqual([answer]);
	expect(adviceFor('boolean', value)).toContain('true or false, yes or no');
});

test('of false how to leave the field empty is said, and of a text also how to give the word', () => {
	expect(converted('text', false)).toEqual(['', 'false']);
	expect(converted('text', [false])).toHaveLength(2);
	for (const type of ['date', 'number', 'relation'] as const) {
		expect(converted(type, false)).toEqual(['']);
		const [expression] = expressionsIn(adviceFor(type, false, SOURCE));
		expect(evaluated(expression, 0)).toBe(0);
	}
	expect(converted('select', false, [{ id: 'a', name: 'A' }])).toEqual(['']);
});

test('of a word in no language that is known, what is taken is said', () => {
	expect(adviceFor('boolean', 'maybe')).toBe(
		'Enter true or false, yes or no, y or n, on or off, 1 or 0.',
	);
});

test.each(['text', 'richText', 'date', 'number', 'relation', 'other'] as const)(
	'%s: that n8n took an expression for text is said',
	(type) => {
		const advice = adviceFor(type, '{{ $json.end }}', SOURCE);
		expect(advice).toContain('n8n took this expression for text: choose Expression');
		expect(expressionsIn(advice)).toEqual([]);
	},
);

describe('how to leave a field empty is said for what stands for no value:', () => {
	const kinds: FieldKind[] = ['date', 'dateTime', 'number', 'boolean', 'relation'];
	test.each([
		'N/A',
		'n/a',
		'-',
		'—',
		'None',
		'null',
		'NULL',
		'#N/A',
		'#NV',
		'unknown',
		' TBD ',
		'0000-00-00',
	])('%j', (value) => {
		for (const kind of kinds) expect(converted(kind, value)).toEqual(['']);
		const options = [{ id: 'a', name: 'A' }];
		for (const kind of ['select', 'multiSelect'] as const) {
			expect(converted(kind, value, options)).toEqual(['']);
		}
	});
});
