import type { Pagination } from '../../schemas/page.mts';
import type { Database, Value } from '../database.mts';
import type { CursorCodec, Position } from './cursor.mts';
import type { Condition } from './filters.mts';
import { bestIndex } from './indexes.mts';
import { after, orderBy, reversed, type SortKey } from './sort.mts';

export interface PageQuery {
	table: string;
	/** Columns and joins of a row; the table's alias is `t`. */
	select: string;
	joins: string;
	conditions: Condition[];
	keys: SortKey[];
	/** Name of the list and its order, bound into its cursors. */
	list: string;
	limit: number;
	forward?: Position;
	backward?: Position;
	/** Whether the next page begins with the last row of this one. */
	isOverlapping: boolean;
}

export interface Page<Row> {
	rows: Row[];
	pagination: Pagination;
}

type KeyedRow = { [key: string]: Value };

/** Reads one page by key, not by offset: it costs the same wherever in the list it is. */
export function readPage<Row>(
	database: Database,
	cursors: CursorCodec,
	query: PageQuery,
): Page<Row> {
	const { forward, backward, limit, keys } = query;
	const position = forward ?? backward;
	const direction = backward ? reversed(keys) : keys;
	const start = position ? [after(direction, position.values, position.inclusive)] : [];
	const found = selectRows(database, query, direction, start, limit + 1);
	const hasMore = found.length > limit;
	const rows = found.slice(0, limit);
	if (backward) rows.reverse();

	const edges = pageEdges(query, rows, position);
	const isBefore = (edge: Position) =>
		selectRows(database, query, reversed(keys), [edgeCondition(reversed(keys), edge)], 1).length >
		0;
	const isAfter = (edge: Position) =>
		selectRows(database, query, keys, [edgeCondition(keys, edge)], 1).length > 0;
	const hasNext = backward ? edges !== undefined && isAfter(edges.end) : hasMore;
	const hasPrevious = backward
		? hasMore
		: forward !== undefined && edges !== undefined && isBefore(edges.start);
	return {
		rows: rows as Row[],
		pagination: {
			limit,
			next_cursor: hasNext ? cursors.encode(nextStart(query, rows, edges!.end)) : null,
			prev_cursor: hasPrevious ? cursors.encode(edges!.start) : null,
			has_next: hasNext,
			has_previous: hasPrevious,
		},
	};
}

/**
 * Where the pages beside this one begin. An empty page has both edges at its own cursor, which the neighbouring page
 * then includes.
 */
function pageEdges(
	{ keys, list }: PageQuery,
	rows: KeyedRow[],
	position: Position | undefined,
): { start: Position; end: Position } | undefined {
	if (rows.length === 0) {
		if (!position) return undefined;
		const edge = { ...position, inclusive: !position.inclusive };
		return { start: edge, end: edge };
	}
	const at = (row: KeyedRow): Position => ({
		list,
		values: keys.map((_, index) => row[`key${index}`]!),
		inclusive: false,
	});
	return { start: at(rows[0]!), end: at(rows.at(-1)!) };
}

// With one row on a page the next one would be the same again.
function nextStart({ isOverlapping }: PageQuery, rows: KeyedRow[], end: Position): Position {
	return isOverlapping && rows.length > 1 ? { ...end, inclusive: true } : end;
}

function edgeCondition(keys: SortKey[], { values, inclusive }: Position): Condition {
	return after(keys, values, inclusive);
}

function selectRows(
	database: Database,
	{ table, select, joins, conditions, keys }: PageQuery,
	order: SortKey[],
	start: Condition[],
	limit: number,
): KeyedRow[] {
	const all = [...conditions, ...start];
	const keyColumns = keys.map(({ column }, index) => `t.${column} AS key${index}`);
	const sql = `SELECT ${select}, ${keyColumns} FROM ${table} t ${bestIndex(table, conditions, keys)} ${joins}
		WHERE ${all.map((condition) => condition.sql).join(' AND ')}
		ORDER BY ${orderBy(order)} LIMIT ?`;
	return database.all<KeyedRow>(sql, ...all.flatMap((condition) => condition.values), limit);
}
