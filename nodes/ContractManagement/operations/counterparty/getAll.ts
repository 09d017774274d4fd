import { SMALL_PAGE_SIZE } from '../../api/limits';
import { comparableName, readsAsOperator } from '../../api/names';
import { commaList } from '../../api/options';
import type { Counterparty } from '../../api/types';
import { listBody } from '../shared/list';
import { textParameter } from '../shared/parameters';
import { sortOf } from '../shared/sort';

/** Counterparties by status and part of the name ("GET /counterparties"). */
export const run = listBody<Counterparty>({
	pageSize: SMALL_PAGE_SIZE,
	query: (scope) => {
		const statuses = commaList(scope.parameter('filters.status', []));
		const name = textParameter(scope, 'filters.name');
		const sort = sortOf(scope);
		return {
			...(statuses.length === 1 && { status: statuses[0] }),
			...(statuses.length > 1 && { status: `in:${statuses.join(',')}` }),
			...(name !== '' && !readsAsOperator(name) && { name }),
			...(sort && { sort }),
		};
	},
	keep: (scope) => {
		const name = textParameter(scope, 'filters.name');
		// The service would take such a name for an operator, so it is compared here.
		if (!readsAsOperator(name)) return () => true;
		return (counterparty) => comparableName(counterparty.name).includes(comparableName(name));
	},
});
