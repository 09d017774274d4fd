import type { INodeProperties } from 'n8n-workflow';
import { sameName } from '../../api/names';
import { collection, described, field, fields, list } from '../shared/fields';
import { counterpartyFieldLocator } from '../shared/locators.fields';

export const STATUSES = described({ active: ['Active'], archived: ['Archived'] });

/** A status as the service spells it; one that is not shown is what it is. */
export function statusOf(text: string): string {
	return STATUSES.map(({ value }) => String(value)).find((one) => sameName(one, text)) ?? text;
}

/** A counterparty as it is told in short. */
export const counterpartyShape =
	'{id, name, status, logoUrl, fields: {[id]: value}, createdAt, updatedAt}';

const ownFields = list(
	{
		displayName: 'Fields',
		name: 'fields',
		placeholder: 'Add Field and Value',
		description: "The counterparty's own fields. Enter (clear) as a value to empty a field.",
	},
	{
		displayName: 'Field',
		name: 'field',
		values: [
			counterpartyFieldLocator,
			field('value', ['Value', '', { placeholder: 'e.g. Norway' }]),
		],
	},
);

/** The fields of Update and Sync that say what the counterparty is to be. */
export const changeFields: INodeProperties[] = [
	collection(
		'Update Fields',
		[
			ownFields,
			...fields({
				logoUrl: [
					'Logo URL',
					'',
					'Enter (clear) to remove it',
					{ placeholder: 'e.g. https://example.com/logo.png' },
				],
				name: ['Name', '', { placeholder: 'e.g. Globex Corporation' }],
				status: [
					'Status',
					'active',
					'An expression can set other statuses',
					{ options: STATUSES, allowArbitraryValues: true },
				],
			}),
		],
		{ description: 'Empty values change nothing' },
	),
];
