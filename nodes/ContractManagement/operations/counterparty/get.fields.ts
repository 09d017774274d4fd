import { counterpartyLocator } from '../shared/locators.fields';
import { options } from '../shared/options.fields';
import type { Operation } from '../shared/operation';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get counterparty',
		description: 'Get one counterparty by ID: name, status, logo and its own fields by field ID',
		routing: { request: { method: 'GET', url: '/counterparties/{counterpartyId}' } },
	},
	fields: [counterpartyLocator, options()],
	items: '{id, name, status, logoUrl, fields: {[id]: value}, createdAt, updatedAt}',
};
