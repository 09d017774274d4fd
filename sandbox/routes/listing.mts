import { Type, type TObject } from '@sinclair/typebox';
import { ApiError, invalidParameter } from '../http/apiError.mts';
import { ok, type Answer, type Call, type Query } from '../http/operation.mts';
import type { PageBody, PageLinks, Pagination } from '../schemas/page.mts';
import { equal, filterConditions, type Condition, type Filter } from '../store/listing/filters.mts';
import { readPage } from '../store/listing/page.mts';
import { sortKeys } from '../store/listing/sort.mts';

/** A list endpoint: where its rows come from and by what they can be filtered and sorted. */
export interface ListSource<Row> {
	/** Path relative to the base URL, as `links` show it. */
	path: string;
	table: string;
	select: string;
	joins: string;
	filters: Record<string, Filter>;
	sortColumns: Readonly<Record<string, string>>;
	defaultSort: string;
	maxLimit: number;
	view(row: Row): unknown;
}

const DEFAULT_LIMIT = 20;

/** Answers one page of a list, "Paging", "Sorting", "Filtering". */
export function listAnswer<Row>(call: Call, source: ListSource<Row>): Answer {
	const { query, state, organizationId } = call;
	const sort = single(query, 'sort') ?? source.defaultSort;
	const list = `${source.path}?sort=${sort}`;
	const { forward, backward } = cursorsOf(call, list);
	const page = readPage<Row>(state.database, state.cursors, {
		...source,
		list,
		forward,
		backward,
		isOverlapping: state.variants.has('overlappingPages'),
		limit: limitOf(query, source.maxLimit),
		keys: sortKeys(sort, source.sortColumns),
		conditions: [equal('organization_id', organizationId), ...conditions(query, source.filters)],
	});
	const body: PageBody<unknown> = {
		data: page.rows.map((row) => source.view(row)),
		pagination: page.pagination,
		links: linksOf(source.path, query, page.pagination),
	};
	return ok(body);
}

/** The query parameters of a list for the OpenAPI document. */
export function listQuery(maxLimit: number, filters: TObject['properties']): TObject {
	return Type.Object({
		limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxLimit, default: DEFAULT_LIMIT })),
		after: Type.Optional(Type.String({ description: '`next_cursor` of a previous page' })),
		before: Type.Optional(Type.String({ description: '`prev_cursor` of a previous page' })),
		...filters,
	});
}

/** A documented filter parameter. */
export function filterParameter(description: string) {
	return Type.Optional(Type.String({ description }));
}

function conditions(query: Query, filters: Record<string, Filter>): Condition[] {
	return Object.entries(filters).flatMap(([name, filter]) => {
		const given = query[name];
		return given === undefined ? [] : filterConditions(name, filter, [given].flat());
	});
}

function cursorsOf({ query, state }: Call, list: string) {
	const after = single(query, 'after');
	const before = single(query, 'before');
	if (after !== undefined && before !== undefined) {
		throw new ApiError('INVALID_PARAMETER', "'after' and 'before' exclude each other", {
			field: 'before',
			value: before,
		});
	}
	return {
		forward: after === undefined ? undefined : state.cursors.decode('after', after, list),
		backward: before === undefined ? undefined : state.cursors.decode('before', before, list),
	};
}

function limitOf(query: Query, maximum: number): number {
	const text = single(query, 'limit') ?? String(DEFAULT_LIMIT);
	const limit = Number(text);
	if (/^\d{1,9}$/.test(text) && limit >= 1 && limit <= maximum) return limit;
	throw invalidParameter('limit', text, `must be an integer from 1 to ${maximum}`);
}

function single(query: Query, name: string): string | undefined {
	const value = query[name];
	if (!Array.isArray(value)) return value;
	throw invalidParameter(name, value, 'must be given once');
}

/** Relative to the base address; they keep the filters and the order of the request. */
function linksOf(path: string, query: Query, pagination: Pagination): PageLinks {
	const { next_cursor: next, prev_cursor: previous, limit } = pagination;
	const { after, before, ...kept } = query;
	const link = (cursor: Record<string, string | string[] | null | undefined>) => {
		const entries = Object.entries({ ...kept, limit: String(limit), ...cursor });
		const pairs = entries.flatMap(([name, value]) =>
			[value ?? []].flat().map((one): [string, string] => [name, one]),
		);
		return `${path}?${new URLSearchParams(pairs)}`;
	};
	return {
		self: link({ after, before }),
		next: next && link({ after: next }),
		prev: previous && link({ before: previous }),
	};
}
