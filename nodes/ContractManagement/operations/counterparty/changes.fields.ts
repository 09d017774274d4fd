import { sameName } from '../../api/names';
import { choice, collection, described, list, text } from '../shared/fields';
import { counterpartyFieldLocator } from '../shared/locators.fields';

export const STATUSES = described({ active: ['Active'], archived: ['Archived'] });

/** A status as the service spells it; one that is not shown is what it is. */
export function statusOf(given: string): string {
	return STATUSES.map(({ value }) => String(value)).find((one) => sameName(one, given)) ?? given;
}

/** A counterparty as it is told in short. */
export const counterpartyShape =
	'{id, name, status, logoUrl, fields: {[id]: value}, createdAt, updatedAt}';

const ownFields = list('Fields', 'Add Field and Value', ['field', 'Field'], {
	key: counterpartyFieldLocator,
	value: text('Value', 'Norway'),
}).says('Its own fields. Enter (clear) as a value to empty one.');

/** What the counterparty is to be, of Update and Sync; read with `counterpartyInput`. */
export const updateFields = collection('Update Fields', 'updateFields', {
	fields: ownFields,
	logoUrl: text('Logo URL', 'https://example.com/logo.png').says('Enter (clear) to remove it'),
	name: text('Name', 'Globex Corporation'),
	status: choice('Status', 'active', STATUSES, { allowArbitraryValues: true }).says(
		'An expression can set other statuses',
	),
}).says('Empty values change nothing');
