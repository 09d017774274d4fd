import { Type } from '@sinclair/typebox';
import { ok, operation } from '../../http/operation.mts';
import { ContractClause } from '../../schemas/clause.mts';
import { contractUrl } from '../../store/contracts/view.mts';
import { contractOf } from './find.mts';

interface Association {
	id: string;
	isCustom: number;
	clauseId: string;
	clauseName: string;
}

export const getContractClauses = operation({
	method: 'GET',
	path: '/contracts/:id/clauses',
	tag: 'Contracts',
	summary: 'The clauses of a contract',
	shape: 'contractClauses',
	success: { status: 200, schema: Type.Array(ContractClause), description: 'The associations' },
	errors: [400, 404],
	find: contractOf,
	handle(call, contract) {
		const rows = call.database.all<Association>(
			`SELECT link.id, is_custom AS isCustom, clause_id AS clauseId, clauses.name AS clauseName
			FROM contract_clauses link JOIN clauses ON clauses.id = clause_id
			WHERE contract_id = ? ORDER BY position`,
			contract.id,
		);
		return ok(
			rows.map(({ id, isCustom, clauseId, clauseName }) => ({
				id,
				contractId: contract.id,
				isCustom: isCustom === 1,
				clause: { id: clauseId, name: clauseName },
				contractUrl: contractUrl(call, contract.id),
			})),
		);
	},
});
