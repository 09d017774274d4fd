const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
	/^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/;
const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/;

export function isUuid(text: string): boolean {
	return UUID.test(text);
}

/** A calendar date, `YYYY-MM-DD`, that exists. */
export function isDate(text: string): boolean {
	const parts = DATE.exec(text);
	if (!parts) return false;
	const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
	const date = new Date(Date.UTC(year, month - 1, day));
	return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** An ISO 8601 date-time with an offset; a time without one names no moment. */
export function isIsoDateTime(text: string): boolean {
	const parts = DATE_TIME.exec(text);
	return parts !== null && isDate(parts[1]!) && !Number.isNaN(Date.parse(text));
}

export function isEmail(text: string): boolean {
	return text.length <= 254 && EMAIL.test(text);
}

/** UTC with milliseconds, the one form in which times are stored, so that text order is time order. */
export function toUtc(dateOrDateTime: string): string {
	return new Date(dateOrDateTime).toISOString();
}
