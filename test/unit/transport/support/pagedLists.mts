import fc from 'fast-check';
import type { Page } from '../../../../nodes/ContractManagement/api/shapes';
import { mergedTypes } from '../../../../nodes/ContractManagement/operations/contract/contractPages';
import type { Wanted } from '../../../../nodes/ContractManagement/operations/shared/list';
import type { Connection } from '../../../../nodes/ContractManagement/transport/connection';
import type { ApiRequest } from '../../../../nodes/ContractManagement/transport/exchange';
import { NODE } from './fakeService.mts';

/** How a list comes out: how many rows each page has, and which cursors lead from page to page. */
export interface Split {
	sizes: number[];
	cursors: string[];
}

/** Any split into pages, empty ones included, with any distinct cursors. */
export const splits: fc.Arbitrary<Split> = fc
	.tuple(
		fc.array(fc.nat({ max: 5 }), { maxLength: 12 }),
		fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 60, maxLength: 60 }),
	)
	.map(([sizes, cursors]) => ({ sizes, cursors }));

/** The rows cut into pages: the sizes in turn, each of at most `limit` rows, until no row is left. */
export function cut<T>(rows: T[], { sizes }: Split, limit: number): T[][] {
	const result: T[][] = [];
	let from = 0;
	for (let i = 0; i < sizes.length && from < rows.length; i++) {
		const size = Math.min(sizes[i], limit);
		result.push(rows.slice(from, from + size));
		from += size;
	}
	while (from < rows.length) {
		result.push(rows.slice(from, from + limit));
		from += limit;
	}
	return result.length > 0 ? result : [[]];
}

/** Answers one request for a list as the service would; cursors are those of the split. */
export function pageAt<T>(rows: T[], split: Split, qs: Record<string, unknown>) {
	const cutRows = cut(rows, split, Number(qs.limit));
	const at = qs.after === undefined ? 0 : split.cursors.indexOf(String(qs.after)) + 1;
	const hasNext = at < cutRows.length - 1;
	return {
		data: cutRows[at],
		pagination: { has_next: hasNext, next_cursor: hasNext ? split.cursors[at] : null },
	};
}

type Query = Parameters<typeof mergedTypes>[1];

/** Which contract types to merge, and how. */
export type Merging = Partial<Wanted> & Pick<Query, 'sort' | 'typeIds'> & Partial<Query>;

/** What Get Many reads of several contract types. */
export function merged<T>(
	connection: Connection,
	list: ApiRequest,
	{ typeIds, sort, filters = [], isUnsorted = false, pageSize = 100, ...more }: Merging,
): AsyncGenerator<Page<T>, void, undefined> {
	const context = { ...connection.context, getTimezone: () => 'UTC' };
	return mergedTypes(
		{ connection, context: context as never, node: NODE, itemIndex: 0 },
		{ typeIds, sort, filters, isUnsorted },
		list,
		{
			...{ limit: Infinity, pageSize, largestPage: pageSize, more: { isNeeded: false } },
			...{ onePage: false, ...more },
		},
	) as AsyncGenerator<Page<never>, void, undefined>;
}
