import { getContract as hook } from '../../hooks/contracts/get';
import { fieldsAs, readableValues } from '../shared/contractOutput';
import { simplify } from '../shared/fields';
import { contractLocator } from '../shared/locators';
import type { Operation } from '../shared/operation';
import { options } from '../shared/options';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a contract',
		description:
			'Get one contract by its ID: status, counterparty, contract type and field values. To search contracts use Get Many; to find the contract of a CRM record use Get by External ID.',
		routing: {
			request: { method: 'GET', url: '/contracts/{contractId}' },
			operations: { pagination: hook },
		},
	},
	fields: [
		contractLocator,
		{
			displayName: 'Field Values',
			name: 'view',
			type: 'options',
			options: [
				{
					name: 'As Signed',
					value: 'asSigned',
					description: 'The values of this contract itself',
				},
				{
					name: 'Consolidated',
					value: 'consolidated',
					description: 'Values of the latest amendments where there are any, else as signed',
				},
			],
			default: 'asSigned',
			description: 'Which values the fields of the contract have',
		},
		simplify,
		options(fieldsAs, readableValues),
	],
};
