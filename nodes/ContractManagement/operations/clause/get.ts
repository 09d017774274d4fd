import { simplifiedClause } from '../../api/simplifiedClause';
import type { Clause } from '../../api/types';
import { requestRecord } from '../../transport/records';
import { toItem, type OperationBody } from '../../transport/routing';
import { isSimplified } from '../../transport/toolOutput';

/** One clause with its text ("GET /clauses/:id"). */
export const run: OperationBody = async (scope, asked) => {
	const clause = await requestRecord<Clause>(scope.connection, asked);
	const isShort = isSimplified(scope);
	return [toItem(scope, isShort ? simplifiedClause(clause) : clause)];
};
