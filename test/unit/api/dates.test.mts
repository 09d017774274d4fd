import fc from 'fast-check';
import { DateTime, IANAZone } from 'luxon';
import {
	dateAdvice,
	dayOf,
	momentOf,
	timestampOf,
} from '../../../nodes/ContractManagement/api/dates';

const ZONES = ['America/Los_Angeles', 'Asia/Tokyo', 'Pacific/Kiritimati', 'UTC', 'Europe/Berlin'];

const at = (value: unknown, zone: string, edge?: 'end' | 'start') => {
	const moment = momentOf(value, zone, edge);
	return moment && timestampOf(moment);
};

describe('where a day is needed', () => {
	test('no written day is shifted, whatever its time, its offset and the timezone', () => {
		const day = fc.date({
			min: new Date('1970-01-02'),
			max: new Date('2199-12-31'),
			noInvalidDate: true,
		});
		const time = fc.constantFrom(
			'',
			'T00:00:00',
			'T23:59:59.999Z',
			'T00:30:00+14:00',
			' 23:30:00-0800',
			'T12:00Z',
		);
		fc.assert(
			fc.property(day, time, fc.constantFrom(...ZONES), (date, rest, zone) => {
				const written = date.toISOString().slice(0, 10);
				expect(dayOf(`${written}${rest}`, zone)).toBe(written);
			}),
		);
	});

	test('a written day costs no look at a timezone', () => {
		const offset = jest.spyOn(IANAZone.prototype, 'offset');
		for (const written of ['2026-03-31', '2026-03-29T02:30:00', '2026-03-31T12:00:00+02:00']) {
			expect(dayOf(written, 'Europe/Berlin')).toBe(written.slice(0, 10));
		}
		expect(dayOf('2026-02-30', 'Europe/Berlin')).toBeUndefined();
		expect(offset).not.toHaveBeenCalled();
		offset.mockRestore();
	});

	test('midnight UTC as milliseconds or as a Date is the day that a CRM exported', () => {
		const midnight = Date.parse('2026-03-01');
		for (const value of [midnight, String(midnight), new Date(midnight)]) {
			expect(dayOf(value, 'America/Los_Angeles')).toBe('2026-03-01');
		}
	});

	test('another Date is a moment, whose day depends on the timezone', () => {
		const moment = new Date('2026-03-01T23:30:00Z');
		expect(dayOf(moment, 'Europe/Berlin')).toBe('2026-03-02');
		expect(dayOf(moment, 'UTC')).toBe('2026-03-01');
	});

	test("a DateTime has its own zone's day", () => {
		const moment = DateTime.fromISO('2026-03-01T23:30:00', { zone: 'Asia/Tokyo' });
		expect(dayOf(moment, 'UTC')).toBe('2026-03-01');
	});
});

describe('where a moment is needed', () => {
	test('a day without a time starts and ends in the timezone', () => {
		expect(at('2026-03-29', 'Europe/Berlin')).toBe('2026-03-28T23:00:00.000Z');
		// The day on which summer time begins has 23 hours.
		expect(at('2026-03-29', 'Europe/Berlin', 'end')).toBe('2026-03-29T21:59:59.999Z');
	});

	test('a time without an offset is local, one with an offset is not moved', () => {
		expect(at('2026-03-01T10:00:00', 'America/New_York')).toBe('2026-03-01T15:00:00.000Z');
		expect(at('2026-03-01 10:00:00.5+0100', 'America/New_York', 'end')).toBe(
			'2026-03-01T09:00:00.500Z',
		);
	});

	test('milliseconds and date values are taken as they are', () => {
		const moment = Date.parse('2026-03-01T10:00:00Z');
		for (const value of [moment, String(moment), new Date(moment), DateTime.fromMillis(moment)]) {
			expect(at(value, 'Asia/Tokyo', 'end')).toBe('2026-03-01T10:00:00.000Z');
		}
	});
});

test.each([
	['01/02/2026'],
	['31.12.2026'],
	['2026-02-30'],
	['2026-13-01'],
	['2026-03-01T25:00:00Z'],
	['2026-03'],
	['12:30'],
	['tomorrow'],
	[''],
	[20260301],
	[1767225600],
	[202603311430],
	['202603311430'],
	['20260331143000'],
	[NaN],
	[new Date('x')],
	[DateTime.invalid('test')],
	[{}],
	[null],
	[true],
])('%p is no date', (value) => {
	expect(dayOf(value, 'UTC')).toBeUndefined();
	expect(momentOf(value, 'UTC')).toBeUndefined();
});

test.each([
	['31.12.2027', '2027-12-31'],
	['1/4/2026', '2026-04-01'],
	['12/31/2027', '2027-12-31'],
	['31-12-2027 14:05', '2027-12-31'],
	['2027/12/31', '2027-12-31'],
	['20271231', '2027-12-31'],
	['202712311405', '2027-12-31'],
	['20271231140500', '2027-12-31'],
	['Dec 31, 2027', '2027-12-31'],
	['31 December 2027', '2027-12-31'],
])('of a date in another format, the expression that converts it is shown: %s', (text, day) => {
	const [, value, format] = /DateTime\.fromFormat\('(.+?)', '(.+?)'\)/.exec(dateAdvice(text))!;
	expect(dayOf(DateTime.fromFormat(value, format), 'UTC')).toBe(day);
});

test('milliseconds of the last century are no compact time', () => {
	expect(dayOf(Date.parse('1999-12-31'), 'UTC')).toBe('1999-12-31');
	expect(dayOf(String(Date.parse('1975-01-01')), 'UTC')).toBe('1975-01-01');
});

test('where day and month could be either, both formats are named', () => {
	expect(dateAdvice('3/4/2026')).toContain("'d/M/yyyy') }} (or 'M/d/yyyy')");
	expect(dateAdvice('31/4/26 or so')).toContain('others with {{ DateTime.fromFormat(');
});
