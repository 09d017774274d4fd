import { listClauses } from '../../hooks/clauses';
import { listOptions, returnAllOrLimit } from '../shared/list';
import type { Operation } from '../shared/operation';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many clauses',
		description:
			'List the clauses of the clause library by a part of their name: names, descriptions and languages, without their text. For the clauses of one contract use Contract > Get Clauses.',
		routing: {
			request: { method: 'GET', url: '/clauses' },
			operations: { pagination: listClauses },
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
			options: [
				{
					displayName: 'Name Contains',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. liability',
					description: 'A part of the name, in any case',
				},
			],
		},
		listOptions(),
	],
};
