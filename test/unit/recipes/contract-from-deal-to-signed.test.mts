import { items, recipeCode } from '../../support/recipes/nodeCode.mts';

const { run } = recipeCode('contract-from-deal-to-signed');
const LINE = { description: 'Training', quantity: 2 };
const DEAL = {
	...{ dealId: 'D-1', company: 'Fjord AS', amount: 48_700, start: '2027-01-01', end: '2027-12-31' },
	lineItems: [LINE, { description: 'Gateway', quantity: 0 }],
};

const checked = (...deals: object[]) => run('Check', { input: items(...deals) });

test('deals that say everything go on', () => {
	const deals = [DEAL, { ...DEAL, dealId: 'D-2', amount: 0, lineItems: null }];
	expect(checked(...deals)).toEqual(items(...deals));
});

test.each([
	...['dealId', 'company', 'amount', 'start', 'end'].flatMap((field) =>
		['', '  ', null, undefined].map((empty) => [{ [field]: empty }, `has no ${field}`] as const),
	),
	[{ lineItems: [LINE, { ...LINE, description: ' Training\u00a0', quantity: 5 }] }, 'twice'],
	[{ lineItems: [{ description: '', quantity: 1 }] }, 'has no description'],
	[{ lineItems: [{ description: 'Training', quantity: '' }] }, 'has no quantity'],
] as Array<[object, string]>)('%j is refused before anything is created', (change, words) => {
	expect(() => checked({ ...DEAL, dealId: 'D-2', ...change }, DEAL)).toThrow(words);
});

test('a deal that came twice in one run is refused', () => {
	expect(() => checked(DEAL, { ...DEAL, dealId: 'D-1 ' })).toThrow('came twice');
});
