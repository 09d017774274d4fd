import { readPage } from '../../api/shapes';
import type { ContractClause } from '../../api/types';
import { listError } from '../../transport/errors';
import { pathOf } from '../../transport/path';
import { request } from '../../transport/request';
import { hook, toItem } from '../../transport/routing';

/** The clauses of a contract, one item each ("GET /contracts/{id}/clauses"; not paged). */
export const getContractClauses = hook(async (scope, declared) => {
	const path = pathOf(scope, declared.path);
	const page = readPage<ContractClause>(
		await request<unknown>(scope.connection, { ...declared, path }),
	);
	if (page) return page.records.map((clause) => toItem(scope, clause));
	throw listError(
		scope.node,
		'The service did not answer with a list of clauses',
		'The Base URL of the credential may point to another service.',
	);
});
