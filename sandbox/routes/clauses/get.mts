import { notFound } from '../../http/apiError.mts';
import { ok, operation, type Call } from '../../http/operation.mts';
import { Clause } from '../../schemas/clause.mts';
import { clauseView, type ClauseRow } from '../../store/clauses.mts';
import { pathUuid } from '../contracts/find.mts';

export const getClause = operation({
	method: 'GET',
	path: '/clauses/:id',
	tag: 'Clauses',
	summary: 'A clause with its content',
	shape: 'clause',
	success: { status: 200, schema: Clause, description: 'The clause' },
	errors: [400, 404],
	find: clauseOf,
	handle: (_call, clause) => ok(clauseView(clause)),
});

function clauseOf(call: Call): ClauseRow {
	const row = call.database.get<ClauseRow>(
		'SELECT * FROM clauses WHERE id = ? AND organization_id = ?',
		pathUuid(call, 'id'),
		call.organizationId,
	);
	if (!row) throw notFound('CLAUSE_NOT_FOUND', call.params.id!);
	return row;
}
