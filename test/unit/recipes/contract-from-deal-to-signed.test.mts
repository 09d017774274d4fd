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

describe('the contract of a deal', () => {
	const contract = { id: 'c', name: 'Order D-1', action: 'found', counterpartyName: 'Fjord AS' };
	const go = (change: object, company = 'Fjord AS') => {
		const outputs = { Check: items({ ...DEAL, dealId: 'D-0' }, { ...DEAL, company }) };
		return run('Same company', { input: items(contract, { ...contract, ...change }), outputs });
	};

	test.each([
		['of the same company', {}, 'Fjord AS'],
		['of a company in other case and blanks', {}, ' FJORD\u00a0\u00a0AS '],
		['of a company in another form', { counterpartyName: 'Straße' }, 'STRASSE'],
		['that was created', { action: 'created', counterpartyName: null }, 'Fjord AS'],
	])('%s goes on', (_, change, company) => {
		expect(go(change, company)).toMatchObject([{ pairedItem: 0 }, { json: change, pairedItem: 1 }]);
	});

	test.each([
		['of another company', {}, 'Globex'],
		['of a company that was renamed', { counterpartyName: 'Fjord Ltd.' }, 'Fjord Ltd'],
		['of nobody', { counterpartyName: null }, 'Fjord AS'],
	])('%s is not sent', (_, change, company) => {
		const words = `Deal "D-1" is with "${company}", but its contract "Order D-1" (c) is with`;
		expect(() => go(change, company)).toThrow(words);
	});
});

test('a deal that came twice in one run is refused', () => {
	expect(() => checked(DEAL, { ...DEAL, dealId: 'D-1 ' })).toThrow('came twice');
});
