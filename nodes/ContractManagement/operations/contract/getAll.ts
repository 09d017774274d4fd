import { CONTRACT_SORT_FIELDS, LARGE_PAGE_SIZE } from '../../api/limits';
import type { Contract } from '../../api/types';
import { simplify } from '../../node/toolOutput.fields';
import { completeContracts } from '../../transport/contracts';
import { listBody } from '../shared/list';
import { paging, returnAllOrLimit, sortFields } from '../shared/list.fields';
import type { Operation } from '../shared/operation';
import { contractTypeIds, fieldsAs, readableValues } from '../shared/parameters.fields';
import { contractPages, contractQuery } from './contractPages';
import { matching, queryOf } from './filterChecks';
import { typedFilters } from './filters.fields';
import { contractShape, simplifier } from './simplify';

/** Contracts by their filters ("GET /contracts"). */
export const getAll: Operation = {
	name: 'Get Many',
	action: 'Search contracts',
	description:
		'Search and sort contracts, filtered by status, start and end date, counterparty, contract type, folder or name',
	request: { method: 'GET', url: '/contracts' },
	fields: [
		...returnAllOrLimit,
		contractTypeIds,
		typedFilters,
		sortFields(CONTRACT_SORT_FIELDS),
		simplify,
	],
	options: { fieldsAs, readableValues, ...paging },
	items: contractShape,
	run: listBody<Contract>(LARGE_PAGE_SIZE, (given) => {
		// An option of earlier versions.
		const isChosen = given.parameter<unknown>('options.completeRecords', false) === true;
		const items = isChosen ? 'partial' : given.connection.profile['contract-list-items'];
		const profile = { ...given.connection.profile, 'contract-list-items': items };
		const connection = { ...given.connection, profile };
		const scope = { ...given, connection };
		const query = contractQuery(scope);
		const { filters, typeIds, sort } = query;
		return {
			qs: {
				...queryOf(filters, profile),
				...(typeIds.length === 1 && { contractTypeId: typeIds[0] }),
				// Several types are sorted where they are merged.
				...(sort && typeIds.length < 2 && { sort }),
			},
			keep: matching(filters, scope.context.getTimezone()),
			...(items === 'partial' && {
				complete: async (records) => await completeContracts(connection, records, ['fields'], true),
			}),
			present: simplifier(scope),
			source: (list, wanted) => contractPages(scope, query, list, wanted),
		};
	}),
};
