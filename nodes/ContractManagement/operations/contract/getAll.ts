import { CONTRACT_SORT_FIELDS, LARGE_PAGE_SIZE } from '../../api/limits';
import type { Contract } from '../../api/types';
import { completeContracts } from '../../transport/contracts';
import { fields } from '../shared/fields';
import { listBody } from '../shared/list';
import { paging, returnAllOrLimit, sortFields } from '../shared/list.fields';
import type { Operation } from '../shared/operation';
import { contractTypes, fieldsAs, readableValues, simplify } from '../shared/parameters.fields';
import { contractPages, contractQuery } from './contractPages';
import { matching, queryOf } from './filterChecks';
import { contractFilterFields } from './filters.fields';
import { contractShape, simplifier } from './simplify';

/** Contracts by their filters ("GET /contracts"). */
export const getAll: Operation = {
	name: 'Get Many',
	action: 'Search contracts',
	description:
		'Search and sort contracts, filtered by status, start and end date, counterparty, contract type, folder or name. For a single contract use Get.',
	request: { method: 'GET', url: '/contracts' },
	fields: [
		...returnAllOrLimit,
		contractTypes,
		contractFilterFields,
		sortFields(CONTRACT_SORT_FIELDS),
		simplify,
	],
	options: [
		fieldsAs,
		readableValues,
		...fields({
			completeRecords: [
				'Complete Records',
				false,
				'Whether to read contracts again that the list shows in part, one request each',
			],
		}),
		...paging,
	],
	items: contractShape,
	run: listBody<Contract>(LARGE_PAGE_SIZE, (scope) => {
		const query = contractQuery(scope);
		const { filters, typeIds, sort } = query;
		const isToComplete = scope.parameter<boolean>('options.completeRecords', false);
		return {
			qs: {
				...queryOf(filters),
				...(typeIds.length === 1 && { contractTypeId: typeIds[0] }),
				// Several types are sorted where they are merged.
				...(sort && typeIds.length < 2 && { sort }),
			},
			keep: matching(filters, scope.context.getTimezone()),
			...(isToComplete && {
				complete: async (records) =>
					await completeContracts(scope.connection, records, ['fields'], true),
			}),
			present: simplifier(scope),
			source: (list, wanted) => contractPages(scope, query, list, wanted),
		};
	}),
};
