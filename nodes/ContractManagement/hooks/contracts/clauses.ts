import type { ContractClause } from '../../api/types';
import { pageIn } from '../../transport/paginate';
import { pathOf } from '../../transport/path';
import { request } from '../../transport/request';
import { hook, toItem } from '../../transport/routing';

/** The clauses of a contract, one item each ("GET /contracts/{id}/clauses"; not paged). */
export const getContractClauses = hook(async (scope, declared) => {
	const path = pathOf(scope, declared.path);
	const asked = { ...declared, path };
	const body = await request<unknown>(scope.connection, asked);
	const { records } = pageIn<ContractClause>(scope.connection, asked, body);
	return records.map((clause) => toItem(scope, clause));
});
