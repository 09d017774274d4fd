import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { SMALL_PAGE_SIZE } from '../api/limits';
import { containsName, readsAsOperator } from '../api/names';
import type { ApiRequest } from '../transport/exchange';
import { connectInEditor } from './connection';
import { PAGES_PER_SEARCH, partOf, results, unfinished, type Listed } from './search';

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** Counterparties by name; the service searches ("GET /counterparties", `name`). */
export const searchCounterparties = searchByName(
	{ method: 'GET', path: '/counterparties', qs: { sort: 'name' } },
	'qs',
);

/** Clauses by name; the name of the parameter is assumed ("GET /clauses"). */
export const searchClauses = searchByName({ method: 'GET', path: '/clauses' }, 'optionalQs');

/** Searches a list that the service filters by name, a page at a time; some more where it does not. */
function searchByName(list: ApiRequest, nameQs: 'optionalQs' | 'qs'): Search {
	return async function (this, filter, paginationToken) {
		// The service would take such a name for an operator.
		const isSearched = filter && !readsAsOperator(filter);
		const asked = isSearched ? { ...list, [nameQs]: { ...list[nameQs], name: filter } } : list;
		const connection = await connectInEditor(this);
		const matches = ({ name }: Listed) => containsName(name, filter);
		const { records, nextCursor } = await partOf<Listed>(connection, asked, {
			pageSize: SMALL_PAGE_SIZE,
			pages: PAGES_PER_SEARCH,
			cursor: paginationToken,
			isEnough: (page) => page.some(matches),
		});
		const found = records.filter(matches);
		const isUnfinished = filter && found.length === 0 && nextCursor !== null;
		return {
			results: isUnfinished ? [unfinished(filter, `${records.length} records`)] : results(found),
			...(nextCursor !== null && { paginationToken: nextCursor }),
		};
	};
}
