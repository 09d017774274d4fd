import { invalidParameter } from '../../http/apiError.mts';
import type { Condition } from './filters.mts';
import type { Value } from '../database.mts';

/** One key of an order; `t` is the listed table. The last key is always the id, so that the order is total. */
export interface SortKey {
	field: string;
	column: string;
	descending: boolean;
}

/** Reads `sort`: comma-separated fields, `-` for descending. The id is added in the direction of the last field. */
export function sortKeys(sort: string, columns: Readonly<Record<string, string>>): SortKey[] {
	const keys = sort.split(',').map((part) => {
		const descending = part.startsWith('-');
		const field = descending ? part.slice(1) : part;
		if (!Object.hasOwn(columns, field)) {
			const options = Object.keys(columns);
			throw invalidParameter('sort', part, `must name ${options.join(', ')}`, options);
		}
		return { field, column: columns[field]!, descending };
	});
	if (new Set(keys.map((key) => key.field)).size < keys.length) {
		throw invalidParameter('sort', sort, 'must not name a field twice');
	}
	// What comes after the id decides nothing.
	const position = keys.findIndex((key) => key.field === 'id');
	if (position >= 0) return keys.slice(0, position + 1);
	return [...keys, { field: 'id', column: columns.id!, descending: keys.at(-1)!.descending }];
}

export function reversed(keys: SortKey[]): SortKey[] {
	return keys.map((key) => ({ ...key, descending: !key.descending }));
}

export function orderBy(keys: SortKey[]): string {
	return keys.map(({ column, descending }) => `t.${column}${descending ? ' DESC' : ''}`).join(', ');
}

/** The rows that come after the position `values` in the order of `keys`. */
export function after(keys: SortKey[], values: Value[], inclusive = false): Condition {
	const sameDirection = keys.every((key) => key.descending === keys[0]!.descending);
	if (!sameDirection) return afterMixed(keys, values, inclusive);
	// A row value lets SQLite start inside the index, also where many rows share the first key.
	const operator = `${keys[0]!.descending ? '<' : '>'}${inclusive ? '=' : ''}`;
	const columns = keys.map((key) => `t.${key.column}`);
	return { sql: `(${columns}) ${operator} (${columns.map(() => '?')})`, values };
}

function afterMixed([key, ...rest]: SortKey[], values: Value[], inclusive: boolean): Condition {
	const column = `t.${key!.column}`;
	const strictly = key!.descending ? '<' : '>';
	if (rest.length === 0) {
		return { sql: `${column} ${strictly}${inclusive ? '=' : ''} ?`, values: [values[0]!] };
	}
	const inner = afterMixed(rest, values.slice(1), inclusive);
	return {
		sql: `${column} ${strictly}= ? AND (${column} ${strictly} ? OR (${inner.sql}))`,
		values: [values[0]!, values[0]!, ...inner.values],
	};
}
