import { run } from './getByExternalId';
import { contractShape, fieldsAs, readableValues } from '../shared/contractOutput.fields';
import { simplify, tagExecutions } from '../shared/parameters.fields';
import { contractTypeLocator, counterpartyLocator, optional } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import { options } from '../shared/options.fields';

export const getByExternalId: Operation = {
	option: {
		name: 'Get by External ID',
		value: 'getByExternalId',
		action: 'Get contract by external ID',
		description:
			'Find the newest contract linked to a record of another system, such as a CRM deal, by the ID of that record. Ignores canceled contracts; fails if there is none.',
		routing: {
			request: { method: 'GET', url: '/contracts' },
		},
	},
	run,
	fields: [
		{
			displayName: 'External ID',
			name: 'externalId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 0067Q00000ABCDE',
			description: 'As in the integration link of the contract',
		},
		{
			displayName: 'Narrow Down By',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			description: 'Makes it faster',
			options: [
				optional(contractTypeLocator),
				optional(counterpartyLocator),
				{
					displayName: 'External Entity',
					name: 'externalEntity',
					type: 'string',
					default: '',
					placeholder: 'e.g. deal',
					description: 'If different kinds of records can have the same ID',
				},
				{
					displayName: 'Integration Type',
					name: 'type',
					type: 'string',
					default: '',
					description: 'If different systems can have the same ID',
				},
			],
		},
		simplify,
		options(fieldsAs, readableValues, tagExecutions, {
			displayName: 'Include Canceled',
			name: 'includeCanceled',
			type: 'boolean',
			default: false,
			description: 'Whether to find canceled contracts too',
		}),
	],
	items: contractShape,
};
