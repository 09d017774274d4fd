import { run } from './getClauses';
import { contractLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import { options } from '../shared/options.fields';

export const getClauses: Operation = {
	option: {
		name: 'Get Clauses',
		value: 'getClauses',
		action: 'Get clauses of contract',
		description:
			'List the clauses of a contract, and whether each was customized for it. For their text use Clause > Get.',
		routing: {
			request: { method: 'GET', url: '/contracts/{contractId}/clauses' },
		},
	},
	run,
	fields: [contractLocator, options()],
	items: '{id, contractId, isCustom, clause: {id, name}, contractUrl}',
};
