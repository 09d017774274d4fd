import type { Contract } from '../../api/types';
import { simplify } from '../../node/toolOutput.fields';
import { requestRecord } from '../../transport/records';
import { contractLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import { fieldsAs, readableValues, view } from '../shared/parameters.fields';
import { contractItem, contractShape } from './simplify';

/** Reads one contract: values as signed, or with the latest amendments in them ("Consolidated view"). */
export const get: Operation = {
	name: 'Get',
	action: 'Get contract by ID',
	description:
		'Get one contract by ID, with status, counterparty and field values. To search use Get Many; for the contract of a CRM record use Get by External ID.',
	request: { method: 'GET', url: '/contracts/{contractId}' },
	fields: [contractLocator, view, simplify],
	options: { fieldsAs, readableValues },
	items: contractShape,
	run: async (scope, asked) => {
		const isConsolidated = view.of(scope) === 'consolidated';
		const path = isConsolidated ? `${asked.path}/consolidated` : asked.path;
		const contract = await requestRecord<Contract>(scope.connection, { ...asked, path });
		return [await contractItem(scope)(contract)];
	},
};
