import { run } from './getAll';
import { simplify } from '../shared/parameters.fields';
import { returnAllOrLimit } from '../shared/list.fields';
import { contractLocator, customObjectLocator } from '../shared/locators.fields';
import { options } from '../shared/options.fields';
import type { Operation } from '../shared/operation';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many records of contract',
		description:
			'List the records (rows) of one contract in a custom object, such as its line items, with fields by name',
		routing: {
			request: {
				method: 'GET',
				url: '/custom-objects/{customObjectId}/contract/{contractId}/records',
			},
		},
	},
	run,
	fields: [customObjectLocator, contractLocator, ...returnAllOrLimit, simplify, options()],
	items: '{id, customObjectId, contractId, fromCatalogRecordId, fields: {[name]: value}}',
};
