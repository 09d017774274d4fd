import { isObject } from './shapes';

/** One value that differs: what it is, and what it is to become. */
export interface Difference {
	field: string;
	from: unknown;
	to: unknown;
}

/** What of `wanted` differs from `current`. */
export function differences(
	current: Record<string, unknown>,
	wanted: Record<string, unknown>,
): Difference[] {
	return Object.entries(wanted)
		.filter(([field, to]) => !isSameValue(current[field], to))
		.map(([field, to]) => ({ field, from: current[field] ?? null, to }));
}

/**
 * Whether two values mean the same: systems hand the same value over as `5` or `"5"`, with outer blanks, as null or as
 * an empty text; lists of plain values are sets.
 */
export function isSameValue(a: unknown, b: unknown): boolean {
	if (isBlank(a) || isBlank(b)) return isBlank(a) && isBlank(b);
	if (Array.isArray(a) && Array.isArray(b)) return isSameList(a, b);
	if (isObject(a) && isObject(b)) {
		const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
		return [...keys].every((key) => isSameValue(a[key], b[key]));
	}
	return typeof a !== 'object' && typeof b !== 'object' && textOf(a) === textOf(b);
}

function isBlank(value: unknown): boolean {
	return (
		value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
	);
}

function isSameList(a: unknown[], b: unknown[]): boolean {
	if (a.length !== b.length) return false;
	const isSet = [...a, ...b].every((value) => typeof value !== 'object');
	if (!isSet) return a.every((value, index) => isSameValue(value, b[index]));
	const [left, right] = [a, b].map((list) => list.map(textOf).toSorted());
	return left.every((value, index) => value === right[index]);
}

function textOf(value: unknown): string {
	return String(value).trim().normalize('NFC');
}
