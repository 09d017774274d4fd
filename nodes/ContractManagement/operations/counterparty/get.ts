import { counterpartyLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import { counterpartyShape } from './changes.fields';

export const get: Operation = {
	name: 'Get',
	action: 'Get counterparty by ID',
	description: 'Get one counterparty by ID: name, status, logo and its own fields by field ID',
	request: { method: 'GET', url: '/counterparties/{counterpartyId}' },
	fields: [counterpartyLocator],
	items: counterpartyShape,
};
