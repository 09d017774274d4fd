import fc from 'fast-check';
import { DateTime, IANAZone } from 'luxon';
import {
	dayOf,
	doubtIn,
	edgeOf,
	momentOf,
	timestampOf,
	wholeDayOf,
} from '../../../nodes/ContractManagement/api/dates';

const ZONES = [
	'America/New_York',
	'America/Los_Angeles',
	'Europe/Berlin',
	'Asia/Tokyo',
	'Pacific/Auckland',
	'Pacific/Kiritimati',
	'UTC',
];

const at = (value: unknown, zone: string) => {
	const moment = momentOf(value, zone);
	return moment && timestampOf(moment);
};

const dates = fc.date({
	min: new Date('1970-01-02'),
	max: new Date('2199-12-31'),
	noInvalidDate: true,
});

/** What becomes of a value on its way through Edit Fields, Code or Wait, or where it is pinned: JSON. */
const between = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('where a day is needed', () => {
	test('no written day is shifted, whatever its time, its offset and the timezone', () => {
		const time = fc.constantFrom(
			'',
			'T00:00:00',
			'T23:59:59.999',
			'T00:00:00Z',
			'T00:00:00.000+00:00',
			'T00:30:00+14:00',
			' 23:30:00-0800',
		);
		fc.assert(
			fc.property(dates, time, fc.constantFrom(...ZONES), (date, rest, zone) => {
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

	test("a DateTime has its own zone's day; one in UTC is a moment, as its text is", () => {
		const moment = DateTime.fromISO('2026-03-01T23:30:00', { zone: 'Asia/Tokyo' });
		expect(dayOf(moment, 'UTC')).toBe('2026-03-01');
		const inUtc = DateTime.fromISO('2026-03-01T23:30:00Z', { setZone: true });
		expect(dayOf(inUtc, 'Europe/Berlin')).toBe('2026-03-02');
		expect(dayOf(inUtc.startOf('day'), 'America/Los_Angeles')).toBe('2026-03-01');
	});

	test.each(ZONES)('midnight in %s, or in UTC, is the same day however it comes', (zone) => {
		fc.assert(
			fc.property(dates, (date) => {
				const day = date.toISOString().slice(0, 10);
				const local = DateTime.fromISO(day, { zone });
				const utc = DateTime.fromISO(day, { zone: 'utc' });
				const given = [day, local, local.toJSDate(), utc, utc.toJSDate()];
				const more = [local.toUTC(), utc.toMillis(), local.toMillis().toString()];
				const texts = [local.toUTC().toISO(), `${day} 00:00:00+00`, `${day}T00:00:00`];
				const all = [...given, ...more, ...texts];
				for (const value of [...all, ...all.map(between)]) {
					// Before 1973 a number of milliseconds is too short to be told from others.
					if (/^\d{1,11}$/.test(String(value))) continue;
					expect(dayOf(value, zone)).toBe(day);
				}
			}),
			{ numRuns: 30 },
		);
	});

	test.each(ZONES)('any date is the same day in %s before and after it was text', (zone) => {
		fc.assert(
			fc.property(dates, fc.constantFrom(...ZONES), (date, other) => {
				for (const value of [date, DateTime.fromJSDate(date, { zone: other })]) {
					expect(dayOf(between(value), zone)).toBe(dayOf(value, zone));
				}
			}),
			{ numRuns: 50 },
		);
	});

	test.each([
		['2026-11-30T23:00:00.000Z', 'Europe/Berlin', '2026-12-01'],
		['2026-12-01T05:00:00.000Z', 'America/New_York', '2026-12-01'],
		['2026-12-01T04:59:59.000Z', 'America/New_York', '2026-11-30'],
		['2026-12-01T00:00:00Z', 'America/New_York', '2026-12-01'],
		['2026-11-30T11:00:00Z', 'Pacific/Auckland', '2026-12-01'],
		['2026-11-30T10:59:00Z', 'Pacific/Auckland', '2026-11-30'],
		['2026-12-01T00:30:00Z', 'America/Los_Angeles', '2026-11-30'],
		['2026-11-30T15:00:00.000+0000', 'Asia/Tokyo', '2026-12-01'],
		['2026-11-30T23:30:00-05:00', 'Asia/Tokyo', '2026-11-30'],
		['2026-12-31T23:59:59Z', 'Europe/Berlin', '2026-12-31'],
		['2026-12-31T23:59:59.000Z', 'Asia/Tokyo', '2026-12-31'],
		['2026-12-31T23:59:59.999Z', 'Pacific/Auckland', '2026-12-31'],
		['2026-12-31T23:59:59.997Z', 'Europe/Berlin', '2026-12-31'],
		['1969-12-31T23:59:59Z', 'Europe/Berlin', '1969-12-31'],
		['9999-12-31T23:59:00Z', 'Asia/Tokyo', '9999-12-31'],
		['2026-12-31T23:59:58Z', 'Europe/Berlin', '2027-01-01'],
		['9999-12-31T23:59:59Z', 'Asia/Tokyo', '9999-12-31'],
		['9999-12-31T23:59:59.999Z', 'Europe/Berlin', '9999-12-31'],
		['9999-12-31T23:59:59Z', 'America/New_York', '9999-12-31'],
	])('%s in %s is %s', (text, zone, day) => {
		expect(dayOf(text, zone)).toBe(day);
		if (text.endsWith('Z')) expect(dayOf(new Date(text), zone)).toBe(day);
	});
});

describe('a whole day is', () => {
	test.each(ZONES)('its first moment in %s, however it comes', (zone) => {
		const local = DateTime.fromISO('2026-12-01', { zone });
		for (const value of [
			'2026-12-01',
			'2026-12-01T00:00',
			local,
			local.toJSDate(),
			local.toISO(),
		]) {
			expect(wholeDayOf(value, zone)).toBe('2026-12-01');
		}
		for (const value of ['2026-12-01T00:01', local.plus({ hours: 12 }), 'soon', null]) {
			expect(wholeDayOf(value, zone)).toBeUndefined();
		}
	});
});

describe('a day is kept', () => {
	test.each([
		['America/Los_Angeles', '2031-12-01T00:00:00.000Z', '2031-12-02T07:59:59.999Z'],
		['America/New_York', '2031-12-01T00:00:00.000Z', '2031-12-02T04:59:59.999Z'],
		['UTC', '2031-12-01T00:00:00.000Z', '2031-12-01T23:59:59.999Z'],
		['Europe/Berlin', '2031-11-30T23:00:00.000Z', '2031-12-01T23:59:59.999Z'],
		['Asia/Tokyo', '2031-11-30T15:00:00.000Z', '2031-12-01T23:59:59.999Z'],
		['Pacific/Auckland', '2031-11-30T11:00:00.000Z', '2031-12-01T23:59:59.999Z'],
	])('in %s from %s until %s, and both are of that day', (zone, from, to) => {
		expect(edgeOf('2031-12-01', zone, 'start')).toBe(from);
		expect(edgeOf('2031-12-01', zone, 'end')).toBe(to);
		expect([from, to].map((edge) => dayOf(edge, zone))).toEqual(['2031-12-01', '2031-12-01']);
	});

	test('the last one until its last moment in UTC at most', () => {
		expect(edgeOf('9999-12-31', 'America/Los_Angeles', 'end')).toBe('9999-12-31T23:59:59.999Z');
	});
});

describe('dates that cannot be meant are', () => {
	test.each([
		[new Date(0), 'epoch'],
		['1970-01-01T00:00:00.000Z', 'epoch'],
		['1970-01-01T01:00:00+01:00', 'epoch'],
		[DateTime.fromMillis(0), 'epoch'],
		['0026-03-31', 'year'],
		['0026-03-31T00:00:00.000Z', 'year'],
		['1970-01-01', undefined],
		['1970-01-01T00:00', undefined],
		['1899-12-31', undefined],
		['1899-12-29', undefined],
		['1900-01-01', 'year'],
		['1900-01-01T00:00:00', 'year'],
		['1753-01-01T00:00:00Z', 'year'],
		[new Date('1899-12-31T23:00:00.000Z'), 'year'],
		['1900-01-02', undefined],
		['1899-12-30', 'year'],
		['1899-12-30T08:30:00.000Z', 'year'],
		[new Date('1899-12-29T23:00:00.000Z'), 'year'],
		[DateTime.fromISO('1899-12-30', { zone: 'America/New_York' }), 'year'],
		[new Date(1_767_225_600), undefined],
		['soon', undefined],
	])('%p: %s', (value, doubt) => {
		expect(doubtIn(value)).toBe(doubt);
	});

	test.each([
		['1899-12-31', 'year'],
		['1900-01-01', undefined],
		[new Date(1_767_225_600), 'seconds'],
		['1970-01-21T10:53:45.600Z', 'seconds'],
		['1970-01-21', undefined],
		['1970-02-01T00:00:00Z', undefined],
		['1969-12-31T23:00:00.000Z', 'epoch'],
		['1969-12-31', undefined],
		[new Date(0), 'epoch'],
	])('of recent ones, %p: %s', (value, doubt) => {
		expect(doubtIn(value, 1900, true)).toBe(doubt);
	});
});

describe('where a moment is needed', () => {
	test('a day without a time starts in the timezone', () => {
		expect(at('2026-03-29', 'Europe/Berlin')).toBe('2026-03-28T23:00:00.000Z');
	});

	test('a time without an offset is local, one with an offset is not moved', () => {
		expect(at('2026-03-01T10:00:00', 'America/New_York')).toBe('2026-03-01T15:00:00.000Z');
		expect(at('2026-03-01 10:00:00.5+0100', 'America/New_York')).toBe('2026-03-01T09:00:00.500Z');
	});

	test('milliseconds and date values are taken as they are', () => {
		const moment = Date.parse('2026-03-01T10:00:00Z');
		for (const value of [moment, String(moment), new Date(moment), DateTime.fromMillis(moment)]) {
			expect(at(value, 'Asia/Tokyo')).toBe('2026-03-01T10:00:00.000Z');
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

test('milliseconds of the last century are no compact time', () => {
	expect(dayOf(Date.parse('1999-12-31'), 'UTC')).toBe('1999-12-31');
	expect(dayOf(String(Date.parse('1975-01-01')), 'UTC')).toBe('1975-01-01');
});
