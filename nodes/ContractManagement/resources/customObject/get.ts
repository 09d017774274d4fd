import { getCustomObject } from '../../hooks/customObject';
import { simplify } from '../shared/fields';
import { customObjectLocator } from '../shared/locators';
import { options } from '../shared/options';
import type { Operation } from '../shared/operation';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a custom object',
		description:
			'Get a custom object (dynamic table) by its ID: the names, IDs and types of its fields. Read it before you write records to it.',
		routing: {
			request: { method: 'GET', url: '/custom-objects/{customObjectId}' },
			operations: { pagination: getCustomObject },
		},
	},
	fields: [customObjectLocator, simplify, options()],
};
