import { run } from './get';
import { simplify } from '../shared/parameters.fields';
import { customObjectLocator } from '../shared/locators.fields';
import { options } from '../shared/options.fields';
import type { Operation } from '../shared/operation';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get custom object',
		description:
			'Get a custom object (dynamic table) by ID: the names, IDs and types of its fields. Use it before you write records.',
		routing: {
			request: { method: 'GET', url: '/custom-objects/{customObjectId}' },
		},
	},
	run,
	fields: [customObjectLocator, simplify, options()],
	items: '{id, name, helpText, fields: [{id, name, type, relatedObjectId}]}',
};
