import type { Contract } from '../../api/types';
import { requestRecord } from '../../transport/records';
import { toItem, type OperationBody } from '../../transport/routing';
import { simplifier } from './simplify';

/** Reads one contract: values as signed, or with the latest amendments in them ("Consolidated view"). */
export const run: OperationBody = async (scope, asked) => {
	const isConsolidated = scope.parameter<string>('view', 'asSigned') === 'consolidated';
	const path = isConsolidated ? `${asked.path}/consolidated` : asked.path;
	const contract = await requestRecord<Contract>(scope.connection, { ...asked, path });
	return [toItem(scope, (await simplifier(scope)([contract]))[0])];
};
