import type { FastifyInstance } from 'fastify';
import { currentVersionLink, signedFileLinks } from '../files/links.mts';
import { invalidParameter, notFound } from '../http/apiError.mts';
import { BASE_PATH } from '../http/api.mts';
import type { Call, Query } from '../http/operation.mts';
import { shownId } from '../control/contracts/stored.mts';
import { listAnswer, type ListSource } from '../routes/listing.mts';
import { CONTRACT_STATUSES } from '../schemas/contract.mts';
import { ORGANIZATIONS, type OrganizationAlias } from '../seed/base.mts';
import type { SandboxState } from '../state.mts';
import { CONTRACT_JOINS, CONTRACT_SELECT, type ContractListRow } from '../store/contracts/row.mts';
import { contractView } from '../store/contracts/view.mts';
import { counterpartyView, type CounterpartyRow } from '../store/counterparties.mts';
import { anyUuidOf } from '../store/ids.mts';
import { nameFilter, statusFilter } from '../store/listing/filters.mts';
import { readableFields, readableOwnFields } from './fields.mts';
import { tablesOf } from './tables.mts';

/**
 * What the page reads beside the control plane's own routes: a list of contracts with search, order and pages, one
 * contract with its dynamic tables and links to its files, and the counterparties that changed last. Variants and faults do
 * not change them: the page works while the API is broken.
 */
export function registerPageViews(app: FastifyInstance, state: SandboxState): void {
	app.get('/page/access', () => ({
		baseUrl: state.origin + BASE_PATH,
		apiKey: state.keys.all().find(({ permission }) => permission === 'write')?.key,
	}));
	const list = (path: string, sourceOf: (call: Call) => ListSource<never>) =>
		app.get<{ Querystring: Query }>(path, ({ query }) => {
			const { organization = 'main', ...rest } = query;
			const call = callFor(state, organizationIdOf(organization), rest);
			return listAnswer(call, sourceOf(call)).body;
		});
	list('/page/contracts', contractsOf);
	list('/page/counterparties', counterpartiesOf);
	app.get<{ Params: { id: string } }>('/page/contracts/:id', ({ params }) => {
		const row = findAnywhere(state, params.id);
		const call = callFor(state, row.organization_id, {});
		const contract = viewOf(call, row);
		return {
			organization: call.catalog.organization.name,
			signatureProcess: row.signature_process,
			contract,
			fields: readableFields(call, contract),
			tables: tablesOf(call, row.id),
			files:
				row.status === 'signed'
					? signedFileLinks(call, row.id)
					: [currentVersionLink(call, row.id, row.name)],
		};
	});
}

function contractsOf(call: Call): ListSource<ContractListRow> {
	return {
		path: '/page/contracts',
		table: 'contracts',
		select: CONTRACT_SELECT,
		joins: CONTRACT_JOINS,
		filters: { name: nameFilter(false), status: statusFilter('status', CONTRACT_STATUSES) },
		sortColumns: { id: 'id', name: 'name', status: 'status', updatedAt: 'updated_at' },
		defaultSort: '-updatedAt',
		maxLimit: 100,
		view: (row) => viewOf(call, row),
	};
}

function counterpartiesOf(call: Call): ListSource<CounterpartyRow> {
	return {
		path: '/page/counterparties',
		table: 'counterparties',
		select: 't.*',
		joins: '',
		filters: { name: nameFilter(false) },
		sortColumns: { id: 'id', updatedAt: 'updated_at' },
		defaultSort: '-updatedAt',
		maxLimit: 100,
		view(row) {
			const counterparty = counterpartyView(row);
			return { ...counterparty, fields: readableOwnFields(call, counterparty) };
		},
	};
}

function viewOf(call: Call, row: ContractListRow) {
	return { ...contractView(call, row), id: shownId(call.state, row.id) };
}

function organizationIdOf(alias: string | string[]): string {
	const known = Object.keys(ORGANIZATIONS);
	if (typeof alias === 'string' && known.includes(alias)) {
		return ORGANIZATIONS[alias as OrganizationAlias].id;
	}
	throw invalidParameter('organization', alias, `must be one of ${known.join(', ')}`, known);
}

/** A contract of any organization: whoever reaches the control plane may see all of them. */
function findAnywhere(state: SandboxState, id: string): ContractListRow {
	const row = state.database.get<ContractListRow>(
		`SELECT ${CONTRACT_SELECT} FROM contracts t ${CONTRACT_JOINS} WHERE t.id = ?`,
		anyUuidOf(id) ?? '',
	);
	if (!row) throw notFound('CONTRACT_NOT_FOUND', id);
	return row;
}

/** A call as a member of the organization would make it; nothing here looks at its key. */
function callFor(state: SandboxState, organizationId: string, query: Query): Call {
	const key = state.keys.all().find((one) => one.organizationId === organizationId)!;
	return {
		state,
		key,
		organizationId,
		catalog: state.catalogs.of(organizationId),
		database: state.database,
		appUrl: state.origin,
		origin: state.origin,
		params: {},
		query,
		body: undefined,
	};
}
