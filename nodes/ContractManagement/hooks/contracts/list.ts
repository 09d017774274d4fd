import { firstTime } from '../../api/identifiers';
import { LARGE_PAGE_SIZE } from '../../api/limits';
import { isBlank } from '../../api/options';
import type { Page } from '../../api/shapes';
import type { Contract } from '../../api/types';
import type { ApiRequest } from '../../transport/exchange';
import { fastListing } from '../../transport/fastListing';
import { mergeTypes } from '../../transport/mergeTypes';
import { compareBy, withTieBreak } from '../../transport/order';
import { pages } from '../../transport/paginate';
import { checkedIdentifier } from '../../transport/path';
import { forEachItem } from '../../transport/routing';
import type { ItemScope } from '../../transport/scope';
import { completeContracts } from '../../transport/contracts';
import { contractFilters, matching, queryOf, statusesOf, type Filter } from './filters';
import { listBody, listHook, type Listing, type Wanted } from '../list';
import { refusedParameter } from '../parameters';
import { presentContract } from './present';
import { sortOf } from '../sort';

const listing: Listing<Contract> = {
	pageSize: LARGE_PAGE_SIZE,
	query: (scope) => {
		const { filters, typeIds, sort } = contractQuery(scope);
		return {
			...queryOf(filters),
			...(typeIds.length === 1 && { contractTypeId: typeIds[0] }),
			// Several types are sorted where they are merged, as the service may refuse to.
			...(sort && typeIds.length < 2 && { sort }),
		};
	},
	keep: (scope) => matching(contractQuery(scope).filters, scope.context.getTimezone()),
	complete: (scope) => {
		if (!scope.parameter('options.completeRecords', false)) return undefined;
		return async (records) => await completeContracts(scope.connection, records, ['fields']);
	},
	present: presentContract,
	source,
};

/** The declared route of Contract > Get Many: at most 100,000 items, as n8n's engine delivers no more (D7). */
export const listContracts = listHook(listing);

/** The same for the routes where n8n hands over all input items: any number of contracts (R6). */
export const listAllContracts = forEachItem(listBody(listing), {
	method: 'GET',
	path: '/contracts',
});

interface ContractQuery {
	filters: Filter[];
	typeIds: string[];
	sort: string;
}

const queries = new WeakMap<ItemScope, ContractQuery>();

/** What the item asks for, read once. */
function contractQuery(scope: ItemScope): ContractQuery {
	const known = queries.get(scope);
	if (known) return known;
	const filters = contractFilters(scope);
	const query = { filters, typeIds: contractTypeIds(scope, filters), sort: sortOf(scope) };
	queries.set(scope, query);
	return query;
}

/** A list, or text with commas, as expressions and agents give it. */
function contractTypeIds(scope: ItemScope, filters: Filter[]): string[] {
	const given = scope.parameter<unknown>('contractTypeIds', []);
	const list = Array.isArray(given) ? given : String(given ?? '').split(',');
	const ids = list.map((id) => String(id).trim()).filter((id) => id !== '');
	const checked = ids.map((id) => checkedIdentifier(scope, 'Contract Type', id));
	const unique = checked.filter(firstTime());
	const filtered = filters.some(({ name }) => name === 'contractTypeId');
	if (unique.length > 0 && filtered) throw typeGivenTwice(scope);
	if (unique.length > 1 && isPaged(scope)) throw oneTypePerPage(scope);
	return unique;
}

function source(scope: ItemScope, list: ApiRequest, wanted: Wanted): AsyncIterable<Page<Contract>> {
	const { connection } = scope;
	const { pageSize, cursor } = wanted;
	const query = contractQuery(scope);
	if (isFast(scope, wanted, query)) return fast(scope, list, query);
	if (query.typeIds.length < 2) {
		return pages<Contract>(connection, list, { pageSize, ...(cursor !== null && { cursor }) });
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

function isPaged(scope: ItemScope): boolean {
	const cursor = scope.parameter<unknown>('options.cursor', '');
	return scope.parameter('options.onePage', false) || !isBlank(cursor);
}

function oneTypePerPage(scope: ItemScope) {
	return refusedParameter(scope, {
		field: 'Contract Type',
		message: 'One Page and Cursor work with one contract type only',
		description:
			'The service pages through one contract type at a time. Choose one type, or none, or turn off One Page and Cursor.',
	});
}

function typeGivenTwice(scope: ItemScope) {
	return refusedParameter(scope, {
		field: 'Contract Type',
		message: 'The contract type is given twice',
		description: 'Give it in Contract Type Names or IDs, or as an Additional Filter, but not both.',
	});
}
