import fc from 'fast-check';
import { DateTime } from 'luxon';
import { edgeOf } from '../../../nodes/ContractManagement/api/dates';
import { ASSUMED } from '../../../nodes/ContractManagement/api/profile';
import type { Contract } from '../../../nodes/ContractManagement/api/types';
import {
	matching,
	passes,
	queryOf,
	statusesOf,
	type Filter,
} from '../../../nodes/ContractManagement/operations/contract/filterChecks';

const ID = 'd0000000-0000-4000-8000-000000000001';
const OTHER = 'd0000000-0000-4000-8000-000000000002';
const ZONES = [
	'America/New_York',
	'America/Los_Angeles',
	'Europe/Berlin',
	'Asia/Tokyo',
	'Pacific/Auckland',
];

function filter(name: string, operator: Filter['operator'], ...values: string[]): Filter {
	return { name, operator, values, recheck: true };
}

describe('the query', () => {
	test('says equality plainly and other operators with their prefix', () => {
		expect(
			queryOf(
				[
					filter('status', 'in', 'draft', 'signed'),
					filter('folderId', 'eq', ID),
					filter('counterpartyId', 'ne', ID),
				],
				ASSUMED,
			),
		).toEqual({ status: 'in:draft,signed', folderId: ID, counterpartyId: `ne:${ID}` });
	});

	test('repeats a parameter with several filters', () => {
		expect(queryOf([filter('endAt', 'gte', 'A'), filter('endAt', 'lte', 'B')], ASSUMED)).toEqual({
			endAt: ['gte:A', 'lte:B'],
		});
	});

	test.each(['in:side', 'NE: x', ' gte:1', 'eq:x'])('leaves out the name %j', (name) => {
		expect(queryOf([filter('name', 'eq', name)], ASSUMED)).toEqual({});
	});

	test.each([
		['title', { title: 'Lease' }],
		['none', {}],
	])('sends a name by the parameter of the profile: %s', (parameter, query) => {
		const profile = { ...ASSUMED, 'contract-name-filter': parameter };
		expect(queryOf([filter('name', 'eq', 'Lease')], profile)).toEqual(query);
	});

	test('sends a raw filter as it is', () => {
		expect(queryOf([{ ...filter('name', 'eq', 'in:side'), recheck: false }], ASSUMED)).toEqual({
			name: 'in:side',
		});
	});
});

describe('checking a contract again', () => {
	test.each<[Filter, Partial<Contract>, boolean]>([
		[filter('status', 'in', 'draft', 'signed'), { status: 'signed' }, true],
		[filter('status', 'in', 'draft', 'signed'), { status: 'canceled' }, false],
		[filter('status', 'ne', 'draft'), { status: 'draft' }, false],
		[filter('status', 'ne', 'draft'), { status: 'signed' }, true],
		[filter('counterpartyId', 'eq', ID), { counterparty: { id: `party_${ID}`, name: '' } }, true],
		[filter('counterpartyId', 'eq', ID), { counterparty: { id: OTHER, name: '' } }, false],
		[filter('folderId', 'eq', ID), { folderId: ID.toUpperCase() }, true],
		[filter('folderId', 'eq', ID), { folderId: null }, false],
		[filter('name', 'eq', 'MÜLL'), { name: 'Vertrag Müller' }, true],
		[filter('name', 'eq', 'Müller'.normalize('NFD')), { name: 'Müller' }, true],
		[filter('name', 'eq', 'maier'), { name: 'Müller' }, false],
		[filter('endAt', 'gte', '2026-03-01T00:00:00.000Z'), { endAt: '2026-03-01T00:00:00Z' }, true],
		[
			filter('endAt', 'gte', '2026-03-01T00:00:00.000Z'),
			{ endAt: '2026-02-28T23:59:00+01:00' },
			false,
		],
		[filter('endAt', 'lte', '2026-03-01T00:00:00.000Z'), { endAt: null }, false],
		[filter('startAt', 'lte', '2026-03-01T08:00:00.000Z'), { startAt: '2026-03-01' }, true],
		[filter('startAt', 'lte', '2026-03-01T07:59:59.999Z'), { startAt: '2026-03-01' }, false],
		[filter('startAt', 'lte', '2026-03-01T00:00:00.000Z'), { startAt: 'someday' }, true],
		[filter('endAt', 'lte', '2026-03-01T07:59:59.999Z'), { endAt: '2026-02-28T02:30:00' }, true],
		[filter('endAt', 'lte', '2026-03-01T07:59:59.999Z'), { endAt: '2026-03-01T00:00:00Z' }, false],
		[filter('endAt', 'gte', '2026-03-01T00:00:00.000Z'), { endAt: '2026-02-28 23:30:00' }, false],
	])('%j of %j is %s', (given, record, expected) => {
		expect(passes(record, given, 'America/Los_Angeles')).toBe(expected);
	});

	test('believes what a contract does not show', () => {
		const all = ['status', 'startAt', 'endAt', 'counterpartyId', 'folderId', 'name'];
		expect(all.map((name) => passes({}, filter(name, 'eq', ID), 'UTC'))).toEqual(
			all.map(() => true),
		);
	});

	test('leaves raw filters to the service', () => {
		const raw = { ...filter('status', 'eq', 'draft'), recheck: false };
		expect(matching([raw], 'UTC')({ status: 'signed' })).toBe(true);
	});

	test('a day between its own edges is within, in every timezone, and the days beside it are not', () => {
		const date = fc.date({
			min: new Date('2000-01-01'),
			max: new Date('2099-12-31'),
			noInvalidDate: true,
		});
		fc.assert(
			fc.property(date, fc.constantFrom(...ZONES), (moment, zone) => {
				const day = moment.toISOString().slice(0, 10);
				const isWithin = matching(
					[
						filter('endAt', 'gte', edgeOf(day, zone, 'start')),
						filter('endAt', 'lte', edgeOf(day, zone, 'end')),
					],
					zone,
				);
				const local = DateTime.fromISO(day, { zone });
				const inUtc = [`${day}T00:00:00Z`, `${day}T23:59:59Z`];
				for (const endAt of [day, ...inUtc, local.toISO()!, local.toUTC().toISO()!]) {
					expect(isWithin({ endAt })).toBe(true);
				}
				for (const days of [-1, 1]) {
					const other = DateTime.fromISO(day, { zone: 'utc' }).plus({ days });
					for (const endAt of [other.toISODate()!, other.toISO()!]) {
						expect(isWithin({ endAt })).toBe(false);
					}
				}
			}),
		);
	});
});

test('the statuses that several filters let through', () => {
	expect(statusesOf([])).toEqual([]);
	expect(statusesOf([filter('status', 'in', 'signed', 'draft')])).toEqual(['draft', 'signed']);
	expect(statusesOf([filter('status', 'ne', 'canceled')])).toEqual([
		'draft',
		'negotiating',
		'signing',
		'signed',
	]);
});
