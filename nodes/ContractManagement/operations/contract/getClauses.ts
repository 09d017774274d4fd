import type { IDataObject } from 'n8n-workflow';
import { pages, take } from '../../transport/lists/paginate';
import { toItem } from '../../node/scope';
import { contractLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';

/** The clauses of a contract, one item each ("GET /contracts/{id}/clauses"; a service may page it all the same). */
export const getClauses: Operation = {
	name: 'Get Clauses',
	action: 'Get clauses of contract',
	description:
		'List the clauses of a contract, and whether each was customized for it. For their text use Clause > Get.',
	request: { method: 'GET', url: '/contracts/{contractId}/clauses' },
	fields: [contractLocator],
	items: '{id, contractId, isCustom, clause: {id, name}, contractUrl}',
	isShort: true,
	run: async (scope, asked) => {
		const clauses = await take(pages<IDataObject>(scope.connection, asked));
		return clauses.map((clause) => toItem(scope, clause));
	},
};
