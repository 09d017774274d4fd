import { getContractByExternalId as hook } from '../../hooks/contracts/getByExternalId';
import { fieldsAs, readableValues } from '../shared/contractOutput';
import { simplify } from '../shared/fields';
import { contractTypeLocator, counterpartyLocator, optional } from '../shared/locators';
import type { Operation } from '../shared/operation';
import { options } from '../shared/options';

export const getByExternalId: Operation = {
	option: {
		name: 'Get by External ID',
		value: 'getByExternalId',
		action: 'Get a contract by external ID',
		description:
			'Find the newest contract that is linked to a record of another system, such as a CRM deal, by the ID that the record has there. Canceled contracts do not count. Fails when there is none.',
		routing: {
			request: { method: 'GET', url: '/contracts' },
			operations: { pagination: hook },
		},
	},
	fields: [
		{
			displayName: 'External ID',
			name: 'externalId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 0067Q00000ABCDE',
			description: 'The ID of the record in the other system, as it is in the integration link',
		},
		{
			displayName: 'Narrow Down By',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			description:
				'The service has no search by external ID, so contracts are read and compared. With a counterparty or a contract type only theirs are read.',
			options: [
				optional(contractTypeLocator),
				optional(counterpartyLocator),
				{
					displayName: 'External Entity',
					name: 'externalEntity',
					type: 'string',
					default: '',
					placeholder: 'e.g. deal',
					description: 'The kind of record, when IDs of different kinds can be the same',
				},
				{
					displayName: 'Integration Type',
					name: 'type',
					type: 'string',
					default: '',
					description: 'The system, when IDs of different systems can be the same',
				},
			],
		},
		simplify,
		options(fieldsAs, readableValues, {
			displayName: 'Include Canceled',
			name: 'includeCanceled',
			type: 'boolean',
			default: false,
			description: 'Whether canceled contracts count too',
		}),
	],
};
