import { validateFieldType, type FieldType } from 'n8n-workflow';
import { recipe } from '../../../host/lib/recipes.mts';
import { items, recipeCode } from '../../support/recipes/nodeCode.mts';

const { run } = recipeCode('contract-from-deal-to-signed');
const LINE = { description: 'Training', quantity: 2 };
const DEAL = {
	...{
		dealId: 'D-1',
		company: 'Fjord AS',
		amount: '48700',
		start: '2027-01-01',
		end: '2027-12-31',
	},
	lineItems: [LINE, { description: 'Gateway', quantity: 0 }],
};

const checked = (...deals: object[]) => run('Check', { input: items(...deals) });

test('deals that say everything go on', () => {
	const deals = [DEAL, { ...DEAL, dealId: 'D-2', amount: '0', lineItems: null }];
	expect(checked(...deals)).toEqual(items(...deals));
});

test.each([
	...['dealId', 'company', 'amount', 'start', 'end'].flatMap((field) =>
		['', '  ', null, undefined].map((empty) => [{ [field]: empty }, `has no ${field}`] as const),
	),
	...['[]', '[""]'].map((amount) => [{ amount }, 'has no amount'] as const),
	[{ lineItems: [LINE, { ...LINE, description: ' Training\u00a0', quantity: 5 }] }, 'twice'],
	[{ lineItems: [{ description: '', quantity: 1 }] }, 'has no description'],
	[{ lineItems: [{ description: 'Training', quantity: '' }] }, 'has no quantity'],
] as Array<[object, string]>)('%j is refused before anything is created', (change, words) => {
	expect(() => checked({ ...DEAL, dealId: 'D-2', ...change }, DEAL)).toThrow(words);
});

test.each([
	['434.99999999999994', '435'],
	['["48700"]', '48700'],
	['[48700]', '48700'],
	['48.700', '48.700'],
	['48.700,00', '48.700,00'],
])('of an amount of %s the contract is given %s', (amount, given) => {
	expect(checked({ ...DEAL, amount })[0]!.json.amount).toBe(given);
});

// Edit Fields makes 0 of an empty number, and 48.7 of 48.700, before Check or Create contract see it.
test.each(['', '48.700', '48700.00'])('an amount of %j is handed on as it is', (amount) => {
	const { nodes } = recipe('contract-from-deal-to-signed.json');
	const { assignments } = nodes.find(({ name }) => name === 'Won deal')!.parameters.assignments as {
		assignments: Array<{ name: string; type: FieldType }>;
	};
	const { type } = assignments.find(({ name }) => name === 'amount')!;
	expect(validateFieldType('amount', amount, type)).toEqual({ valid: true, newValue: amount });
});

