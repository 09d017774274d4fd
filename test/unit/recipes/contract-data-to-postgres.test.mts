import { recipe } from '../../../host/lib/recipes.mts';
import type { FieldKind } from '../../../nodes/ContractManagement/api/creationForm';
import { readableBy } from '../../../nodes/ContractManagement/api/readableValues';
import { simplifiedContract } from '../../../nodes/ContractManagement/api/simplifiedContract';
import type { FieldValue } from '../../../nodes/ContractManagement/api/types';
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

test.each<[column: string, type: FieldKind, id: number, stored: FieldValue, wanted: unknown]>([
	['payment_term', 'select', 6, '30-days', '30 days'],
	['contract_value', 'number', 2, '1250.50', 1250.5],
	['auto_renewal', 'boolean', 5, 'true', true],
	['start_date', 'date', 3, '2027-01-01T00:00:00.000Z', '2027-01-01'],
	['reference', 'text', 1, '00301', '00301'],
])('the %s of type %s is what people read, and what its column takes', (column, type, ...rest) => {
	const [number, stored, wanted] = rest;
	for (const node of ['Consolidated contract', 'Read again']) {
		expect(code.value(node, 'options', { input: [] })).toEqual({
			fieldsAs: 'byId',
			readableValues: true,
		});
	}
	const id = `f1000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
	const options = [{ id: '30-days', name: '30 days' }];
	const readable = readableBy([{ id, name: 'Any', type, options, helpText: null }]);
	const fields = readable([{ attributeDefinitionId: id, name: 'Any', value: stored }]);
	const input = items(simplifiedContract({ fields }, 'byId'));
	expect(code.assigned('Columns', column, { input })).toBe(wanted);
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

test('a company that was renamed gets its name at night, as by the first fill', () => {
	const { connections } = recipe('contract-data-to-postgres.json');
	expect(connections['Every night']).toEqual(connections['Create table']);
});
