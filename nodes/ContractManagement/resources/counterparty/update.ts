import { updateCounterparty } from '../../hooks/counterparties/update';
import { counterpartyLocator } from '../shared/locators';
import { options } from '../shared/options';
import type { Operation } from '../shared/operation';
import { changeFields } from './changes';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update a counterparty',
		description:
			'Change name, status, logo or fields of a counterparty whose ID is known, whatever they are now. To find it by name, or to change only what differs, use Sync.',
		routing: {
			request: { method: 'PATCH', url: '/counterparties/{counterpartyId}' },
			operations: { pagination: updateCounterparty },
		},
	},
	fields: [counterpartyLocator, ...changeFields, options()],
};
