import { firstTime, firstTimeById } from '../../api/identifiers';
import { CONTRACT_SORT_FIELDS, LARGE_PAGE_SIZE } from '../../api/limits';
import { isBlank } from '../../api/options';
import type { Page } from '../../api/shapes';
import type { Contract } from '../../api/types';
import { completeContracts } from '../../transport/contracts';
import { withSignal } from '../../transport/connection';
import { wrongInput } from '../../transport/errors/requestError';
import type { ApiRequest } from '../../transport/exchange';
import { fastListing } from '../../transport/lists/fastListing';
import { compareBy, unshownIn, withTieBreak } from '../../transport/lists/order';
import { pages, take, wholeOrChain } from '../../transport/lists/paginate';
import { checkedIdentifier, gaveNothing } from '../../node/path';
import type { ItemScope } from '../../node/scope';
import { refined, type Wanted } from '../shared/list';
import { paging, sortOf } from '../shared/list.fields';
import { contractTypeLocator } from '../shared/locators.fields';
import { contractTypeIds } from '../shared/parameters.fields';
import { matching, statusesOf, type Filter } from './filterChecks';
import { contractFilters } from './filters';

type ContractQuery = ReturnType<typeof contractQuery>;

/** Which contracts the item asks for, and in which order. @throws NodeOperationError for what the service would refuse */
export function contractQuery(scope: ItemScope) {
	const filters = contractFilters(scope);
	const sort = sortOf(scope, CONTRACT_SORT_FIELDS);
	const isUnsorted = scope.connection.profile['contract-list-sort'] === 'unsorted';
	if (isUnsorted && sort) {
		const advice = "Service Profile says so in contract-list-sort. Use n8n's node Sort.";
		throw wrongInput(scope, ['Sort', sort], 'The service does not sort contracts', advice);
	}
	return { filters, typeIds: typeIdsOf(scope, filters), sort, isUnsorted };
}

function typeIdsOf(scope: ItemScope, filters: Filter[]): string[] {
	const { label: field } = contractTypeLocator;
	const { path } = contractTypeIds;
	const given = contractTypeIds.given(scope);
	// Of an expression that finds nothing: the list of all types is not what was meant.
	const isNone = Array.isArray(given) && given.length === 0;
	const isMissing = !isNone && gaveNothing(scope, path, given) !== '';
	const ids = (isMissing ? [undefined] : contractTypeIds.of(scope, given))
		.map((id) => checkedIdentifier(scope, field, id, path))
		.filter(firstTime());
	if (ids.length > 0 && filters.some(({ name }) => name === 'contractTypeId')) {
		const advice = 'Give it in Contract Type Names or IDs, or as an Additional Filter.';
		throw wrongInput(scope, [field], 'The contract type is given twice', advice);
	}
	const isPaged = paging.onePage.of(scope) || !isBlank(paging.cursor.given(scope));
	if (ids.length < 2 || !isPaged) return ids;
	const advice = 'Choose one type, or none, or turn off One Page and Cursor.';
	throw wrongInput(scope, [field], 'One Page and Cursor work with one contract type only', advice);
}

/** The pages of the item's contracts: several types merged, one cursor chain, or in parallel where a long list is wanted whole. */
export function contractPages(
	scope: ItemScope,
	query: ContractQuery,
	list: ApiRequest,
	wanted: Wanted,
): AsyncIterable<Page<Contract>> {
	const { filters, typeIds, sort, isUnsorted } = query;
	if (typeIds.length > 1) return mergedTypes(scope, query, list, wanted);
	const chain = pages<Contract>(scope.connection, list, wanted);
	// A raw filter on what the list is split by would be lost in the split.
	const isRaw = filters.some(({ name, recheck }) => name === 'status' && !recheck);
	if (isRaw || isUnsorted) return chain;
	const split = { ...list, qs: { ...list.qs, status: undefined, sort: undefined } };
	const splitting = { statuses: statusesOf(filters), pageSize: LARGE_PAGE_SIZE };
	const whole = async () => {
		const all = await fastListing<Contract>(scope.connection, split, splitting);
		return sort ? all.sort(compareBy(withTieBreak(sort))) : all;
	};
	return wholeOrChain(chain, wanted, whole, (first) => !unshownIn(first, sort)[0]);
}

/**
 * Several types as one list: the API takes one per request, so they are read at the same time, each as far as all of them
 * are wanted, and merged in the order of `sort`, without duplicates. Of an unsorted list they come one after the other.
 */
export async function* mergedTypes(
	scope: Pick<ItemScope, 'connection' | 'context' | 'itemIndex' | 'node'>,
	{ filters, typeIds, isUnsorted, ...query }: ContractQuery,
	list: ApiRequest,
	wanted: Wanted,
): AsyncGenerator<Page<Contract>, void, undefined> {
	const { connection, context } = scope;
	const ofType = (contractTypeId: string, order?: { sort: string }) => ({
		...list,
		qs: { ...list.qs, ...order, contractTypeId },
	});
	for (const id of isUnsorted ? typeIds : []) yield* pages(connection, ofType(id), wanted);
	if (isUnsorted) return;
	const stop = new AbortController();
	const own = withSignal(connection, stop.signal);
	const sort = withTieBreak(query.sort);
	// What a list does not show is checked when it has been read: then some may drop out.
	const isPartial = connection.profile['contract-list-items'] === 'partial';
	const limit = isPartial ? Infinity : wanted.limit;
	const accepts = matching(filters, context.getTimezone());
	let hasMore = false;
	try {
		const reading = typeIds.map(async (id) => {
			const source = pages<Contract>(own, ofType(id, { sort }), wanted);
			const accepted = refined(source, wanted, (records) => records.filter(accepts));
			return await take(accepted, limit, () => (hasMore = true));
		});
		const all = (await Promise.all(reading)).flat().sort(compareBy(sort));
		const listed = all.filter(firstTimeById());
		const unshown = isPartial ? unshownIn(listed, query.sort) : [];
		const records = await completeContracts(connection, listed, unshown, true);
		const [field] = unshownIn(records, query.sort);
		const message = `No contract shows ${field}, so several contract types cannot be sorted by it`;
		if (records[0] && field) throw wrongInput(scope, ['Sort', query.sort], message, ONE_TYPE);
		if (unshown[0]) records.sort(compareBy(sort));
		yield { records, nextCursor: null, hasMore };
	} finally {
		stop.abort();
	}
}

const ONE_TYPE =
	'Choose one contract type or another field. Where only lists leave it out: contract-list-items = partial in Service Profile.';
