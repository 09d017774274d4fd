import {
	isBlank,
	isLost,
	lostAdvice,
	optionOf,
	partsOf,
} from '../../../nodes/ContractManagement/api/options';
import { rememberedValue } from '../../../nodes/ContractManagement/api/rememberedOptions';

const TERMS = [
	{ id: '10020', name: '30 days' },
	{ id: '10021', name: '60 days' },
	{ id: 'Net-A', name: 'Net, monthly' },
];
const REGIONS = ['EMEA', 'Americas', 'APAC', 'North, East'].map((name, i) => ({
	id: `r${i}`,
	name,
}));

test.each([
	['30 days', '10020'],
	['30\u00a0days', '10020'],
	[' 30  DAYS\u200b', '10020'],
	['10020', '10020'],
	[10020, '10020'],
	[{ id: 'Zq1', name: '30 days' }, '10020'],
	[{ value: '30 days', id: '10020' }, '10020'],
	[{ id: 7, value: '60 Days', label: 'Sixty' }, '10021'],
	[{ id: '10021', name: 'Sixty', color: 'red' }, '10021'],
	[{ title: '60 days' }, '10021'],
	[{ id: '10020', name: '60 days' }, undefined],
	[{ value: '30 days', label: '60 days' }, undefined],
	[{ id: 'Zq1', name: 'Sixty' }, undefined],
	[{ id: null }, undefined],
	// Ids are not names: in other case they are others.
	['net-a', undefined],
	['30 days (10020)', '10020'],
	['60 days (10020)', undefined],
])('%j means %j', (value, id) => expect(optionOf(value, TERMS)).toBe(id));

test('thousands of values do not each compare all options', () => {
	let looks = 0;
	const options = Array.from({ length: 300 }, (_, i) => ({
		id: `o${i}`,
		get name() {
			looks += 1;
			return `Option ${i}`;
		},
	}));
	for (const value of ['Option 7', 'option  8', 'o9', 'none', 'Option 7; OPTION 8, o9']) {
		for (let row = 0; row < 100; row++)
			partsOf(value, options).map((part) => optionOf(part, options));
	}
	expect(looks).toBeLessThan(10 * options.length);
});

test('of options with one name the id in an object tells which is meant', () => {
	const twice = ['a', 'b'].map((id) => ({ id, name: 'Other' }));
	expect(optionOf({ id: 'b', name: 'Other' }, twice)).toBe('b');
	expect(optionOf({ id: 'x', name: 'Other' }, twice)).toBeUndefined();
	expect(optionOf('Other (b)', twice)).toBe('b');
});

test.each([
	['EMEA, Americas', ['r0', 'r1']],
	['EMEA,americas,', ['r0', 'r1']],
	['EMEA\nAPAC', ['r0', 'r2']],
	['EMEA; Americas, APAC', ['r0', 'r1', 'r2']],
	['North, East', ['r3']],
	['North, East; EMEA', ['r3', 'r0']],
	[['EMEA, Americas'], ['r0', 'r1']],
	[
		[
			{ id: 'x', name: 'EMEA' },
			{ id: 'y', name: 'APAC' },
		],
		['r0', 'r2'],
	],
	['EMEA, Atlantis', [undefined]],
])('%j are the options %j', (value, ids) =>
	expect(partsOf(value, REGIONS).map((part) => optionOf(part, REGIONS))).toEqual(ids),
);

test('without a list of options a comma is a part of a name', () => {
	expect(partsOf('a, b; c', [])).toEqual(['a, b', ' c']);
});

test.each(['S\ufffddwerk AG', '\ufffd', { company: { name: 'S\ufffdd' } }, ['a', '\ufffd']])(
	'letters that a file lost are refused: %j',
	(value) => {
		expect(isLost(value)).toBe(true);
		expect(lostAdvice(value)).toContain('the file was read in the wrong encoding');
	},
);

test.each([
	'MÃ¼ller GmbH',
	'StraÃŸe',
	'Ã˜rsted',
	'Å¼abka',
	'umowÄ™',
	'SÃ£o Paulo',
	['Itâ€™s', 'a'],
	'5 mÂ²',
	'Preis 100 \u0080',
	'\u008akoda Auto a.s.',
	'C\u009cur',
	'100 â\u0082¬',
	'Ã–sterreich',
	'Ã…land',
	'“Ã‘uñez” & Ã“scar',
	'100 Ã— 200',
	'SOCIETÃ€',
	'SocietÃ\u00a0 Cattolica',
	'de Ã\u00a0 Ã\u00a0',
	'1.000Â\u00a0EUR',
	'Acme GmbHÂ\u00a0& Co. KG',
	'IncÂ\u00a0',
])('letters that were read in the wrong encoding are refused: %j', (value) => {
	expect(isLost(value)).toBe(true);
	expect(lostAdvice(value)).toContain('Set UTF-8 there');
});

