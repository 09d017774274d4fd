import type { IDataObject } from 'n8n-workflow';
import { SMALL_PAGE_SIZE } from '../api/limits';
import { comparableName, readsAsOperator } from '../api/names';
import { simplifiedClause } from '../api/simplifiedClause';
import type { Clause, ClauseSummary } from '../api/types';
import { pathOf } from '../transport/path';
import { requestRecord } from '../transport/records';
import { forEachItem, hook, toItem } from '../transport/routing';
import type { ItemScope } from '../transport/scope';
import { listBody, listHook, type Listing } from './list';

/** One clause with its text ("GET /clauses/:id"). */
export const getClause = hook(async (scope, declared) => {
	const asked = { ...declared, path: pathOf(scope, declared.path) };
	const clause = await requestRecord<Clause>(scope.connection, asked);
	const isShort = scope.parameter<boolean>('simplify', true);
	return [toItem(scope, isShort ? simplifiedClause(clause) : clause)];
});

/** Clauses without their text ("GET /clauses"). The name filter's identifier is not shown, so names are checked again. */
const listing: Listing<ClauseSummary> = {
	pageSize: SMALL_PAGE_SIZE,
	optionalQuery: (scope) => {
		const name = nameFilter(scope);
		return name === '' || readsAsOperator(name) ? {} : { name };
	},
	keep: (scope) => {
		const wanted = comparableName(nameFilter(scope));
		return ({ name }) => comparableName(name ?? '').includes(wanted);
	},
};

export const listClauses = listHook(listing);

/** The same for the routes where n8n hands over all input items, and shows hints. */
export const listAllClauses = forEachItem(listBody(listing), { method: 'GET', path: '/clauses' });

function nameFilter(scope: ItemScope): string {
	const { name } = scope.parameter<IDataObject>('filters', {});
	return String((name as string | undefined) ?? '').trim();
}