describe('the contract of a deal', () => {
	const contract = { id: 'c', name: 'Order D-1', action: 'found', counterpartyName: 'Fjord AS' };
	const go = (change: object, company = 'Fjord AS', deal: object = {}, zone = 'UTC') => {
		const outputs = { Check: items({ ...DEAL, dealId: 'D-0' }, { ...DEAL, company, ...deal }) };
		const input = items(contract, { ...contract, ...change });
		return run('Same company', { input, outputs, zone });
	};
	const fields = {
		...{ 'Contract value': '48700.00', 'Start date': '2027-01-01T00:00:00.000Z' },
		...{ 'End date': '2027-12-31', 'Payment term': '30 days' },
	};

	test.each([
		['of the same company', {}, 'Fjord AS'],
		['of a company in other case and blanks', {}, ' FJORD\u00a0\u00a0AS '],
		['of a company in another form', { counterpartyName: 'Straße' }, 'STRASSE'],
		['of the company whose ID the deal has', { counterpartyId: 'c-1' }, 'c-1'],
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

	test.each([
		['draft', {}],
		['draft', { amount: 48_700.00000000001 }],
		['draft', { paymentTerm: '30-Days', amount: '48700', start: Date.parse('2027-01-01') }],
		['negotiating', { paymentTerm: ' ', end: '2027-12-30T23:30:00Z' }],
		['signing', { amount: 1, paymentTerm: '60 days', start: '2028-01-01' }],
		['signed', { amount: 1 }],
	])('that is %s goes on with a deal like %j', (status, deal) => {
		expect(go({ status, fields }, undefined, deal, 'Europe/Berlin')).toHaveLength(2);
	});

	test.each([
		['Contract value', '50000', { amount: 50_000 }],
		['Contract value', '0', { amount: 0 }],
		['Start date', '2027-01-02', { start: '2027-01-02' }],
		['End date', '2027-12-31T23:30:00Z', { end: '2027-12-31T23:30:00Z' }],
		['Payment term', '60 days', { paymentTerm: '60 days' }],
	])('whose deal has another %s by now, %s, is not sent', (field, value, deal) => {
		for (const status of ['draft', 'negotiating']) {
			expect(() => go({ status, fields }, undefined, deal, 'Europe/Berlin')).toThrow(
				`Deal "D-1" has the ${field} "${value}", but its contract "Order D-1" (c) has "${fields[field as keyof typeof fields]}"`,
			);
		}
		expect(go({ status: 'draft', action: 'created', fields }, undefined, deal)).toHaveLength(2);
	});

	test('that has no such field says where to name yours', () => {
		const other = { ...fields };
		delete (other as Record<string, unknown>)['Payment term'];
		expect(() => go({ status: 'draft', fields: other }, undefined, { paymentTerm: '30' })).toThrow(
			'has no such field: name yours in VALUES of Same company',
		);
	});
});

describe('the lines of a contract', () => {
	const sent = (rows: object[]) => {
		const outputs = {
			Check: items({ ...DEAL, lineItems: [] }, DEAL),
			'Same company': items({ id: 'b' }, { id: 'c' }),
			'Once per contract': items({ contractId: 'c' }),
		};
		return run('Same lines', { input: items(...rows), outputs });
	};
	const row = (fields: object, contractId = 'c') => ({ id: 'r', contractId, fields });
	const go = (...names: string[]) => sent(names.map((Description) => row({ Description })));

	test('are sent as the deal has them, linked to their deal', () => {
		const [item] = items({ contractId: 'c' });
		expect(go('Training', ' gateway')).toEqual([{ ...item, pairedItem: 0 }]);
	});

	test('are sent where the service does not show them yet', () => {
		expect(sent([{}])).toMatchObject([{ json: { contractId: 'c' }, pairedItem: 0 }]);
		const { nodes } = recipe('contract-from-deal-to-signed.json');
		const node = nodes.find(({ name }) => name === 'Its lines');
		expect(node).toMatchObject({ alwaysOutputData: true });
	});

	test('of several deals are linked to the deal of each', () => {
		const outputs = {
			Check: items(DEAL, DEAL),
			'Same company': items({ id: 'b' }, { id: 'c' }),
			'Once per contract': items({ contractId: 'b' }, { contractId: 'c' }),
		};
		const rows = ['b', 'b', 'C'].map((id) => row({ Description: 'Training' }, id));
		expect(run('Same lines', { input: items(...rows), outputs })).toMatchObject([
			{ pairedItem: 0 },
			{ pairedItem: 2 },
		]);
	});

	test('in a table without the field say where to enter yours', () => {
		expect(() => sent([row({ Number: 1 })])).toThrow(
			'The table has no field "Description": enter yours in Same lines',
		);
	});

	test('are not sent with one that was taken out of the deal', () => {
		const { connections } = recipe('contract-from-deal-to-signed.json');
		const after = (name: string) => connections[name]!.main[0]!.map(({ node }) => node);
		expect(['Its lines', 'Same lines'].map(after)).toEqual([
			['Same lines'],
			['Send for signature'],
		]);
		expect(() => go('Training', 'Old "plan"', 'Gateway')).toThrow(
			'Nothing was sent. The contract of deal "D-1" has the line "Old "plan"", which the deal has not.',
		);
	});

	test('are not sent with one in its earlier spelling, which the table has beside the new one', () => {
		expect(go('training', 'Gateway')).toHaveLength(1);
		expect(() => go('training', 'Training', 'Gateway')).toThrow('has the line "training", which');
	});
});

test('a deal that came twice in one run is refused', () => {
	expect(() => checked(DEAL, { ...DEAL, dealId: 'D-1 ' })).toThrow('came twice');
});
