import fc from 'fast-check';
import { DateTime } from 'luxon';
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

function filter(name: string, operator: Filter['operator'], ...values: string[]): Filter {
	return { name, operator, values, recheck: true };
}

describe('the query', () => {
	test('says equality plainly and other operators with their prefix', () => {
		expect(
			queryOf([
				filter('status', 'in', 'draft', 'signed'),
				filter('folderId', 'eq', ID),
				filter('counterpartyId', 'ne', ID),
			]),
		).toEqual({ status: 'in:draft,signed', folderId: ID, counterpartyId: `ne:${ID}` });
	});

	test('repeats a parameter with several filters', () => {
		expect(queryOf([filter('endAt', 'gte', 'A'), filter('endAt', 'lte', 'B')])).toEqual({
			endAt: ['gte:A', 'lte:B'],
		});
	});

	test.each(['in:side', 'NE: x', ' gte:1', 'eq:x'])('leaves out the name %j', (name) => {
		expect(queryOf([filter('name', 'eq', name)])).toEqual({});
	});

	test('sends a raw filter as it is', () => {
		expect(queryOf([{ ...filter('name', 'eq', 'in:side'), recheck: false }])).toEqual({
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
			{ endAt: '2026-03-01T00:59:00+01:00' },
			false,
		],
		[filter('endAt', 'lte', '2026-03-01T00:00:00.000Z'), { endAt: null }, false],
		[filter('startAt', 'lte', '2026-03-01T08:00:00.000Z'), { startAt: '2026-03-01' }, true],
		[filter('startAt', 'lte', '2026-03-01T07:59:59.999Z'), { startAt: '2026-03-01' }, false],
		[filter('startAt', 'lte', '2026-03-01T00:00:00.000Z'), { startAt: 'someday' }, true],
		[filter('endAt', 'lte', '2026-03-01T03:00:00.000Z'), { endAt: '2026-03-01T02:30:00' }, true],
		[filter('endAt', 'gte', '2026-03-01T03:00:00.000Z'), { endAt: '2026-03-01 02:30:00' }, false],
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

	test('a day between its own first and last moment is within, in every timezone', () => {
		const zones = ['Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Kolkata', 'UTC'];
		const date = fc.date({
			min: new Date('2000-01-01'),
			max: new Date('2099-12-31'),
			noInvalidDate: true,
		});
		fc.assert(
			fc.property(date, fc.constantFrom(...zones), (moment, zone) => {
				const day = DateTime.fromJSDate(moment, { zone });
				const bounds = [
					filter('endAt', 'gte', day.startOf('day').toUTC().toISO()!),
					filter('endAt', 'lte', day.endOf('day').toUTC().toISO()!),
				];
				for (const endAt of [moment.toISOString(), day.toISODate()!, day.toISO()!]) {
					expect(matching(bounds, zone)({ endAt })).toBe(true);
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
