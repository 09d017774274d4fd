import { operation } from '../../http/operation.mts';
import { Counterparty, COUNTERPARTY_STATUSES } from '../../schemas/counterparty.mts';
import { PageOf } from '../../schemas/page.mts';
import { counterpartyView, type CounterpartyRow } from '../../store/counterparties.mts';
import { nameFilter, statusFilter } from '../../store/listing/filters.mts';
import { filterParameter, listAnswer, listQuery } from '../listing.mts';

const MAX_LIMIT = 50;

const SORT_COLUMNS = {
	id: 'id',
	name: 'name',
	status: 'status',
	createdAt: 'created_at',
	updatedAt: 'updated_at',
} as const;

export const listCounterparties = operation({
	method: 'GET',
	path: '/counterparties',
	tag: 'Counterparties',
	summary: 'Counterparties, page by page',
	query: listQuery(MAX_LIMIT, {
		sort: filterParameter(
			`Comma-separated: ${Object.keys(SORT_COLUMNS).join(', ')}; \`-\` = descending; default \`-createdAt\``,
		),
		status: filterParameter('`status`, `in:a,b` or `ne:a`'),
		name: filterParameter('Partial match, case-insensitive'),
	}),
	shape: 'counterpartyPage',
	success: { status: 200, schema: PageOf(Counterparty), description: 'A page of counterparties' },
	errors: [400],
	handle: (call) =>
		listAnswer<CounterpartyRow>(call, {
			path: '/counterparties',
			table: 'counterparties',
			select: 't.*',
			joins: '',
			filters: {
				status: statusFilter('status', COUNTERPARTY_STATUSES),
				name: nameFilter(call.state.profile.of('counterparty-name-filter') === 'exact-case'),
			},
			sortColumns: SORT_COLUMNS,
			defaultSort: '-createdAt',
			maxLimit: MAX_LIMIT,
			view: counterpartyView,
		}),
});
