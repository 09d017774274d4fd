import type { IDataObject } from 'n8n-workflow';
import { firstTime } from '../../api/identifiers';
import { CONTRACT_SORT_FIELDS, LARGE_PAGE_SIZE } from '../../api/limits';
import { commaList, isBlank } from '../../api/options';
import type { Page } from '../../api/shapes';
import type { Contract } from '../../api/types';
import { wrongInput } from '../../transport/errors/requestError';
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
		throw wrongInput(
			scope,
			[field],
			'The contract type is given twice',
			'Give it in Contract Type Names or IDs, or as an Additional Filter, but not both.',
		);
	}
	const cursor = scope.parameter<unknown>('options.cursor', '');
	const isPaged = scope.parameter('options.onePage', false) || !isBlank(cursor);
	if (ids.length < 2 || !isPaged) return ids;
	throw wrongInput(
		scope,
		[field],
		'One Page and Cursor work with one contract type only',
		'The service pages through one contract type at a time. Choose one type, or none, or turn off One Page and Cursor.',
	);
}

/** The pages of the item's contracts: Fast Listing, several types merged, or one cursor chain. */
export async function* contractPages(
	scope: ItemScope,
	query: ContractQuery,
	list: ApiRequest,
	wanted: Wanted,
): AsyncGenerator<Page<Contract>> {
	const { connection } = scope;
	const { filters, typeIds, sort } = query;
	const { more } = wanted;
	const order = compareBy<Contract>(withTieBreak(sort));
	const split = { ...list, qs: unsplit(list.qs), optionalQs: unsplit(list.optionalQs) };
	const splitting = { statuses: statusesOf(filters), typeIds, pageSize: LARGE_PAGE_SIZE };
	const fast =
		isFast(scope, wanted, query) && (await fastListing<Contract>(connection, split, splitting));
	if (fast) {
		yield { records: sort ? fast.sort(order) : fast, nextCursor: null };
	} else if (typeIds.length > 1) {
		const shown = sort
			? 'the node sorted all of them'
			: 'the contract types come one after the other';
		const onSortRefused = () =>
			hint(scope.context, `The service refused to sort contracts, so ${shown}.`);
		// Where records are checked again some may drop out, and more than the limit has to be read.
		const mayDrop = wanted.limit !== Infinity && filters.some(({ recheck }) => recheck);
		const limit = mayDrop ? Number.MAX_SAFE_INTEGER : wanted.limit;
		yield* mergeTypes<Contract>(connection, list, {
			...wanted,
			typeIds,
			sort,
			limit,
			onSortRefused,
		});
	} else {
		// Where the service refuses to sort, all of it is sorted here.
		const unsorted: Contract[] = [];
		for await (const page of cursorChain<Contract>(scope, list, wanted)) {
			const isRefused = sort !== '' && (await refusedQs(connection, list)).has('sort');
			more.isNeeded ||= isRefused;
			if (isRefused) unsorted.push(...page.records);
			else yield page;
		}
		if (unsorted.length > 0) yield { records: unsorted.sort(order), nextCursor: null };
	}
}

function isFast(scope: ItemScope, { limit, cursor }: Wanted, { filters }: ContractQuery) {
	const wanted = scope.parameter('options.fastListing', false);
	// A raw filter on what the list is split by would be lost in the split.
	const isRaw = filters.some(({ name, recheck }) => SPLIT_BY.has(name) && !recheck);
	return wanted && limit === Infinity && !cursor && !isRaw;
}

/** The parameters that Fast Listing sets itself. */
const SPLIT_BY = new Set(['status', 'contractTypeId', 'sort']);

function unsplit(qs: IDataObject = {}): IDataObject {
	return Object.fromEntries(Object.entries(qs).filter(([name]) => !SPLIT_BY.has(name)));
}
