import { run } from './get';
import { contractShape, fieldsAs, readableValues, view } from '../shared/contractOutput.fields';
import { simplify, tagExecutions } from '../shared/parameters.fields';
import { contractLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import { options } from '../shared/options.fields';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get contract',
		description:
			'Get one contract by ID, with status, counterparty and field values. To search use Get Many; for the contract of a CRM record use Get by External ID.',
		routing: {
			request: { method: 'GET', url: '/contracts/{contractId}' },
		},
	},
	run,
	fields: [contractLocator, view, simplify, options(fieldsAs, readableValues, tagExecutions)],
	items: contractShape,
};
