import { LARGE_PAGE_SIZE } from '../../api/limits';
import type { Page } from '../../api/shapes';
import type { Contract } from '../../api/types';
import type { ApiRequest } from '../../transport/exchange';
import { fastListing } from '../../transport/fastListing';
import { mergeTypes } from '../../transport/mergeTypes';
import { compareBy, withTieBreak } from '../../transport/order';
import { pages } from '../../transport/paginate';
import type { ItemScope } from '../../transport/scope';
import type { Wanted } from '../list';
import { statusesOf } from './filters';
import { contractQuery, type ContractQuery } from './query';

/** The pages of the item's contracts: one cursor chain, several types merged, or Fast Listing (D8). */
export function contractSource(
	scope: ItemScope,
	list: ApiRequest,
	wanted: Wanted,
): AsyncIterable<Page<Contract>> {
	const { connection } = scope;
	const { pageSize, cursor, returnAll } = wanted;
	const query = contractQuery(scope);
	if (isFast(scope, wanted, query)) return fast(scope, list, query);
	if (query.typeIds.length < 2) {
		return pages<Contract>(connection, list, {
			pageSize,
			toTheEnd: returnAll,
			...(cursor !== null && { cursor }),
		});
	}
	return mergeTypes<Contract>(connection, list, {
		typeIds: query.typeIds,
		sort: query.sort,
		limit: readLimit(wanted, query),
		pageSize,
		onSortRefused: () => hintOfOrder(scope),
	});
}

// Where records are checked again some may drop out, and more than the limit has to be read.
function readLimit({ limit }: Wanted, { filters }: ContractQuery): number {
	const mayDrop = limit !== Infinity && filters.some(({ recheck }) => recheck);
	return mayDrop ? Number.MAX_SAFE_INTEGER : limit;
}

function isFast(scope: ItemScope, { returnAll, cursor }: Wanted, { filters }: ContractQuery) {
	const wanted = scope.parameter('options.fastListing', false);
	// A raw filter on what the list is split by would be lost in the split.
	const isRaw = filters.some(({ name, recheck }) => SPLIT_BY.has(name) && !recheck);
	return wanted && returnAll && cursor === null && !isRaw;
}

/** The parameters that Fast Listing sets itself. */
const SPLIT_BY = new Set(['status', 'contractTypeId', 'sort']);

async function* fast(
	{ connection }: ItemScope,
	list: ApiRequest,
	{ filters, typeIds, sort }: ContractQuery,
): AsyncGenerator<Page<Contract>> {
	const kept = Object.entries(list.qs ?? {}).filter(([name]) => !SPLIT_BY.has(name));
	const records = await fastListing<Contract>(
		connection,
		{ ...list, qs: Object.fromEntries(kept) },
		{ statuses: statusesOf(filters), typeIds, pageSize: LARGE_PAGE_SIZE },
	);
	if (sort) records.sort(compareBy(withTieBreak(sort)));
	yield { records, nextCursor: null };
}

function hintOfOrder({ context }: ItemScope): void {
	if (!('addExecutionHints' in context)) return;
	context.addExecutionHints({
		message:
			'The service refused to sort contracts, so the contract types come one after the other.',
		location: 'outputPane',
	});
}
