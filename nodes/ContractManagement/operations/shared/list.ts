import type { IDataObject } from 'n8n-workflow';
import { isBlank } from '../../api/options';
import type { Page } from '../../api/shapes';
import { isTool } from '../../transport/errors/toolWords';
import type { ApiRequest } from '../../transport/exchange';
import { hint } from '../../transport/hint';
import { pages, take, type PageOptions } from '../../transport/lists/paginate';
import type { Field } from '../../node/field';
import { gaveNothing } from '../../node/path';
import type { OperationBody } from '../../node/routing';
import { toItem, type ItemScope } from '../../node/scope';
import { limit, paging, returnAll } from './list.fields';

/** How the list of one input item differs from others. */
export interface Listing<T> {
	/** Query parameters from the filters and the sort order of the item. */
	qs?: IDataObject;
	/** Checks records again where the service may ignore a filter. */
	keep?: (record: T) => boolean;
	/** Reads what the list leaves out of its records. */
	complete?: (records: T[]) => Promise<T[]>;
	/** Turns records into the json of items; the records themselves when absent. */
	present?: (records: T[]) => Promise<unknown[]>;
	/** Where the pages come from; the declared list, cursor by cursor, when absent. Not used by One Page. */
	source?: (list: ApiRequest, wanted: Wanted) => AsyncIterable<Page<T>>;
}

/** How much of a list the person asked for. */
export interface Wanted
	extends Required<Pick<PageOptions, 'largestPage' | 'more' | 'pageSize'>>,
		Pick<PageOptions, 'cursor'> {
	/** Infinity for Return All. */
	limit: number;
	onePage: boolean;
}

/**
 * The body of a list operation: Return All, Limit, One Page and Cursor.
 * @param largestPage of the endpoint ("Limits")
 */
export function listBody<T>(
	largestPage: number,
	listingOf: (scope: ItemScope) => Listing<T>,
): OperationBody {
	return async (scope, declared) => {
		const wanted = wantedOf(scope, largestPage);
		const { qs, keep = () => true, complete, present, source } = listingOf(scope);
		const list = { ...declared, qs };
		const refine = async (records: T[]) => {
			const kept = records.filter(keep);
			// What the list left out may be what is filtered by.
			return complete ? (await complete(kept)).filter(keep) : kept;
		};
		const presented = async (records: T[]) => (present ? await present(records) : records);
		if (wanted.onePage) {
			const onDemand = refined(pages<T>(scope.connection, list, wanted), wanted, refine);
			const { value } = await onDemand.next();
			const { records, nextCursor } = value as Page<T>;
			// Where the list is cut off, a loop over its pages must not end as if that was all.
			if (!nextCursor) await onDemand.next();
			const hasNextPage = nextCursor !== null;
			return [toItem(scope, { records: await presented(records), nextCursor, hasNextPage })];
		}
		const chain = source?.(list, wanted) ?? pages<T>(scope.connection, list, wanted);
		const more = () => tellMore(scope, wanted.limit);
		const records = await take(refined(chain, wanted, refine), wanted.limit, more);
		return (await presented(records)).map((record) => toItem(scope, record));
	};
}

function wantedOf(scope: ItemScope, largestPage: number): Wanted {
	const most = limitOf(scope);
	return {
		limit: most,
		onePage: paging.onePage.of(scope),
		cursor: paging.cursor.of(scope) || undefined,
		pageSize: Math.min(most, largestPage),
		largestPage,
		more: { isNeeded: false },
	};
}

/** The item's Limit, Infinity for Return All. @throws NodeOperationError when it is not a whole number of at least 1 */
export function limitOf(scope: ItemScope): number {
	return returnAll.of(scope) ? Infinity : limit.of(scope);
}

/** Says which filters filter nothing, as their expressions gave nothing. */
export function tellEmpty(scope: ItemScope, filters: Array<Pick<Field, 'label' | 'path'>>): void {
	for (const { label, path } of filters) {
		const value = scope.parameter<unknown>(path, '');
		const nothing = isBlank(value) && gaveNothing(scope, path, value);
		if (nothing) hint(scope.context, `${label}: ${nothing}It filters nothing.`);
	}
}

/** The pages with what is left of their records; where some drop out, many more may have to be read. */
export async function* refined<T>(
	source: AsyncIterable<Page<T>>,
	{ more }: Pick<Wanted, 'more'>,
	refine: (records: T[]) => Promise<T[]> | T[],
): AsyncGenerator<Page<T>> {
	for await (const { records, ...page } of source) {
		const left = await refine(records);
		more.isNeeded ||= left.length < records.length;
		yield { ...page, records: left };
	}
}

/** Says that Limit ended the list. n8n's editor does where a node has put out as many items as a fixed one. */
export function tellMore({ context, node }: ItemScope, most: number): void {
	const isFixed = context.getInputData().length === 1 && node.parameters.limit === most;
	const isSaid = isFixed && !isTool(node);
	const more = `Limit ended the list at ${most}, and there may be more. Raise it, or turn on Return All.`;
	if (!isSaid) hint(context, more);
}
