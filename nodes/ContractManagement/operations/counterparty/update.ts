import type { Counterparty } from '../../api/types';
import { exclusively } from '../../transport/exclusive';
import { requestRecord } from '../../transport/records';
import { toItem } from '../../transport/routing';
import type { ItemScope } from '../../transport/scope';
import { counterpartyLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import { refusedParameter } from '../shared/parameters';
import { changeFields } from './changes.fields';
import { counterpartyInput, counterpartyPatch, type CounterpartyInput } from './input';

/** Changes what the item names of a counterparty ("PATCH /counterparties/{id}"), and leaves the rest as it is. */
export const update: Operation = {
	name: 'Update',
	action: 'Update counterparty',
	description:
		'Change name, status, logo or fields of a counterparty by ID. To find it by name, or to change only what differs, use Sync.',
	request: { method: 'PATCH', url: '/counterparties/{counterpartyId}' },
	fields: [counterpartyLocator, ...changeFields],
	items: '{id, name, status, logoUrl, fields: {[id]: value}, createdAt, updatedAt}',
	prepare: (scope, asked, { counterpartyId: id }) => {
		const input = counterpartyInput(scope);
		assertSomething(scope, input);
		const hasFields = Object.keys(input.fields).length > 0;
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

function assertSomething(scope: ItemScope, { properties, fields }: CounterpartyInput): void {
	if (Object.keys(properties).length + Object.keys(fields).length > 0) return;
	throw refusedParameter(scope, {
		field: 'Update Fields',
		message: 'Nothing to update',
		description:
			'Choose Add Field under Update Fields, for example Status, and enter its value. Empty values change nothing; (clear) empties a field.',
	});
}
