import { counterpartyLocator } from '../shared/locators';
import { options } from '../shared/options';
import type { Operation } from '../shared/operation';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a counterparty',
		description:
			'Get one counterparty by its ID: name, status, logo and its own fields by field ID',
		routing: { request: { method: 'GET', url: '/counterparties/{counterpartyId}' } },
	},
	fields: [counterpartyLocator, options()],
};
