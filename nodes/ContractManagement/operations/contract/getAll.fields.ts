import { CONTRACT_SORT_FIELDS } from '../../api/limits';
import { run } from './getAll';
import { contractShape, fieldsAs, readableValues } from '../shared/contractOutput.fields';
import { simplify } from '../shared/parameters.fields';
import { listOptions, returnAllOrLimit, sortFields } from '../shared/list.fields';
import type { Operation } from '../shared/operation';
import { contractFilterFields } from './filters.fields';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many contracts',
		description:
			'Search and sort contracts, filtered by status, start and end date, counterparty, contract type, folder or name. For a single contract use Get.',
		routing: {
			request: { method: 'GET', url: '/contracts' },
		},
	},
	run,
	fields: [
		...returnAllOrLimit,
		{
			displayName: 'Contract Type Names or IDs',
			name: 'contractTypeIds',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getContractTypes' },
			default: [],
			description:
				'Only contracts of these types. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
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
					'Whether to read contracts again that the list shows in part, one request each',
			},
			{
				displayName: 'Fast Listing',
				name: 'fastListing',
				type: 'boolean',
				default: false,
				description:
					'Whether Return All reads statuses in parallel. Faster, but relies on undocumented filters and sorting.',
			},
		),
	],
	items: contractShape,
};
