import { getContractClauses as hook } from '../../hooks/contracts/clauses';
import { contractLocator } from '../shared/locators';
import type { Operation } from '../shared/operation';
import { options } from '../shared/options';

export const getClauses: Operation = {
	option: {
		name: 'Get Clauses',
		value: 'getClauses',
		action: 'Get the clauses of a contract',
		description:
			'List the clauses that one contract uses, and whether each was customized for it. Their text comes from the Clause resource.',
		routing: {
			request: { method: 'GET', url: '/contracts/{contractId}/clauses' },
			operations: { pagination: hook },
		},
	},
	fields: [contractLocator, options()],
};
