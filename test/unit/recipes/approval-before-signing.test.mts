import { items, recipeCode } from '../../support/recipes/nodeCode.mts';

const code = recipeCode('approval-before-signing');

/** What is to be done with a draft whose fields and clauses are these. */
function decided(
	fields: unknown,
	more: { clauses?: object[]; limit?: unknown; type?: string; giveUpAt?: unknown } = {},
) {
	const { clauses = [{}], limit = 50_000, type = 'Order', giveUpAt = '2026-04-14' } = more;
	const contract = {
		id: 'p-d0000000-0000-4000-8000-000000000001',
		name: 'Order',
		status: 'draft',
		updatedAt: '2026-03-31T14:30:00.000Z',
		contractType: { name: type },
		fields,
	};
	const settings = {
		approver: 'legal@example.com',
		valueField: 'Contract value',
		limit,
		withoutValue: ['Non-Disclosure Agreement'],
		giveUpAt,
	};
	const outputs = {
		Settings: items(settings),
		Contract: items(contract),
		Clauses: items(...clauses),
	};
	return code.run('What to do', { input: items({}), outputs })[0]!.json;
}

const valued = (...values: unknown[]) => values.map((value) => ({ name: 'Contract value', value }));

test('a second contract in one execution is refused, as it would not be asked about', () => {
	const outputs = { Settings: items({}, {}) };
	expect(() => code.run('What to do', { input: items({}), outputs })).toThrow(
		'One contract per execution',
	);
});

test.each(['31.12.2026', '', null])('without a time to give up nobody is asked: %p', (giveUpAt) => {
	expect(() => decided(valued(60_000), { giveUpAt })).toThrow(
		`giveUpAt is ${JSON.stringify(giveUpAt)}: enter a time`,
	);
});

test.each([0, 50_000, -5, '50000', '49999.99', '0.125', '12.5', '007'])(
	'a plain number up to the limit is sent: %p',
	(value) => {
		expect(decided(valued(value)).next).toBe('send');
	},
);

test.each([
	...[50_001, '50001', '122.250', '122,250', '12.500', '-12.500', ' ', '', '0x1', '1e3', ' 5'],
	...['5 ', '5\n', '٥', 'N/A', '50.000,00', '€ 5', '1.2.3', 'Infinity'],
	...[null, undefined, true, false],
	...[[], [5], {}, { amount: 5, currency: 'EUR' }],
])('a person is asked about anything else: %p', (value) => {
	expect(decided(valued(value)).next).toBe('ask');
});

test('a person is asked where one of two fields of the name is above the limit', () => {
	expect(decided(valued(5, 60_000)).next).toBe('ask');
});

test('a person is asked where the field is missing, unless contracts of the type have none', () => {
	expect(decided([{ name: 'Value', value: 5 }])).toMatchObject({
		next: 'ask',
		asked: 'It has no field "Contract value"',
	});
	expect(decided(undefined).next).toBe('ask');
	expect(decided([], { type: 'Non-Disclosure Agreement' }).next).toBe('send');
	expect(decided(valued(' '), { type: 'Non-Disclosure Agreement' }).next).toBe('ask');
});

test.each([undefined, null, '', '50.000', NaN])('a limit that is no number asks: %p', (limit) => {
	expect(decided(valued(-1), { limit: limit ?? null }).next).toBe('ask');
});

test('a clause that is not said to be unchanged is for a person', () => {
	const clauses = [{ id: '1', isCustom: false, clause: { name: 'Liability' } }];
	expect(decided(valued(5), { clauses }).next).toBe('send');
	expect(decided(valued(5), { clauses: [{ ...clauses[0], isCustom: true }] })).toMatchObject({
		next: 'ask',
		asked: 'The clause "Liability" was customized',
	});
	expect(decided(valued(5), { clauses: [{ id: '1', clause: null }] }).next).toBe('ask');
});
