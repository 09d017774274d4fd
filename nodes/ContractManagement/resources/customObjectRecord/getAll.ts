import { listRecords } from '../../hooks/records/list';
import { simplify } from '../shared/fields';
import { returnAllOrLimit } from '../shared/list';
import { contractLocator, customObjectLocator } from '../shared/locators';
import { options } from '../shared/options';
import type { Operation } from '../shared/operation';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many records of a contract',
		description:
			'List the records (rows) that a contract has in a custom object, such as its line items, with their fields by name',
		routing: {
			request: {
				method: 'GET',
				url: '/custom-objects/{customObjectId}/contract/{contractId}/records',
			},
			operations: { pagination: listRecords },
		},
	},
	fields: [customObjectLocator, contractLocator, ...returnAllOrLimit, simplify, options()],
};
