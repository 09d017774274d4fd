import { operation } from '../../http/operation.mts';
import { Contract, CONTRACT_STATUSES } from '../../schemas/contract.mts';
import { PageOf } from '../../schemas/page.mts';
import {
	CONTRACT_JOINS,
	CONTRACT_SELECT,
	type ContractListRow,
} from '../../store/contracts/row.mts';
import { contractView } from '../../store/contracts/view.mts';
import {
	dateFilter,
	idFilter,
	nameFilter,
	statusFilter,
	type Filter,
} from '../../store/listing/filters.mts';
import { filterParameter, listAnswer, listQuery } from '../listing.mts';

const MAX_LIMIT = 100;

const SORT_COLUMNS = {
	id: 'id',
	name: 'name',
	status: 'status',
	createdAt: 'created_at',
	updatedAt: 'updated_at',
	startAt: 'start_key',
	endAt: 'end_key',
} as const;

export const listContracts = operation({
	method: 'GET',
	path: '/contracts',
	tag: 'Contracts',
	summary: 'Contracts, page by page',
	description:
		'Filters combine with AND; a repeated filter too. Contracts without a date come last when ascending.',
	query: listQuery(MAX_LIMIT, {
		sort: filterParameter(
			`Comma-separated: ${Object.keys(SORT_COLUMNS).join(', ')}; \`-\` = descending`,
		),
		status: filterParameter('`status`, `in:a,b` or `ne:a`'),
		startAt: filterParameter('Date or date-time; `in:`, `gte:`, `lte:`, `ne:`'),
		endAt: filterParameter('Date or date-time; `in:`, `gte:`, `lte:`, `ne:`'),
		counterpartyId: filterParameter('UUID; `in:`, `ne:`'),
		contractTypeId: filterParameter('Exactly one UUID'),
		folderId: filterParameter('UUID; `in:`, `ne:`'),
		name: filterParameter('Partial match, case-insensitive'),
	}),
	shape: 'contractPage',
	success: { status: 200, schema: PageOf(Contract), description: 'A page of contracts' },
	errors: [400],
	handle(call) {
		const { variants } = call.state;
		const query = { ...call.query };
		if (variants.has('dateRangeOneSided')) {
			for (const [name, given] of Object.entries(query)) query[name] = [given].flat()[0]!;
		}
		return listAnswer<ContractListRow>(
			{ ...call, query },
			{
				path: '/contracts',
				table: 'contracts',
				select: CONTRACT_SELECT,
				joins: CONTRACT_JOINS,
				filters: FILTERS,
				sortColumns: SORT_COLUMNS,
				defaultSort: variants.has('otherDefaultOrder') ? 'name' : '-createdAt',
				maxLimit: MAX_LIMIT,
				view: (row) => contractView(call, row),
			},
		);
	},
});

const FILTERS: Record<string, Filter> = {
	status: statusFilter('status', CONTRACT_STATUSES),
	startAt: dateFilter('start_at'),
	endAt: dateFilter('end_at'),
	counterpartyId: idFilter('counterparty_id'),
	contractTypeId: idFilter('contract_type_id', { operators: ['eq'], repeatable: false }),
	folderId: idFilter('folder_id'),
	name: nameFilter(),
};
