import { LARGE_PAGE_SIZE } from '../../api/limits';
import type { Contract } from '../../api/types';
import { completeContracts } from '../../transport/contracts';
import { forEachItem } from '../../transport/routing';
import type { ItemScope } from '../../transport/scope';
import { listBody, listHook, type Listing } from '../list';
import { isNamed, matching, queryOf } from './filters';
import { presenter } from './present';
import { contractQuery } from './query';
import { contractSource } from './source';

const listing: Listing<Contract> = {
	pageSize: LARGE_PAGE_SIZE,
	query: (scope) => {
		const { filters, typeIds, sort } = contractQuery(scope);
		return {
			...queryOf(filters.filter(isNamed)),
			...(typeIds.length === 1 && { contractTypeId: typeIds[0] }),
			// One page cannot be sorted without the others.
			...(sort && isOnePage(scope) && { sort }),
		};
	},
	optionalQuery: (scope) => {
		const { filters, typeIds, sort } = contractQuery(scope);
		return {
			...queryOf(filters.filter((filter) => !isNamed(filter))),
			// Several types are sorted where they are merged.
			...(sort && typeIds.length < 2 && !isOnePage(scope) && { sort }),
		};
	},
	keep: (scope) => matching(contractQuery(scope).filters, scope.context.getTimezone()),
	complete: (scope) => {
		if (!scope.parameter('options.completeRecords', false)) return undefined;
		return async (records) => await completeContracts(scope.connection, records, ['fields']);
	},
	present: presenter,
	source: contractSource,
};

function isOnePage(scope: ItemScope): boolean {
	return scope.parameter('options.onePage', false);
}

/** The declared route of Contract > Get Many: at most 100,000 items, as n8n's engine delivers no more (D7). */
export const listContracts = listHook(listing);

/** The same for the routes where n8n hands over all input items: any number of contracts (R6). */
export const listAllContracts = forEachItem(listBody(listing), {
	method: 'GET',
	path: '/contracts',
});
