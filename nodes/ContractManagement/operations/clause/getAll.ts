import { SMALL_PAGE_SIZE } from '../../api/limits';
import { comparableName, readsAsOperator } from '../../api/names';
import type { ClauseSummary } from '../../api/types';
import { listBody } from '../shared/list';
import { textParameter } from '../shared/parameters';

/** Clauses without their text ("GET /clauses"). The name filter's identifier is not shown, so names are checked again. */
export const run = listBody<ClauseSummary>({
	pageSize: SMALL_PAGE_SIZE,
	optionalQuery: (scope) => {
		const name = textParameter(scope, 'filters.name');
		return name === '' || readsAsOperator(name) ? {} : { name };
	},
	keep: (scope) => {
		const wanted = comparableName(textParameter(scope, 'filters.name'));
		return ({ name }) => comparableName(name ?? '').includes(wanted);
	},
});
