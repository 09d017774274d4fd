import { operation } from '../../http/operation.mts';
import { ClauseSummary } from '../../schemas/clause.mts';
import { PageOf } from '../../schemas/page.mts';
import { clauseSummary, type ClauseRow } from '../../store/clauses.mts';
import { nameFilter } from '../../store/listing/filters.mts';
import { filterParameter, listAnswer, listQuery } from '../listing.mts';

const MAX_LIMIT = 50;

export const listClauses = operation({
	method: 'GET',
	path: '/clauses',
	tag: 'Clauses',
	summary: 'Clauses without their content, page by page',
	query: listQuery(MAX_LIMIT, {
		name: filterParameter('Partial match, case-insensitive'),
	}),
	shape: 'clausePage',
	success: { status: 200, schema: PageOf(ClauseSummary), description: 'A page of clauses' },
	errors: [400],
	handle(call) {
		return listAnswer<ClauseRow>(call, {
			path: '/clauses',
			table: 'clauses',
			select: 't.*',
			joins: '',
			filters: { name: nameFilter() },
			// The specification shows no `sort` for clauses, so the parameter itself is refused.
			sortColumns: { id: 'id', createdAt: 'created_at' },
			defaultSort: '-createdAt',
			maxLimit: MAX_LIMIT,
			view: clauseSummary,
		});
	},
});
