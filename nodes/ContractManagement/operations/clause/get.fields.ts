import { run } from './get';
import { simplify } from '../shared/parameters.fields';
import { clauseLocator } from '../shared/locators.fields';
import { options } from '../shared/options.fields';
import type { Operation } from '../shared/operation';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get clause',
		description: 'Get one clause of the clause library by ID, with its text',
		routing: {
			request: { method: 'GET', url: '/clauses/{clauseId}' },
		},
	},
	run,
	fields: [clauseLocator, simplify, options()],
	items: '{id, name, description, languages, contentText, createdAt, updatedAt}',
};
