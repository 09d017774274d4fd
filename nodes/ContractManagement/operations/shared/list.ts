import type { IDataObject } from 'n8n-workflow';
import type { Page } from '../../api/shapes';
import { nodeApiError } from '../../transport/errors/requestError';
import type { ApiRequest } from '../../transport/exchange';
import { hint } from '../../transport/hint';
import { pages, pageSizeFor, readOne, take } from '../../transport/lists/paginate';
import { toItem, type OperationBody } from '../../transport/routing';
import type { ItemScope } from '../../transport/scope';
import { refusedParameter, textParameter, wholeNumber } from './parameters';

/** How one list operation differs from the others. Each function is called once per input item. */
export interface Listing<T> {
	/** The endpoint's largest page ("Limits"). */
	pageSize: number;
	/** Query parameters from the filters and the sort order of the item. */
	query?: (scope: ItemScope) => IDataObject;
	/** Those that the specification does not name: see `ApiRequest`. Filters among them are checked by `keep`. */
	optionalQuery?: (scope: ItemScope) => IDataObject;
	/** Checks records again where the service may ignore a filter. */
	keep?: (scope: ItemScope) => (record: T) => boolean;
	/** Reads what the list leaves out of its records; undefined when the person wants them as they are. */
	complete?: (scope: ItemScope) => ((records: T[]) => Promise<T[]>) | undefined;
	/** Turns records into the json of items; the records themselves when absent. */
	present?: (scope: ItemScope) => (records: T[]) => Promise<unknown[]>;
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
	/** The endpoint's largest page. */
	largestPage: number;
}

/** The body of a list operation: Return All, Limit, One Page and Cursor. */
export function listBody<T>(listing: Listing<T>): OperationBody {
	return async (scope, declared) => {
		const most = scope.mostItems;
		const wanted = wantedOf(scope, listing.pageSize, most);
		const qs = { ...declared.qs, ...listing.query?.(scope) };
		const optionalQs = listing.optionalQuery?.(scope);
		const list = { ...declared, qs, optionalQs };
		const refine = refining(scope, listing);
		const present = listing.present?.(scope) ?? (async (records: T[]) => records);
		if (wanted.onePage) {
			const page = await readOne<T>(scope.connection, list, wanted.pageSize, wanted.cursor);
			const { records, nextCursor } = await refine(page);
			return [toItem(scope, onePage(await present(records), nextCursor))];
		}
		const source = (listing.source ?? cursorChain)(scope, list, wanted);
		const onMore = () => hint(scope.context, moreThan(wanted.limit));
		const records = await take(refined(source, refine), Math.min(wanted.limit, most + 1), onMore);
		if (records.length > most) throw tooMany(scope, most);
		return (await present(records)).map((record) => toItem(scope, record));
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
		cursor: textParameter(scope, 'options.cursor') || null,
		pageSize: pageSizeFor(limit, largestPage),
		largestPage,
	};
}

/** The item's Limit. @throws NodeOperationError when it is not a whole number of at least 1 */
export function limitOf(scope: ItemScope): number {
	return wholeNumber(scope, 'Limit', scope.parameter<unknown>('limit', 50), 1);
}

type Refine<T> = (page: Page<T>) => Promise<Page<T>>;

function refining<T>(scope: ItemScope, listing: Listing<T>): Refine<T> {
	const keep = listing.keep?.(scope) ?? (() => true);
	const complete = listing.complete?.(scope) ?? (async (records: T[]) => records);
	return async ({ records, ...page }) => ({
		...page,
		records: await complete(records.filter(keep)),
	});
}

function moreThan(limit: number): string {
	return `Limit ended the list at ${limit}, and there may be more. Raise it, or turn on Return All.`;
}

function onePage(records: unknown[], nextCursor: string | null) {
	return { records, nextCursor, hasNextPage: nextCursor !== null };
}

/** The declared list, cursor by cursor. */
export function cursorChain<T>(
	{ connection }: ItemScope,
	list: ApiRequest,
	{ pageSize, largestPage, cursor, returnAll }: Wanted,
): AsyncIterable<Page<T>> {
	return pages<T>(connection, list, {
		pageSize,
		largestPage,
		toTheEnd: returnAll,
		...(cursor !== null && { cursor }),
	});
}

async function* refined<T>(
	source: AsyncIterable<Page<T>>,
	refine: Refine<T>,
): AsyncGenerator<Page<T>> {
	for await (const page of source) yield await refine(page);
}

const ONE_PAGE_ADVICE =
	'Turn on Options > One Page and loop over nextCursor: that works for any number in constant memory.';

function limitTooLarge(scope: ItemScope, limit: number, most: number) {
	return refusedParameter(scope, {
		field: 'Limit',
		message: `Limit ${limit} is more than the ${most} items that this operation can return at once`,
		description: ONE_PAGE_ADVICE,
		value: limit,
	});
}

function tooMany({ node }: ItemScope, most: number) {
	return nodeApiError(node, {
		message: `There are more than the ${most} items that this operation can return at once`,
		description: ONE_PAGE_ADVICE,
	});
}
