import type { ContractClause } from '../../api/types';
import { pageIn } from '../../transport/lists/paginate';
import { request } from '../../transport/request';
import { toItem } from '../../transport/routing';
import { contractLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';

/** The clauses of a contract, one item each ("GET /contracts/{id}/clauses"; not paged). */
export const getClauses: Operation = {
	name: 'Get Clauses',
	action: 'Get clauses of contract',
	description:
		'List the clauses of a contract, and whether each was customized for it. For their text use Clause > Get.',
	request: { method: 'GET', url: '/contracts/{contractId}/clauses' },
	fields: [contractLocator],
	items: '{id, contractId, isCustom, clause: {id, name}, contractUrl}',
	run: async (scope, asked) => {
		const body = await request<unknown>(scope.connection, asked);
		const { records } = pageIn<ContractClause>(scope.connection, asked, body);
		return records.map((clause) => toItem(scope, clause));
	},
};
