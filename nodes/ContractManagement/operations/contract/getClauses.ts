import type { ContractClause } from '../../api/types';
import { pageIn } from '../../transport/lists/paginate';
import { request } from '../../transport/request';
import { toItem, type OperationBody } from '../../transport/routing';

/** The clauses of a contract, one item each ("GET /contracts/{id}/clauses"; not paged). */
export const run: OperationBody = async (scope, asked) => {
	const body = await request<unknown>(scope.connection, asked);
	const { records } = pageIn<ContractClause>(scope.connection, asked, body);
	return records.map((clause) => toItem(scope, clause));
};
