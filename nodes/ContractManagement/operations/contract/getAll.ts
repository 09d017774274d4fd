import { LARGE_PAGE_SIZE } from '../../api/limits';
import type { Contract } from '../../api/types';
import { completeContracts } from '../../transport/contracts';
import type { ItemScope } from '../../transport/scope';
import { listBody } from '../shared/list';
import { isNamed, matching, queryOf } from './filterChecks';
import { simplifier } from './simplify';
import { contractQuery } from './query';
import { contractPages } from './contractPages';

/** Contracts by their filters ("GET /contracts"). */
export const run = listBody<Contract>({
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
	present: simplifier,
	source: contractPages,
});

function isOnePage(scope: ItemScope): boolean {
	return scope.parameter('options.onePage', false);
}
