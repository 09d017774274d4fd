import { COUNTERPARTY_SORT_FIELDS } from '../../api/limits';
import { run } from './getAll';
import { listOptions, returnAllOrLimit, sortFields } from '../shared/list.fields';
import type { Operation } from '../shared/operation';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many counterparties',
		description:
			'List counterparties, filtered by status or name. Use it to find the ID of a counterparty by its name.',
		routing: {
			request: { method: 'GET', url: '/counterparties' },
		},
	},
	run,
	fields: [
		...returnAllOrLimit,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			options: [
				{
					displayName: 'Name Contains',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. acme',
				},
				{
					displayName: 'Status Is Any Of',
					name: 'status',
					type: 'multiOptions',
					options: [
						{ name: 'Active', value: 'active' },
						{ name: 'Archived', value: 'archived' },
					],
					default: [],
				},
			],
		},
		sortFields(COUNTERPARTY_SORT_FIELDS),
		listOptions(),
	],
	items: '{id, name, status, logoUrl, fields: {[id]: value}, createdAt, updatedAt}',
};
