import { CONTRACT_SORT_FIELDS } from '../../api/limits';
import { listContracts } from '../../hooks/contracts/list';
import { fieldsAs, readableValues } from '../shared/contractOutput';
import { simplify } from '../shared/fields';
import { listOptions, returnAllOrLimit, sortFields } from '../shared/list';
import type { Operation } from '../shared/operation';
import { contractFilterFields } from './filters';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many contracts',
		description:
			'List contracts, filtered by status, start and end date, counterparty, contract type, folder or name, and sorted. Use it to search; to read one contract use Get.',
		routing: {
			request: { method: 'GET', url: '/contracts' },
			operations: { pagination: listContracts },
		},
	},
	fields: [
		...returnAllOrLimit,
		{
			displayName: 'Contract Type Names or IDs',
			name: 'contractTypeIds',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getContractTypes' },
			default: [],
			description:
				'Contracts of these types; none means of all types. The service takes one type per request, so several are read side by side and merged in the sort order. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
		contractFilterFields,
		sortFields(CONTRACT_SORT_FIELDS),
		simplify,
		listOptions(
			fieldsAs,
			readableValues,
			{
				displayName: 'Complete Records',
				name: 'completeRecords',
				type: 'boolean',
				default: false,
				description:
					'Whether to read each contract again where the list shows only a part of it, at one request per contract',
			},
			{
				displayName: 'Fast Listing',
				name: 'fastListing',
				type: 'boolean',
				default: false,
				description:
					'Whether Return All reads the statuses side by side instead of one page after the other, and then again what changed meanwhile. Several times faster for long lists; rests on filters and sorting that the service does not document.',
			},
		),
	],
};
