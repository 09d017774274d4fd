import { COUNTERPARTY_SORT_FIELDS } from '../../api/limits';
import { listCounterparties } from '../../hooks/counterparties/list';
import { listOptions, returnAllOrLimit, sortFields } from '../shared/list';
import type { Operation } from '../shared/operation';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many counterparties',
		description:
			'List counterparties, filtered by status and by a part of the name. Also finds the ID of a counterparty whose name is known.',
		routing: {
			request: { method: 'GET', url: '/counterparties' },
			operations: { pagination: listCounterparties },
		},
	},
	fields: [
		...returnAllOrLimit,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			description: 'Only counterparties that fulfil all of these',
			options: [
				{
					displayName: 'Name Contains',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. acme',
					description: 'A part of the name',
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
					description: 'Counterparties with one of these statuses; none means any',
				},
			],
		},
		sortFields(COUNTERPARTY_SORT_FIELDS),
		listOptions(),
	],
};
