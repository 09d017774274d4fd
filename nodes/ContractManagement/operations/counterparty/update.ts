import type { Counterparty } from '../../api/types';
import { counterpartyById } from '../../transport/counterparty';
import { exclusively } from '../../transport/exclusive';
import { mergeRecord, requestRecord } from '../../transport/records';
import { toItem } from '../../node/scope';
import { counterpartyLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import { nothingToUpdate } from '../shared/parameters.fields';
import { counterpartyShape, updateFields } from './changes.fields';
import { counterpartyInput, counterpartyPatch, fitted } from './input';

/** Changes what the item names of a counterparty ("PATCH /counterparties/{id}"), and leaves the rest as it is. */
export const update: Operation = {
	name: 'Update',
	action: 'Update counterparty by ID',
	description:
		'Change name, status, logo or fields of a counterparty by ID. To find it by name, or to change only what differs, use Sync.',
	request: { method: 'PATCH', url: '/counterparties/{counterpartyId}' },
	fields: [counterpartyLocator, updateFields],
	items: counterpartyShape,
	prepare: async (scope, asked, { counterpartyId: id }) => {
		const input = await counterpartyInput(scope, () => counterpartyById(scope.connection, id));
		const mode = scope.connection.profile['counterparty-patch-fields'];
		const hasFields = Object.keys(input.fields).length > 0;
		if (!hasFields && Object.keys(input.properties).length === 0) {
			const more = ' Empty values change nothing; (clear) empties a field.';
			throw nothingToUpdate(scope, 'Status', more);
		}
		return {
			send: async () =>
				await exclusively(scope.connection, asked, async (connection) => {
					if (!hasFields) {
						const body = counterpartyPatch(mode, {}, input);
						const known = { id, ...body };
						return [toItem(scope, await requestRecord(connection, { ...asked, body }, known))];
					}
					const reading = { ...asked, method: 'GET' as const };
					const current = await requestRecord<Counterparty>(connection, reading);
					const bodyOf = (now: Counterparty) =>
						counterpartyPatch(mode, now, fitted(scope, now, input));
					return [toItem(scope, await mergeRecord(connection, asked.path, bodyOf, current))];
				}),
		};
	},
};
