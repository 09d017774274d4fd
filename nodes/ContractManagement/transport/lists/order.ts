import { compareInstants, instantOf, millisOf } from '../../api/instants';
import { commaList } from '../../api/options';

/** The `sort` parameter with `id` as tie-break, so that equal keys have one order everywhere ("Conventions", 4). */
export function withTieBreak(sort: string): string {
	const given = sort.trim() || '-createdAt';
	return keysOf(given).some(([field]) => field === 'id') ? given : `${given},id`;
}

/** The order that a `sort` parameter asks for: texts by their characters, times by the clock, nulls last when ascending. */
export function compareBy<T extends object>(sort: string): (a: T, b: T) => number {
	const keys = keysOf(sort);
	return (a, b) => {
		for (const [field, direction] of keys) {
			const difference = compareValues(a[field as keyof T], b[field as keyof T]);
			if (difference !== 0) return difference * direction;
		}
		return 0;
	};
}

/** What `sort` names and no record has: by that only the service sorts. */
export function unshownIn<T extends object>(records: T[], sort: string): Array<keyof T> {
	const fields = keysOf(sort).map(([field]) => field as keyof T);
	return fields.filter((field) => !records.some((record) => field in record));
}

function keysOf(sort: string): Array<[field: string, direction: -1 | 1]> {
	return commaList(sort).map((name) => (name.startsWith('-') ? [name.slice(1), -1] : [name, 1]));
}

function compareValues(a: unknown, b: unknown): number {
	if (a === b) return 0;
	const missingA = a === null || a === undefined;
	const missingB = b === null || b === undefined;
	if (missingA || missingB) return Number(missingA) - Number(missingB);
	if (typeof a === 'number' && typeof b === 'number') return a - b;
	const [left, right] = [String(a as string), String(b as string)];
	return compareTimes(left, right) || (left < right ? -1 : Number(left > right));
}

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T/;

// "12:00:00.5Z" is after "12:00:00Z" on the clock, but before it as text. In one form text is right, and ten times faster.
function compareTimes(a: string, b: string): number {
	if (a.length === b.length && a.endsWith('Z') && b.endsWith('Z')) return 0;
	if (!TIMESTAMP.test(a) || !TIMESTAMP.test(b)) return 0;
	return millisOf(a) - millisOf(b) || compareInstants(instantOf(a) ?? a, instantOf(b) ?? b);
}
