import type { Counterparty } from '../../api/types';
import { exclusively } from '../../transport/exclusive';
import { requestRecord } from '../../transport/records';
import { toItem } from '../../transport/routing';
import { counterpartyLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import { nothingToUpdate } from '../shared/parameters';
import { changeFields, counterpartyShape } from './changes.fields';
import { counterpartyInput, counterpartyPatch } from './input';

/** Changes what the item names of a counterparty ("PATCH /counterparties/{id}"), and leaves the rest as it is. */
export const update: Operation = {
	name: 'Update',
	action: 'Update counterparty',
	description:
		'Change name, status, logo or fields of a counterparty by ID. To find it by name, or to change only what differs, use Sync.',
	request: { method: 'PATCH', url: '/counterparties/{counterpartyId}' },
	fields: [counterpartyLocator, ...changeFields],
	items: counterpartyShape,
	prepare: (scope, asked, { counterpartyId: id }) => {
		const input = counterpartyInput(scope);
		const hasFields = Object.keys(input.fields).length > 0;
		if (!hasFields && Object.keys(input.properties).length === 0) {
			throw nothingToUpdate(
				scope,
				'Status',
				' Empty values change nothing; (clear) empties a field.',
			);
		}
		return {
			send: async () =>
				await exclusively(scope.connection, asked, async (connection) => {
					const current: Partial<Counterparty> = hasFields
						? await requestRecord<Counterparty>(connection, { ...asked, method: 'GET' })
						: { id };
					const body = counterpartyPatch(current, input);
					const known = { ...current, ...body };
					return [toItem(scope, await requestRecord(connection, { ...asked, body }, known))];
				}),
		};
	},
};
