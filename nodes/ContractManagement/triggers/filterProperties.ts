import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

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
			displayName: 'Contract Type IDs',
			name: 'contractTypeIds',
			type: 'string',
			default: '',
			placeholder: 'e.g. 3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718',
			description:
				'Only contracts of these types, separated by commas; an expression may give a list. Every contract carries the ID of its type in contractType.',
		},
		{
			displayName: 'Counterparty ID',
			name: 'counterpartyId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718',
			description: 'Only contracts with this counterparty, or events of this counterparty',
		},
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
