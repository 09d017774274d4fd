import type { IDataObject } from 'n8n-workflow';
import { MAX_DECLARED_ITEMS } from '../api/limits';
import type { Page } from '../api/shapes';
import { invalidInput, listError } from '../transport/errors';
import type { ApiRequest } from '../transport/exchange';
import { pages, pageSizeFor, readOne, take } from '../transport/paginate';
import { pathOf } from '../transport/path';
import { hook, toItem, type Hook, type OperationBody } from '../transport/routing';
import type { ItemScope } from '../transport/scope';

/** How one list operation differs from the others. Each function is called once per input item. */
export interface Listing<T> {
	/** The endpoint's largest page ("Limits"). */
	pageSize: number;
	/** Query parameters from the filters and the sort order of the item. */
	query?: (scope: ItemScope) => IDataObject;
	/** Checks records again where the service may ignore a filter. */
	keep?: (scope: ItemScope) => (record: T) => boolean;
	/** Turns a record into the item's json; the record itself when absent. */
	present?: (scope: ItemScope) => (record: T) => unknown;
	/** Where the pages come from; the declared list, cursor by cursor, when absent. Not used by One Page. */
	source?: (scope: ItemScope, list: ApiRequest, wanted: Wanted) => AsyncIterable<Page<T>>;
}

/** How much of a list the person asked for. */
export interface Wanted {
	returnAll: boolean;
	/** Infinity for Return All. */
	limit: number;
	onePage: boolean;
	cursor: string | null;
	/** No more records per request than these are needed. */
	pageSize: number;
}

/** The hook of a list operation: Return All, Limit, One Page and Cursor (D7). */
export function listHook<T>(listing: Listing<T>): Hook {
	return hook(listBody(listing, MAX_DECLARED_ITEMS));
}

/**
 * The body of a list operation.
 *
 * @param most how many items the route can deliver for one input item
 */
export function listBody<T>(listing: Listing<T>, most = Infinity): OperationBody {
	return async (scope, declared) => {
		const wanted = wantedOf(scope, listing.pageSize, most);
		const qs = { ...declared.qs, ...listing.query?.(scope) };
		const list = { ...declared, path: pathOf(scope, declared.path), qs };
		const keep = listing.keep?.(scope) ?? (() => true);
		const present = listing.present?.(scope) ?? ((record: T) => record);
		if (wanted.onePage) return [toItem(scope, await onePage(scope, list, wanted, keep, present))];

		const source = (listing.source ?? cursorChain)(scope, list, wanted);
		const records = await take(kept(source, keep), Math.min(wanted.limit, most + 1));
		if (records.length > most) throw tooMany(scope, most);
		return records.map((record) => toItem(scope, present(record)));
	};
}

function wantedOf(scope: ItemScope, largestPage: number, most: number): Wanted {
	const returnAll = scope.parameter('returnAll', false);
	const onePage = scope.parameter('options.onePage', false);
	const limit = returnAll ? Infinity : limitOf(scope);
	if (!returnAll && !onePage && limit > most) throw limitTooLarge(scope, limit, most);
	return {
		returnAll,
		limit,
		onePage,
		cursor: String(scope.parameter<unknown>('options.cursor', '') ?? '').trim() || null,
		pageSize: pageSizeFor(limit, largestPage),
	};
}

function limitOf(scope: ItemScope): number {
	const limit = Number(scope.parameter<unknown>('limit', 50));
	if (Number.isInteger(limit) && limit >= 1) return limit;
	throw invalidInput(
		scope.node,
		{
			message: `Limit '${String(scope.parameter<unknown>('limit', 50))}' is not a whole number of at least 1`,
			description: `Use Return All to get every result. [item ${scope.itemIndex}]`,
			field: 'Limit',
			value: scope.parameter<unknown>('limit', 50),
		},
		scope.itemIndex,
	);
}

async function onePage<T>(
	{ connection }: ItemScope,
	list: ApiRequest,
	{ pageSize, cursor }: Wanted,
	keep: (record: T) => boolean,
	present: (record: T) => unknown,
): Promise<{ records: unknown[]; nextCursor: string | null; hasNextPage: boolean }> {
	const { records, nextCursor } = await readOne<T>(connection, list, pageSize, cursor);
	return {
		records: records.filter(keep).map(present),
		nextCursor,
		hasNextPage: nextCursor !== null,
	};
}

function cursorChain<T>(
	{ connection }: ItemScope,
	list: ApiRequest,
	{ pageSize, cursor }: Wanted,
): AsyncIterable<Page<T>> {
	return pages<T>(connection, list, { pageSize, ...(cursor !== null && { cursor }) });
}

async function* kept<T>(
	source: AsyncIterable<Page<T>>,
	keep: (record: T) => boolean,
): AsyncGenerator<Page<T>> {
	for await (const { records, nextCursor } of source) {
		yield { records: records.filter(keep), nextCursor };
	}
}

const ONE_PAGE_ADVICE =
	'Turn on Options > One Page and loop over nextCursor: that works for any number in constant memory.';

function limitTooLarge({ node, itemIndex }: ItemScope, limit: number, most: number) {
	return invalidInput(
		node,
		{
			message: `Limit ${limit} is more than the ${most} items that this operation can return at once`,
			description: `${ONE_PAGE_ADVICE} [item ${itemIndex}]`,
			field: 'Limit',
			value: limit,
		},
		itemIndex,
	);
}

function tooMany({ node }: ItemScope, most: number) {
	return listError(
		node,
		`There are more than the ${most} items that this operation can return at once`,
		ONE_PAGE_ADVICE,
	);
}