test.each([
	'SÃO PAULO',
	'IRMÃ…',
	'“MANHÔ',
	'«MANHû',
	'ÅÄÖ',
	'MÃE – PAI',
	'IRMÃ\u00a0DULCE',
	'LÃ\u00a0MERINO',
	'HÂLÂ\u00a0AÇIK',
	'JoÃo, IrmÃ…',
	'Ãgua “Ã ”',
	"L'ÂGE D’OR",
	'Ångström 5 Å',
	'Â',
	'a\u0085b',
])('%j has no such letters', (value) => expect(isLost(value)).toBe(false));

test.each(['4.50012E+11', ' 4,50012E+11', '-1E+05', { id: '4.00638E+12' }])(
	'digits that a spreadsheet cut off are refused: %j',
	(value) => {
		expect(isLost(value)).toBe(true);
		expect(lostAdvice(value)).toContain('A spreadsheet shortened it');
	},
);

test('a text that the answer to a model cut is refused', () => {
	const cut = 'The supplier … (2000 of 9000 characters)';
	expect([isLost(cut), isLost('… (2000 characters)')]).toEqual([true, false]);
	expect(lostAdvice(cut)).toContain('of a text that was cut, all of it');
});

test.each(['1e3', '4.5e+11', 'CODE E+11', 'E+11', '2E+11 units'])('%j is text', (value) =>
	expect(isLost(value)).toBe(false),
);

test('what was cut within a sign is refused, with a cut that keeps it whole', () => {
	const name = 'Acme 🚀';
	expect(isLost(name.slice(0, 6))).toBe(true);
	expect(lostAdvice(name.slice(0, 6))).toContain('[...$json.name].slice(0, 60).join("")');
	expect(isLost([...name].slice(0, 6).join(''))).toBe(false);
});

test('what nobody sees is blank', () => {
	expect(['\ufeff', '\u200b \u00a0', '\u2060'].map(isBlank)).toEqual([true, true, true]);
});

describe('an option that the workflow remembers', () => {
	const remembered = [
		{ id: 'o1', name: 'Phase 1' },
		{ id: 'o2', name: 'Phase 2' },
	];
	const field = (
		options: Record<string, string>,
		type: 'multiSelect' | 'select' | 'text' = 'select',
	) => ({
		name: 'Phase',
		type,
		options: Object.entries(options).map(([id, name]) => ({ id, name })),
	});
	const today = (options: Record<string, string>, value: unknown = 'o2') =>
		rememberedValue(value, remembered, field(options));

	test('is itself while it has its name', () => {
		const same = { o1: 'Phase 1', o2: 'Phase 2' };
		for (const value of ['o2', 'Phase 2', 5, ['o1', 'o2'], 'o1;o2']) {
			expect(today(same, value)).toEqual({ value, hints: [] });
		}
	});

	test('is the one of its name where it was made again, with a hint', () => {
		const hints = ["Option 'Phase 2' of 'Phase' was made again: choose it anew."];
		expect(today({ o1: 'Phase 1', o9: 'Phase 2' })).toEqual({ value: 'Phase 2', hints });
		const several = field({ o1: 'Phase 1', o9: 'Phase 2' }, 'multiSelect');
		expect(rememberedValue('["o1", "o2"]', remembered, several).value).toEqual(['o1', 'Phase 2']);
	});

	test('is refused by its name where it is gone', () => {
		expect(today({ o1: 'Phase 1' })).toEqual({ value: 'Phase 2', hints: [] });
	});

	test('goes by its id where it has another name now, with a hint', () => {
		const hints = ["Option 'Phase 2' of 'Phase' is now called 'Second'."];
		expect(today({ o1: 'Phase 1', o2: 'Second' })).toEqual({ value: 'o2', hints });
	});

	test('is refused where another option has its name now, both named', () => {
		const problem =
			"'Phase 2' of 'Phase' is now called 'Phase 3', and another option is called 'Phase 2'";
		expect(today({ o1: 'Phase 2', o2: 'Phase 3' })).toEqual({ value: 'o2', hints: [], problem });
	});

	test('is refused where another one that the workflow remembers would be the same now', () => {
		for (const value of ['o1', 'o2']) {
			expect(today({ o2: 'Phase 1' }, value).problem).toContain('would be the same one now');
		}
	});

	test('is its name where the field is a text now, and its id where the options are not listed', () => {
		expect(rememberedValue('o2', remembered, field({}, 'text')).value).toBe('Phase 2');
		expect(rememberedValue('o2', remembered, field({}, 'select')).value).toBe('o2');
	});
});
