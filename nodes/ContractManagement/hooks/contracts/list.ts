import { LARGE_PAGE_SIZE } from '../../api/limits';
import type { Contract } from '../../api/types';
import { completeContracts } from '../../transport/contracts';
import { forEachItem } from '../../transport/routing';
import { listBody, listHook, type Listing } from '../list';
import { matching, queryOf } from './filters';
import { presentContract } from './present';
import { contractQuery } from './query';
import { contractSource } from './source';

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
	source: contractSource,
};

/** The declared route of Contract > Get Many: at most 100,000 items, as n8n's engine delivers no more (D7). */
export const listContracts = listHook(listing);

/** The same for the routes where n8n hands over all input items: any number of contracts (R6). */
export const listAllContracts = forEachItem(listBody(listing), {
	method: 'GET',
	path: '/contracts',
});
