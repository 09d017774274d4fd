import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { counterpartyLocator, optional } from '../resources/shared/locators';

const STATUSES: INodePropertyOptions[] = [
	{ name: 'Canceled', value: 'canceled' },
	{ name: 'Draft', value: 'draft' },
	{ name: 'Negotiating', value: 'negotiating' },
	{ name: 'Signed', value: 'signed' },
	{ name: 'Signing', value: 'signing' },
];

/** The Filters of both triggers; read with `filtersOf`. */
export const filterProperties: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		{
			displayName: 'Contract Type Names or IDs',
			name: 'contractTypeIds',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getContractTypes' },
			default: [],
			description:
				'Only contracts of these types. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
		optional(counterpartyLocator),
		{
			displayName: 'Status From',
			name: 'statusFrom',
			type: 'multiOptions',
			options: STATUSES,
			default: [],
			description:
				'Only for Contract Status Changed: the status before. A change whose status before is not known passes, with previousStatus null.',
		},
		{
			displayName: 'Status To',
			name: 'statusTo',
			type: 'multiOptions',
			options: STATUSES,
			default: [],
			description: 'Only for Contract Status Changed: the status that the contract has now',
		},
	],
};

/** Which form of the contract is emitted. */
export const viewProperty: INodeProperties = {
	displayName: 'Field Values',
	name: 'view',
	type: 'options',
	options: [
		{
			name: 'As Signed',
			value: 'asSigned',
			description: 'The values of the contract itself',
		},
		{
			name: 'Consolidated',
			value: 'consolidated',
			description: 'The values of the latest amendment where there is one',
		},
	],
	default: 'asSigned',
	description: 'Which values the fields of the emitted contract have',
};
