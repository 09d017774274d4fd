import type { IDataObject } from 'n8n-workflow';
import { firstTime } from '../../api/identifiers';
import { CONTRACT_SORT_FIELDS, LARGE_PAGE_SIZE } from '../../api/limits';
import { commaList, isBlank } from '../../api/options';
import type { Page } from '../../api/shapes';
import type { Contract } from '../../api/types';
import { wrongInput } from '../../transport/errors/requestError';
import type { ApiRequest } from '../../transport/exchange';
import { fastListing } from '../../transport/lists/fastListing';
import { mergeTypes } from '../../transport/lists/mergeTypes';
import { compareBy, withTieBreak } from '../../transport/lists/order';
import { pages } from '../../transport/lists/paginate';
import { wholeOrChain } from '../../transport/lists/wholeOrChain';
import { checkedIdentifier } from '../../transport/path';
import type { ItemScope } from '../../transport/scope';
import type { Wanted } from '../shared/list';
import { sortOf } from '../shared/list.fields';
import { statusesOf, type Filter } from './filterChecks';
import { contractFilters } from './filters';

type ContractQuery = ReturnType<typeof contractQuery>;

/** Which contracts the item asks for, and in which order. @throws NodeOperationError for what the service would refuse */
export function contractQuery(scope: ItemScope) {
	const filters = contractFilters(scope);
	return {
		filters,
		typeIds: contractTypeIds(scope, filters),
		sort: sortOf(scope, CONTRACT_SORT_FIELDS),
	};
}

function contractTypeIds(scope: ItemScope, filters: Filter[]): string[] {
	const field = 'Contract Type';
	const given = commaList(scope.parameter('contractTypeIds', []));
	const ids = given.map((id) => checkedIdentifier(scope, field, id)).filter(firstTime());
	if (ids.length > 0 && filters.some(({ name }) => name === 'contractTypeId')) {
		const advice =
			'Give it in Contract Type Names or IDs, or as an Additional Filter, but not both.';
		throw wrongInput(scope, [field], 'The contract type is given twice', advice);
	}
	const cursor = scope.parameter<unknown>('options.cursor', '');
	const isPaged = scope.parameter('options.onePage', false) || !isBlank(cursor);
	if (ids.length < 2 || !isPaged) return ids;
	const advice =
		'The service pages through one contract type at a time. Choose one type, or none, or turn off One Page and Cursor.';
	throw wrongInput(scope, [field], 'One Page and Cursor work with one contract type only', advice);
}

/** The pages of the item's contracts: one cursor chain, or several types merged; a long list that is wanted whole in parallel. */
export function contractPages(
	scope: ItemScope,
	query: ContractQuery,
	list: ApiRequest,
	wanted: Wanted,
): AsyncIterable<Page<Contract>> {
	const { filters, typeIds, sort } = query;
	// Where records are checked again some may drop out, and more than the limit has to be read.
	const mayDrop = wanted.limit !== Infinity && filters.some(({ recheck }) => recheck);
	const limit = mayDrop ? Number.MAX_SAFE_INTEGER : wanted.limit;
	const merging = { ...wanted, typeIds, sort, limit };
	const isMerged = typeIds.length > 1;
	const chain = isMerged
		? mergeTypes<Contract>(scope.connection, list, merging)
		: pages<Contract>(scope.connection, list, wanted);
	// A raw filter on what the list is split by would be lost in the split.
	const isRaw = filters.some(({ name, recheck }) => SPLIT_BY.has(name) && !recheck);
	if (isRaw) return chain;
	const order = compareBy<Contract>(withTieBreak(sort));
	const split = { ...list, qs: unsplit(list.qs) };
	const splitting = { statuses: statusesOf(filters), typeIds, pageSize: LARGE_PAGE_SIZE };
	return wholeOrChain(chain, wanted, async () => {
		const all = await fastListing<Contract>(scope.connection, split, splitting);
		return all && sort ? all.sort(order) : all;
	});
}

/** The parameters that reading in parallel sets itself. */
const SPLIT_BY = new Set(['status', 'contractTypeId', 'sort']);

function unsplit(qs: IDataObject = {}): IDataObject {
	return Object.fromEntries(Object.entries(qs).filter(([name]) => !SPLIT_BY.has(name)));
}
