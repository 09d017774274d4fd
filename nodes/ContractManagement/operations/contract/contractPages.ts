import type { IDataObject } from 'n8n-workflow';
import { firstTime } from '../../api/identifiers';
import { LARGE_PAGE_SIZE } from '../../api/limits';
import { commaList, isBlank } from '../../api/options';
import type { Page } from '../../api/shapes';
import type { Contract } from '../../api/types';
import type { ApiRequest } from '../../transport/exchange';
import { fastListing } from '../../transport/lists/fastListing';
import { hint } from '../../transport/hint';
import { mergeTypes } from '../../transport/lists/mergeTypes';
import { refusedQs } from '../../transport/lists/optionalQs';
import { compareBy, withTieBreak } from '../../transport/lists/order';
import { checkedIdentifier } from '../../transport/path';
import type { ItemScope } from '../../transport/scope';
import { cursorChain, type Wanted } from '../shared/list';
import { sortOf } from '../shared/list.fields';
import { refusedParameter } from '../shared/parameters';
import { statusesOf, type Filter } from './filterChecks';
import { contractFilters } from './filters';

/** Which contracts the item asks for, and in which order. */
export interface ContractQuery {
	filters: Filter[];
	typeIds: string[];
	sort: string;
}

/** @throws NodeOperationError for values that the service would refuse */
export function contractQuery(scope: ItemScope): ContractQuery {
	const filters = contractFilters(scope);
	return { filters, typeIds: contractTypeIds(scope, filters), sort: sortOf(scope) };
}

function contractTypeIds(scope: ItemScope, filters: Filter[]): string[] {
	const field = 'Contract Type';
	const given = commaList(scope.parameter('contractTypeIds', []));
	const ids = given.map((id) => checkedIdentifier(scope, field, id)).filter(firstTime());
	const refused = (message: string, description: string) =>
		refusedParameter(scope, { field, message, description });
	if (ids.length > 0 && filters.some(({ name }) => name === 'contractTypeId')) {
		throw refused(
			'The contract type is given twice',
			'Give it in Contract Type Names or IDs, or as an Additional Filter, but not both.',
		);
	}
	const cursor = scope.parameter<unknown>('options.cursor', '');
	const isPaged = scope.parameter('options.onePage', false) || !isBlank(cursor);
	if (ids.length < 2 || !isPaged) return ids;
	throw refused(
		'One Page and Cursor work with one contract type only',
		'The service pages through one contract type at a time. Choose one type, or none, or turn off One Page and Cursor.',
	);
}

/** The pages of the item's contracts: one cursor chain, several types merged, or Fast Listing. */
export function contractPages(
	scope: ItemScope,
	query: ContractQuery,
	list: ApiRequest,
	wanted: Wanted,
): AsyncIterable<Page<Contract>> {
	if (isFast(scope, wanted, query)) return fast(scope, list, query);
	if (query.typeIds.length < 2) return sorted(scope, list, wanted, query.sort);
	const { pageSize, largestPage } = wanted;
	return mergeTypes<Contract>(scope.connection, list, {
		typeIds: query.typeIds,
		sort: query.sort,
		limit: readLimit(wanted, query),
		pageSize,
		largestPage,
		onSortRefused: () => hintOfOrder(scope, query.sort),
	});
}

/** The list as it comes; where the service refuses to sort, all of it, sorted here. */
async function* sorted(
	scope: ItemScope,
	list: ApiRequest,
	wanted: Wanted,
	sort: string,
): AsyncGenerator<Page<Contract>> {
	const unsorted: Contract[] = [];
	for await (const page of cursorChain<Contract>(scope, list, wanted)) {
		const isRefused = sort !== '' && (await refusedQs(scope.connection, list)).has('sort');
		if (isRefused) unsorted.push(...page.records);
		else yield page;
	}
	if (unsorted.length === 0) return;
	yield { records: unsorted.sort(compareBy(withTieBreak(sort))), nextCursor: null };
}

// Where records are checked again some may drop out, and more than the limit has to be read.
function readLimit({ limit }: Wanted, { filters }: ContractQuery): number {
	const mayDrop = limit !== Infinity && filters.some(({ recheck }) => recheck);
	return mayDrop ? Number.MAX_SAFE_INTEGER : limit;
}

function isFast(scope: ItemScope, { limit, cursor }: Wanted, { filters }: ContractQuery) {
	const wanted = scope.parameter('options.fastListing', false);
	// A raw filter on what the list is split by would be lost in the split.
	const isRaw = filters.some(({ name, recheck }) => SPLIT_BY.has(name) && !recheck);
	return wanted && limit === Infinity && cursor === null && !isRaw;
}

/** The parameters that Fast Listing sets itself. */
const SPLIT_BY = new Set(['status', 'contractTypeId', 'sort']);

async function* fast(
	{ connection }: ItemScope,
	list: ApiRequest,
	{ filters, typeIds, sort }: ContractQuery,
): AsyncGenerator<Page<Contract>> {
	const records = await fastListing<Contract>(
		connection,
		{ ...list, qs: withoutSplit(list.qs), optionalQs: withoutSplit(list.optionalQs) },
		{ statuses: statusesOf(filters), typeIds, pageSize: LARGE_PAGE_SIZE },
	);
	if (sort) records.sort(compareBy(withTieBreak(sort)));
	yield { records, nextCursor: null };
}

function withoutSplit(qs: IDataObject = {}): IDataObject {
	return Object.fromEntries(Object.entries(qs).filter(([name]) => !SPLIT_BY.has(name)));
}

function hintOfOrder({ context }: ItemScope, sort: string): void {
	const order =
		sort === '' ? 'the contract types come one after the other' : 'the node sorted all of them';
	hint(context, `The service refused to sort contracts, so ${order}.`);
}
