import type { Contract } from '../../../nodes/ContractManagement/api/types';
import {
	concerns,
	type TriggerFilters,
} from '../../../nodes/ContractManagement/triggers/shared/records';
import {
	assertFilters,
	filtersOf,
} from '../../../nodes/ContractManagement/triggers/shared/settings';

const UUID = '3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718';
const contract = {
	contractType: { id: UUID, name: 'NDA' },
	counterparty: { id: `company_${UUID}`, name: 'Acme' },
	author: { id: UUID, email: 'Ada@Example.com' },
	signatories: [
		{ id: 's1', name: 'Bob', email: 'bob@example.com', type: 'member' },
		{ id: 's2', name: 'Cy', email: 'cy@example.com', type: 'external' },
	],
} as unknown as Contract;

const context = (filters: unknown, parameters?: object) =>
	({ getNodeParameter: () => filters, getNode: () => ({ name: 'Trigger', parameters }) }) as never;
const concernsContract = (filters: TriggerFilters, one: Contract) =>
	concerns(filters, 'contract', one);
const mayConcern = (filters: TriggerFilters, one: Contract) =>
	concerns(filters, 'contract', one, true);
const read = (filters: object): TriggerFilters => filtersOf(context(filters));

test.each([
	[{}, true],
	[{ authorEmail: 'ada@example.com' }, true],
	[{ authorEmail: ' ADA@EXAMPLE.COM , eve@example.com' }, true],
	[{ authorEmail: 'eve@example.com' }, false],
	[{ authorEmail: ['ada@example.com'] }, true],
	[{ signatoryEmail: 'cy@example.com' }, true],
	[{ signatoryEmail: 'eve@example.com,BOB@example.com' }, true],
	[{ signatoryEmail: 'ada@example.com' }, false],
	[{ authorEmail: 'ada@example.com', signatoryEmail: 'eve@example.com' }, false],
	[{ contractTypeIds: [UUID], counterpartyId: UUID, signatoryEmail: 'cy@example.com' }, true],
])('the filters %j let the contract through: %s', (filters, passes) => {
	expect(concernsContract(read(filters), contract)).toBe(passes);
	expect(mayConcern(read(filters), contract)).toBe(passes);
});

test.each([null, undefined, {}, [], { email: { toString: 1 } }])(
	'people that the service shows as %j fit no address',
	(shown) => {
		const without = { ...contract, author: shown, signatories: shown } as unknown as Contract;
		expect(concernsContract(read({ authorEmail: 'ada@example.com' }), without)).toBe(false);
		expect(concernsContract(read({ signatoryEmail: 'cy@example.com' }), without)).toBe(false);
		expect(concernsContract(read({}), without)).toBe(true);
	},
);

test('what a list does not show may fit', () => {
	const { author, signatories, ...listed } = contract;
	const filters = read({ authorEmail: 'eve@example.com', signatoryEmail: 'eve@example.com' });
	expect(mayConcern(filters, listed as Contract)).toBe(true);
	expect(mayConcern(filters, { ...listed, author, signatories })).toBe(false);
});

test.each([
	[{ authorEmail: 'Ada' }, "The filter 'Ada' is not an email address"],
	[{ signatoryEmail: 'bob@example.com; cy@example.com' }, 'is not an email address'],
	[{ signatoryEmail: 'bob@example.com;' }, "'bob@example.com;' is not an email address"],
	[{ signatoryEmail: '<bob@example.com>' }, 'is not an email address'],
	[{ signatoryEmail: 'mailto:bob@example.com' }, 'is not an email address'],
	[{ counterpartyId: 'Acme' }, "The filter 'Acme' is not an ID"],
	[{ contractTypeIds: { id: UUID } }, "The filter '[object Object]' is not an ID"],
	[{ authorEmail: { email: 'ada@example.com' } }, "The filter '[object Object]' is not an email"],
	[{ statusFrom: { status: 'draft' } }, "The filter '[object Object]' is not a status"],
	[{ statusTo: [{ status: 'signed' }] }, "The filter '[object Object]' is not a status"],
])('the filters %j could let nothing through', (filters, message) => {
	expect(() => assertFilters(context(filters), read(filters))).toThrow(message);
});

test.each([
	{},
	{ counterpartyId: { __rl: true, mode: 'list', value: '' }, contractTypeIds: [] },
	{ counterpartyId: { value: UUID }, contractTypeIds: [UUID], authorEmail: ' ' },
	{ statusFrom: ['draft', 'a status of later'], statusTo: '' },
])('the filters %j are accepted', (filters) => {
	expect(() => assertFilters(context(filters), read(filters))).not.toThrow();
});

test.each([undefined, null, '', ' ', ',', [null], [' '], { __rl: true, mode: 'id', value: '' }])(
	'a filter whose expression gives %j is refused; where the node itself has it, it lets all through',
	(counterpartyId) => {
		const filters = { counterpartyId };
		const expression = { filters: { counterpartyId: { value: '={{ $vars.NONE }}' } } };
		expect(() => filtersOf(context(filters, expression))).toThrow(
			'The filter Counterparty is empty: correct its expression, which gave nothing',
		);
		expect(filtersOf(context(filters, { filters })).counterpartyId).toEqual([]);
	},
);

test.each([[[]], ['[]'], [{ value: [] }]])(
	'an empty list lets all through: %j',
	(counterpartyId) => {
		const parameters = { filters: { counterpartyId: '={{ $json.ids }}' } };
		expect(filtersOf(context({ counterpartyId }, parameters)).counterpartyId).toEqual([]);
	},
);
