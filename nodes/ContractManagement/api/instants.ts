import { DateTime } from 'luxon';

const CANONICAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/**
 * A timestamp of the service in one form, `2026-03-31T14:30:00.000Z`, whatever offset or precision it came with; without
 * an offset it is UTC. Digits beyond milliseconds are kept, as two versions of a record may differ in them alone.
 * Undefined when the value is no timestamp.
 */
export function instantOf(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	if (CANONICAL.test(value)) return value;
	const moment = DateTime.fromISO(value.trim().replace(' ', 'T'), { zone: 'utc' });
	if (!moment.isValid) return undefined;
	const beyond = (/\.\d{3}(\d*[1-9])/.exec(value)?.[1] ?? '') + 'Z';
	return moment.toISO().replace('Z', beyond);
}

const HAS_ZONE = /(z|[+-]\d\d(:?\d\d)?)$/i;

/** A timestamp of the service in milliseconds since the epoch; without an offset it is UTC. NaN when it is none. */
export function millisOf(timestamp: string | null | undefined): number {
	const text = timestamp?.trim() ?? '';
	return Date.parse(HAS_ZONE.test(text) ? text : `${text}Z`);
}

/** Orders two instants in the form of `instantOf`; negative when `a` is earlier. */
export function compareInstants(a: string, b: string): number {
	const [left, right] = [a.slice(0, -1), b.slice(0, -1)];
	return left < right ? -1 : Number(left > right);
}

/** Whether one instant is later than another. */
export function isLater(instant: string, than: string): boolean {
	return compareInstants(instant, than) > 0;
}

/** Whether a record may have changed again without showing another time. */
export function isWholeSecond(instant: string): boolean {
	return instant.endsWith('.000Z');
}

/** Whether one time is later than another by more than whole seconds and clocks that differ a little explain. */
export function isClearlyLater(time: unknown, than: unknown): boolean {
	const [left, right] = [time, than].map((one) => millisOf(instantOf(one)));
	return left - (right % 1000 === 0 ? right + 999 : right) > 1000;
}

/** The later of two instants. */
export function later(a: string, b: string): string {
	return isLater(b, a) ? b : a;
}

/** The earlier of two instants. */
export function earlier(a: string, b: string): string {
	return isLater(b, a) ? a : b;
}

/** The instant so many milliseconds before, in whole milliseconds. */
export function earlierBy(instant: string, ms: number): string {
	return new Date(Date.parse(instant) - ms).toISOString();
}

const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?$/i;

/** Beyond that a number is one of milliseconds. */
export const LATEST_SECONDS = 100_000_000_000;

/** A time that anybody wrote, in UTC: text (without an offset it is UTC), or seconds or milliseconds since the epoch, also as text. */
export function instantIn(value: number | string): string | undefined {
	const [, day, time, offset = 'Z'] = TIME.exec(String(value)) ?? [];
	const number =
		typeof value === 'number' || /^\d{10}(?:\d{3})?$/.test(value) ? Number(value) : NaN;
	const asMs = number < LATEST_SECONDS ? number * 1000 : number;
	const ms = day ? Date.parse(`${day}T${time}${offset}`) : asMs;
	return Math.abs(ms) < LATEST_SECONDS * 1000 ? new Date(ms).toISOString() : undefined;
}
