import { isSameValue } from './comparison';

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
