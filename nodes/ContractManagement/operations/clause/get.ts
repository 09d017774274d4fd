import { simplifiedClause } from '../../api/simplifiedClause';
import type { Clause } from '../../api/types';
import { requestRecord } from '../../transport/records';
import { toItem, type OperationBody } from '../../transport/routing';

/** One clause with its text ("GET /clauses/:id"). */
export const run: OperationBody = async (scope, asked) => {
	const clause = await requestRecord<Clause>(scope.connection, asked);
	const isShort = scope.parameter<boolean>('simplify', true);
	return [toItem(scope, isShort ? simplifiedClause(clause) : clause)];
};
