import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { SMALL_PAGE_SIZE } from '../api/limits';
import { readsAsOperator } from '../api/names';
import { connect } from '../transport/connection';
import type { ApiRequest } from '../transport/exchange';
import { readOne } from '../transport/paginate';
import { contains, results, type Listed } from './search';

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** Counterparties by name; the service searches ("GET /counterparties", `name`). */
export const searchCounterparties = searchByName({
	method: 'GET',
	path: '/counterparties',
	qs: { sort: 'name' },
});

/** Clauses by name; the name of the parameter is assumed ("GET /clauses"). */
export const searchClauses = searchByName({ method: 'GET', path: '/clauses' });

/** Searches a list that the service filters by name, a page at a time. */
function searchByName(list: ApiRequest): Search {
	return async function (this, filter, paginationToken) {
		// The service would take such a name for an operator.
		const isSearched = filter && !readsAsOperator(filter);
		const qs = { ...list.qs, ...(isSearched && { name: filter }) };
		const { records, nextCursor } = await readOne<Listed>(
			await connect(this),
			{ ...list, qs },
			SMALL_PAGE_SIZE,
			paginationToken ?? null,
		);
		return {
			results: results(records.filter(({ name }) => contains(name, filter))),
			...(nextCursor !== null && { paginationToken: nextCursor }),
		};
	};
}
