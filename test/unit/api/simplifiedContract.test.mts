import { simplifiedContract } from '../../../nodes/ContractManagement/api/simplifiedContract';
import type { Contract } from '../../../nodes/ContractManagement/api/types';

const contract = {
	id: 'contract_1',
	name: 'NDA',
	status: 'draft',
	counterparty: { id: 'cp', name: 'Globex' },
	contractType: { id: 't', name: 'NDA' },
	contractUrl: 'https://app.example.com/acme/project/contract_1',
	integration: { type: 'crm', externalId: 'D-1', externalEntity: 'deal', externalUrl: '' },
	startAt: '2026-02-01T00:00:00.000Z',
	endAt: null,
	createdAt: '2026-01-01T00:00:00.000Z',
	updatedAt: '2026-01-02T00:00:00.000Z',
	fields: [
		{ attributeDefinitionId: 'a', name: 'Amount', value: 5 },
		{ attributeDefinitionId: 'b', name: 'Owner', value: 'Ann' },
		{ attributeDefinitionId: 'c', name: 'Owner', value: 'Bob' },
		{ attributeDefinitionId: 'd', name: '__proto__', value: 'kept' },
	],
	signatories: [],
} as unknown as Contract;

test('the short form has the names that workflows rely on', () => {
	expect(simplifiedContract(contract, 'byId')).toEqual({
		id: 'contract_1',
		name: 'NDA',
		status: 'draft',
		counterpartyId: 'cp',
		counterpartyName: 'Globex',
		contractTypeId: 't',
		contractTypeName: 'NDA',
		contractUrl: 'https://app.example.com/acme/project/contract_1',
		externalId: 'D-1',
		signatureDate: null,
		startAt: '2026-02-01T00:00:00.000Z',
		endAt: null,
		createdAt: '2026-01-01T00:00:00.000Z',
		updatedAt: '2026-01-02T00:00:00.000Z',
		fields: { a: 5, b: 'Ann', c: 'Bob', d: 'kept' },
	});
});

test('by name, every field of a repeated label gets its id, whatever the order', () => {
	const fields = Object.entries(simplifiedContract(contract, 'byName').fields ?? {});
	expect(fields).toEqual([
		['Amount', 5],
		['Owner (b)', 'Ann'],
		['Owner (c)', 'Bob'],
		['__proto__', 'kept'],
	]);
});

test('as an array, fields keep their order', () => {
	expect(simplifiedContract(contract, 'array').fields).toEqual([
		{ id: 'a', name: 'Amount', value: 5 },
		{ id: 'b', name: 'Owner', value: 'Ann' },
		{ id: 'c', name: 'Owner', value: 'Bob' },
		{ id: 'd', name: '__proto__', value: 'kept' },
	]);
});

test('of a partial contract what is missing is null, and there are always fields', () => {
	expect(simplifiedContract({ id: '1', integration: null }, 'byName')).toEqual({
		id: '1',
		name: undefined,
		status: undefined,
		counterpartyId: null,
		counterpartyName: null,
		contractTypeId: null,
		contractTypeName: null,
		contractUrl: null,
		externalId: null,
		signatureDate: null,
		startAt: null,
		endAt: null,
		createdAt: undefined,
		updatedAt: undefined,
		fields: {},
	});
	expect(simplifiedContract({ id: '1' }, 'array').fields).toEqual([]);
});

test('fields that come by ID are read, and what is null stays null', () => {
	const odd = { id: '1', counterparty: null, contractType: null, fields: { a: 5 } };
	expect(simplifiedContract(odd as never, 'byName')).toMatchObject({
		counterpartyId: null,
		contractTypeName: null,
		fields: { a: 5 },
	});
	expect(simplifiedContract({ fields: null } as never, 'array')).toMatchObject({ fields: [] });
});
