import type { IDataObject } from 'n8n-workflow';
import { SMALL_PAGE_SIZE } from '../../api/limits';
import { comparableName, readsAsOperator } from '../../api/names';
import type { Counterparty } from '../../api/types';
import type { ItemScope } from '../../transport/scope';
import { listHook } from '../list';
import { sortOf } from '../sort';

/** Counterparties by status and part of the name ("GET /counterparties"). */
export const listCounterparties = listHook<Counterparty>({
	pageSize: SMALL_PAGE_SIZE,
	query: (scope) => {
		const { statuses, name } = filtersOf(scope);
		const sort = sortOf(scope);
		return {
			...(statuses.length === 1 && { status: statuses[0] }),
			...(statuses.length > 1 && { status: `in:${statuses.join(',')}` }),
			...(name !== '' && !readsAsOperator(name) && { name }),
			...(sort && { sort }),
		};
	},
	keep: (scope) => {
		const { name } = filtersOf(scope);
		// The service would take such a name for an operator, so it is compared here.
		if (!readsAsOperator(name)) return () => true;
		return (counterparty) => comparableName(counterparty.name).includes(comparableName(name));
	},
});

function filtersOf(scope: ItemScope): { statuses: string[]; name: string } {
	const { status, name } = scope.parameter<IDataObject>('filters', {});
	const list = Array.isArray(status)
		? status
		: String((status as string | undefined) ?? '').split(',');
	const statuses = list.map((entry) => String(entry).trim()).filter((entry) => entry !== '');
	return { statuses, name: String((name as string | undefined) ?? '').trim() };
}
