import { DAYS } from '../../support/recipes/days.mts';
import { items, recipeCode, type Item } from '../../support/recipes/nodeCode.mts';

const code = recipeCode('contract-data-to-postgres');
const FIELDS = {
	start_date: 'f1000000-0000-4000-8000-000000000003',
	end_date: 'f1000000-0000-4000-8000-000000000004',
};

/** What both columns become where both fields hold the value. */
const dates = (value: unknown, zone = 'UTC') =>
	Object.entries(FIELDS).map(([column, field]) => {
		const input = items({ fields: { [field]: value } });
		return code.assigned('Columns', column, { input, zone });
	});

test.each(DAYS)('%s in %s is %s, in the table', (value, zone, day) => {
	expect(dates(value, zone)).toEqual([day, day]);
});

test.each<[value: unknown, wanted: string | null]>([
	[null, null],
	[undefined, null],
	['', null],
	['in two years', 'in two years'],
	[1_800_000_000_000, '1800000000000'],
])('no date, %j, holds up no row: it is %j', (value, wanted) => {
	expect(dates(value)).toEqual([wanted, wanted]);
});

test.each([
	['an amendment', { id: 'a', initialContractId: 'c' }, 'c'],
	['a contract', { id: 'c', initialContractId: null }, 'c'],
	['one that the trigger could not read', null, 'e'],
])('%s is read by the ID that is known of it', (_, contract, wanted) => {
	const input = items({ contractId: 'e', contract });
	for (const node of ['Consolidated contract', 'Read again']) {
		expect(code.value(node, 'contractId.value', { input })).toBe(wanted);
	}
	const outputs = { 'Contract changed': input };
	const lost = contract?.initialContractId ? contract.id : '';
	expect(code.assigned('Columns', 'linked_amendment', { input, outputs })).toBe(lost);
});

test.each([
	['an amendment', { id: 'a', initialContractId: 'c' }, 'a'],
	['a contract', { id: 'c', initialContractId: null }, ''],
])('the row that %s loses, as it is linked to another one', (_, contract, wanted) => {
	const input = items({ id: 'c' });
	const lost = (outputs: Record<string, Item[]>) =>
		code.assigned('Columns', 'linked_amendment', { input, outputs });
	expect(lost({ 'All contracts': items(contract) })).toBe(wanted);
	expect(lost({ 'Contract changed': items({ contract }) })).toBe(wanted);
	expect(lost({ 'Contract event': items({ contract }) })).toBe(wanted);
});
