import type { Condition } from './filters.mts';
import type { SortKey } from './sort.mts';

/**
 * Indexes of the list endpoints: the columns that filters fix come first, then the sort column, then the id, so that a
 * page costs the same wherever in the list it is. A bulk seed drops them and makes them again.
 */
interface ListIndex {
	name: string;
	table: string;
	columns: string[];
}

const CONTRACT_ORDERS: Array<[fixed: string[], sorts: string[]]> = [
	[
		['organization_id'],
		['created_at', 'updated_at', 'name', 'status', 'start_key', 'end_key', 'id'],
	],
	[['contract_type_id'], ['created_at', 'updated_at', 'name', 'end_key', 'id']],
	[
		['organization_id', 'status'],
		['created_at', 'updated_at'],
	],
	[
		['contract_type_id', 'status'],
		['created_at', 'updated_at'],
	],
	[['counterparty_id'], ['created_at']],
	[['folder_id'], ['created_at']],
];

const LIST_INDEXES: ListIndex[] = [
	...CONTRACT_ORDERS.flatMap(([fixed, sorts]) =>
		sorts.map((sort) => listIndex('contracts', fixed, sort)),
	),
	...['created_at', 'updated_at', 'name', 'status', 'id'].map((sort) =>
		listIndex('counterparties', ['organization_id'], sort),
	),
	listIndex('clauses', ['organization_id'], 'created_at'),
];

/** `INDEXED BY` of the index that has the order of `keys` under as many of the `conditions` as possible. */
export function bestIndex(table: string, conditions: Condition[], keys: SortKey[]): string {
	const fixed = new Set(conditions.flatMap((condition) => condition.fixes ?? []));
	const usable = LIST_INDEXES.filter((index) => index.table === table)
		.map((index) => ({ name: index.name, score: score(index.columns, fixed, keys) }))
		.filter((index) => index.score > 0)
		.sort((a, b) => b.score - a.score);
	return usable[0] ? `INDEXED BY ${usable[0].name}` : '';
}

export function createListIndexes(): string {
	return LIST_INDEXES.map(
		({ name, table, columns }) => `CREATE INDEX IF NOT EXISTS ${name} ON ${table} (${columns});`,
	).join('\n');
}

export function dropListIndexes(): string {
	return LIST_INDEXES.map(({ name }) => `DROP INDEX IF EXISTS ${name};`).join('\n');
}

/** 0 when the index lacks the first sort key right behind columns that are fixed; else the columns that it serves. */
function score(columns: string[], fixed: Set<string>, keys: SortKey[]): number {
	for (let start = 1; start < columns.length; start++) {
		if (!fixed.has(columns[start - 1]!)) return 0;
		const sorted = keys.findIndex((key, offset) => key.column !== columns[start + offset]);
		const length = sorted < 0 ? keys.length : sorted;
		if (length > 0) return start + length;
	}
	return 0;
}

function listIndex(table: string, fixed: string[], sort: string): ListIndex {
	const columns = sort === 'id' ? [...fixed, 'id'] : [...fixed, sort, 'id'];
	return { name: [table, ...columns].join('_'), table, columns };
}
