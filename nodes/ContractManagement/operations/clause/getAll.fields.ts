import { run } from './getAll';
import { listOptions, returnAllOrLimit } from '../shared/list.fields';
import type { Operation } from '../shared/operation';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many clauses',
		description:
			'List clauses of the library, filtered by name: names, descriptions and languages, without text. For the clauses of one contract use Contract > Get Clauses.',
		routing: {
			request: { method: 'GET', url: '/clauses' },
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
					placeholder: 'e.g. liability',
				},
			],
		},
		listOptions(),
	],
	items: '{id, name, description, organizationId, languages, createdAt, updatedAt}',
};
