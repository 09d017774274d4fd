import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { counterpartyLocator, optional } from '../../operations/shared/locators.fields';

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
			displayName: 'Author Email',
			name: 'authorEmail',
			type: 'string',
			placeholder: 'name@email.com',
			default: '',
			description:
				'Only start for contracts that this member created. Separate several addresses with commas.',
		},
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
			displayName: 'Signatory Email',
			name: 'signatoryEmail',
			type: 'string',
			placeholder: 'name@email.com',
			default: '',
			description:
				'Only start for contracts with this signatory. Separate several addresses with commas.',
		},
		{
			displayName: 'Status From',
			name: 'statusFrom',
			type: 'multiOptions',
			options: STATUSES,
			default: [],
			description:
				'Only start if the contract had one of these statuses before (Contract Status Changed). Changes whose previous status is unknown always start.',
		},
		{
			displayName: 'Status To',
			name: 'statusTo',
			type: 'multiOptions',
			options: STATUSES,
			default: [],
			description:
				'Only start if the contract has one of these statuses now (Contract Status Changed)',
		},
	],
};
