import { getClause } from '../../hooks/clauses';
import { simplify } from '../shared/fields';
import { clauseLocator } from '../shared/locators';
import { options } from '../shared/options';
import type { Operation } from '../shared/operation';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a clause',
		description: 'Get one clause of the clause library by its ID, with its text',
		routing: {
			request: { method: 'GET', url: '/clauses/{clauseId}' },
			operations: { pagination: getClause },
		},
	},
	fields: [clauseLocator, simplify, options()],
};
