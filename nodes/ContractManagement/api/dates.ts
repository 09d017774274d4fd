import { DateTime } from 'luxon';

/** A date, or a date with a time, with or without an offset. Anything shorter or local is ambiguous and refused. */
const ISO =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * Milliseconds since 1970 as CRMs export dates; ten digits and less would be seconds, or a number by mistake, and what
 * reads as `yyyyMMddHHmm` is that.
 */
const EPOCH_MS = /^(?!(?:19|20)\d{10}$)\d{12,13}$/;

/** Formats of other systems. Where day and month could be either, the day comes first. */
const DAYS =
	'd.M.yyyy|d/M/yyyy|M/d/yyyy|d-M-yyyy|yyyy/M/d|yyyyMMdd|d MMM yyyy|d MMMM yyyy|MMM d, yyyy|MMMM d, yyyy';
const FORMATS = [
	...DAYS.split('|').flatMap((day) => [day, `${day} H:mm`, `${day} H:mm:ss`]),
	'yyyyMMddHHmm',
	'yyyyMMddHHmmss',
];

/** What people are told when a date cannot be read: the forms, and the expression that converts this one. */
export function dateAdvice(value?: unknown): string {
	const text = String(value).trim();
	const fits = (format: string) => DateTime.fromFormat(text, format, { locale: 'en' }).isValid;
	const [format, other] = FORMATS.filter(fits);
	const convert = format
		? `this one with {{ DateTime.fromFormat('${text}', '${format}') }}${other ? ` (or '${other}')` : ''}`
		: "others with {{ DateTime.fromFormat($json.date, 'd.M.yyyy') }}";
	return `A date is written 2026-03-31, or 2026-03-31T14:30:00 with an offset such as +02:00 or Z. Convert ${convert}.`;
}

/**
 * The calendar day as `YYYY-MM-DD`, never shifted by a timezone: the day as it is written, in a date value's own zone. A
 * `Date` and milliseconds at midnight UTC are a day that a CRM exported; at any other time they are a moment, whose day
 * is the one in `zone`. Undefined when the value is no date.
 */
export function dayOf(value: unknown, zone: string): string | undefined {
	const day = typeof value === 'string' ? ISO.exec(value.trim())?.[1] : undefined;
	// As it is written, whatever the zone: only whether it is a date is asked.
	const moment = momentOf(value, day ? 'utc' : zone);
	if (!moment || day) return moment && day;
	if (isDateTime(value)) return moment.toISODate();
	const inUtc = moment.toUTC();
	return (inUtc.equals(inUtc.startOf('day')) ? inUtc : moment).toISODate();
}

/**
 * The moment, in `zone`. A day without a time is its first millisecond in `zone`, or its last one; a time without an
 * offset is local to `zone`. Accepts ISO 8601 text, luxon's `DateTime`, `Date` and milliseconds; anything else is undefined.
 */
export function momentOf(
	value: unknown,
	zone: string,
	edge: 'end' | 'start' = 'start',
): DateTime<true> | undefined {
	const moment = parsed(value, zone) as DateTime<true> | undefined;
	if (!moment?.isValid) return undefined;
	const isEndOfDay = edge === 'end' && typeof value === 'string' && isDayOnly(value);
	return isEndOfDay ? moment.endOf('day') : moment;
}

/** Whether the text is a day without a time. */
export function isDayOnly(text: string): boolean {
	return /^\s*\d{4}-\d{2}-\d{2}\s*$/.test(text);
}

/** As the API writes points in time: UTC, milliseconds, `Z`. */
export function timestampOf(moment: DateTime<true>): string {
	return moment.toUTC().toISO();
}

function parsed(value: unknown, zone: string): DateTime | undefined {
	if (isDateTime(value)) return value;
	if (value instanceof Date) return DateTime.fromJSDate(value, { zone });
	if (typeof value !== 'number' && typeof value !== 'string') return undefined;
	const text = String(value).trim();
	if (EPOCH_MS.test(text)) return DateTime.fromMillis(Number(text), { zone });
	const [, day, time, offset = ''] = ISO.exec(text) ?? [];
	if (day === undefined) return undefined;
	return DateTime.fromISO(time ? `${day}T${time.replace(',', '.')}${offset}` : day, { zone });
}

// Values of expressions come from n8n's own copy of luxon, so `instanceof` would not know them.
function isDateTime(value: unknown): value is DateTime {
	return typeof (value as Partial<DateTime> | null | undefined)?.toISODate === 'function';
}
