import { DateTime } from 'luxon';
import { asJson } from './shapes';

/**
 * How a value becomes a calendar day, in `zone`, the timezone of the workflow. Fields that hold a day, filters by start and
 * end date, records, Mark as Signed and recipes follow this one rule, so that a date is the same day however it comes:
 *
 * | Given | Its day |
 * |---|---|
 * | text without an offset, `2026-03-31`, `2026-03-31T14:30` | as written |
 * | text with another offset than that of UTC, `…T23:30:00-05:00` | as written |
 * | text with `Z` or `+00:00`, a `Date`, milliseconds: midnight UTC, `23:59:59` | that day, as other systems export days |
 * | the same at any other time, also at midnight in `zone` | its day in `zone`, `9999-12-31` at most |
 * | luxon's `DateTime` | that of its ISO text, which n8n makes of it between nodes |
 *
 * Numbers of days, as spreadsheets have them, and local formats are refused with advice: `advice.ts`.
 * A time is a moment in fields with a time, and in signature dates unless they are a whole day. Held dates are read alike.
 * @returns `YYYY-MM-DD`, undefined when the value is no date
 */
export function dayOf(value: unknown, zone: string): string | undefined {
	if (isDateTime(value)) return dayOf(value.toISO(), zone);
	const [, day, , offset] = (typeof value === 'string' && ISO.exec(value.trim())) || [];
	const isWritten = day !== undefined && !(offset && IN_UTC.test(offset));
	// As it is written, whatever the zone: only whether it is a date is asked.
	const moment = momentOf(value, isWritten ? 'utc' : zone);
	if (!moment || isWritten) return moment && day;
	const isDay = DAY_IN_UTC.test(timestampOf(moment)) || moment.year > 9999;
	return (isDay ? moment.toUTC() : moment).toISODate();
}

/** When a day in UTC begins, and its last second, as of the end of a period. */
const DAY_IN_UTC = /T(?:00:00:00\.000|23:59:59)/;

/** A date, or a date with a time, with or without an offset. Anything shorter or local is ambiguous and refused. */
const ISO =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?$/i;
const IN_UTC = /^(?:z|utc|gmt|[+-]00(?::?00)?)$/i;

/** Milliseconds since 1970; ten digits and less would be seconds, and what reads as `yyyyMMddHHmm` is that. */
const EPOCH_MS = /^(?!(?:19|20)\d{10}$)\d{12,13}$/;

/** The day where the value means all of it: a day without a time, or its first moment in `zone`. Undefined for any other time. */
export function wholeDayOf(value: unknown, zone: string): string | undefined {
	const moment = momentOf(value, zone)?.setZone(zone);
	return moment?.equals(moment.startOf('day')) ? dayOf(value, zone) : undefined;
}

/** A date of an expression as text: its day where it means all of it, else as JSON has it; any other value as it is. */
export function writtenDate(value: unknown, settings: { zone: string }): unknown {
	return (typeof value === 'object' && wholeDayOf(value, settings.zone)) || asJson(value);
}

/**
 * From when, or until when, the service may keep a time whose day is this one, in UTC or in `zone`. What lies between and
 * is of another day, such as the next midnight in UTC, has to be left out by `dayOf`. In UTC.
 */
export function edgeOf(day: string, zone: string, edge: 'end' | 'start'): string {
	const days = [momentOf(day, zone)!, momentOf(day, 'utc')!];
	if (edge === 'start') return timestampOf(DateTime.min(...days) as DateTime<true>);
	// Later ones have years of more than four digits.
	const latest = DateTime.utc(9999, 12, 31).endOf('day');
	const end = DateTime.max(...days.map((each) => each.endOf('day'))) as DateTime<true>;
	return timestampOf(DateTime.min(end, latest) as DateTime<true>);
}

/**
 * The moment, in `zone`. A day without a time is its first one; a time without an offset is local to `zone`. Accepts
 * ISO 8601 text, luxon's `DateTime`, `Date` and milliseconds; anything else is undefined.
 */
export function momentOf(value: unknown, zone: string): DateTime<true> | undefined {
	const moment = parsed(value, zone);
	return moment?.isValid ? (moment as DateTime<true>) : undefined;
}

/** Whether the text is a day without a time. */
export function isDayOnly(text: string): boolean {
	return /^\s*\d{4}-\d{2}-\d{2}\s*$/.test(text);
}

/** As the API writes points in time: UTC, milliseconds, `Z`. */
export function timestampOf(moment: DateTime<true>): string {
	return moment.toUTC().toISO();
}

/**
 * Why a date that can be read cannot be meant: `year`, of one before `earliest`, or what spreadsheets make of nothing;
 * `epoch`, as `new Date(null)` gives, or its midnight east of UTC; `seconds`, read as milliseconds, of a recent date. Those
 * without an offset are believed otherwise.
 */
export function doubtIn(value: unknown, earliest?: number, isRecent = false): Doubt | undefined {
	const moment = momentOf(value, 'utc');
	if (!moment) return undefined;
	// What systems have for no date; a filter may begin there.
	const none = earliest
		? /^1899-12-(30|29T[12])/
		: /^(1899-12-(30|(29|31)T[12])|(1900|1753)-01-01)/;
	if (moment.year < (earliest ?? 1000) || none.test(timestampOf(moment))) return 'year';
	const isWritten = typeof value === 'string' && ISO.exec(value.trim())?.[3] === undefined;
	const ms = isWritten ? NaN : moment.toMillis();
	if (ms === 0 || (isRecent && ms < 0 && ms > -DAY_MS)) return 'epoch';
	return isRecent && ms > 0 && ms < JANUARY_1970_MS ? 'seconds' : undefined;
}

/** What `doubtIn` finds; messages say of each how to give the date. */
export type Doubt = 'epoch' | 'seconds' | 'year';

/** Of 24 hours, also where clocks change. */
export const DAY_MS = 86_400_000;
/** Milliseconds before it are the seconds since 1970 of a recent date. */
export const JANUARY_1970_MS = 31 * DAY_MS;

function parsed(value: unknown, zone: string): DateTime | undefined {
	if (isDateTime(value)) return value;
	if (value instanceof Date) return DateTime.fromJSDate(value, { zone });
	if (typeof value !== 'number' && typeof value !== 'string') return undefined;
	// As .NET writes it.
	const text = String(value)
		.trim()
		.replace(/^\/Date\((\d+)(?:[+-]\d{4})?\)\/$/, '$1');
	if (EPOCH_MS.test(text)) return DateTime.fromMillis(Number(text), { zone });
	const [, day, time, offset = ''] = ISO.exec(text) ?? [];
	if (day === undefined) return undefined;
	const written = `${time?.replace(',', '.')}${offset.replace(/utc|gmt/i, 'Z')}`;
	return DateTime.fromISO(time ? `${day}T${written}` : day, { zone });
}

// Values of expressions come from n8n's own copy of luxon, so `instanceof` would not know them.
function isDateTime(value: unknown): value is DateTime {
	return typeof (value as Partial<DateTime> | null | undefined)?.toISODate === 'function';
}
