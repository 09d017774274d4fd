import { prepare } from './update';
import { counterpartyLocator } from '../shared/locators.fields';
import { options } from '../shared/options.fields';
import type { Operation } from '../shared/operation';
import { changeFields } from './changes.fields';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update counterparty',
		description:
			'Change name, status, logo or fields of a counterparty by ID. To find it by name, or to change only what differs, use Sync.',
		routing: {
			request: { method: 'PATCH', url: '/counterparties/{counterpartyId}' },
		},
	},
	prepare,
	fields: [counterpartyLocator, ...changeFields, options()],
	items: '{id, name, status, logoUrl, fields: {[id]: value}, createdAt, updatedAt}',
};
