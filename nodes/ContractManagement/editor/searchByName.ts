import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { firstTimeById } from '../api/identifiers';
import { SMALL_PAGE_SIZE } from '../api/limits';
import { readsAsOperator } from '../api/names';
import { connect } from '../transport/connection';
import type { ApiRequest } from '../transport/exchange';
import { readOne } from '../transport/lists/paginate';
import { contains, PAGES_PER_SEARCH, results, unfinished, type Listed } from './search';

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
		const connection = await connect(this);
		const isNew = firstTimeById();
		const found: Listed[] = [];
		let next = paginationToken ?? null;
		let searched = 0;
		for (let read = 0; read === 0 || (read < PAGES_PER_SEARCH && next !== null); read++) {
			const page = await readOne<Listed>(connection, asked, SMALL_PAGE_SIZE, next, isNew);
			searched += page.records.length;
			found.push(...page.records.filter(({ name }) => contains(name, filter)));
			next = page.nextCursor;
			if (found.length > 0) break;
		}
		return {
			results:
				filter && found.length === 0 && next !== null
					? [unfinished(filter, `${searched} records`)]
					: results(found),
			...(next !== null && { paginationToken: next }),
		};
	};
}
