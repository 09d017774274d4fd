import { unwrap } from '../../api/shapes';
import type { Contract } from '../../api/types';
import { pathOf } from '../../transport/path';
import { request } from '../../transport/request';
import { hook, toItem } from '../../transport/routing';
import { presentContract } from './present';

/** Reads one contract: values as signed, or with the latest amendments in them ("Consolidated view"). */
export const getContract = hook(async (scope, declared) => {
	const consolidated = scope.parameter<string>('view', 'asSigned') === 'consolidated';
	const path = pathOf(scope, `${declared.path}${consolidated ? '/consolidated' : ''}`);
	const body = await request<unknown>(scope.connection, { ...declared, path });
	return [toItem(scope, presentContract(scope)(unwrap(body) as Contract))];
});
