import type { Contract } from '../../api/types';
import { pathOf } from '../../transport/path';
import { requestRecord } from '../../transport/records';
import { forEachItem, hook, toItem, type OperationBody } from '../../transport/routing';
import { presentContract } from './present';

/** Reads one contract: values as signed, or with the latest amendments in them ("Consolidated view"). */
const body: OperationBody = async (scope, declared) => {
	const consolidated = scope.parameter<string>('view', 'asSigned') === 'consolidated';
	const path = pathOf(scope, `${declared.path}${consolidated ? '/consolidated' : ''}`);
	const contract = await requestRecord<Contract>(scope.connection, { ...declared, path });
	return [toItem(scope, await presentContract(scope, contract))];
};

export const getContract = hook(body);

/**
 * The same for the routes where n8n hands over all input items: the first request leaves at once, where n8n's engine
 * would take a millisecond or two for each of the items before.
 */
export const getContracts = forEachItem(body, { method: 'GET', path: '/contracts/{contractId}' });
