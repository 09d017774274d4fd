import { notFound } from '../../http/apiError.mts';
import { MEMBERS, ORGANIZATIONS, type OrganizationAlias } from '../../seed/base.mts';
import { bulkCounterparties, bulkTypes } from '../../seed/bulk/catalog.mts';
import type { SandboxState } from '../../state.mts';
import type { ContractType } from '../../store/catalog.mts';
import { insertContract } from '../../store/contracts/change.mts';
import { fieldDates } from '../../store/contracts/dates.mts';
import { signatoriesOf } from '../../store/contracts/signatories.mts';
import { findCounterparty, type CounterpartyRow } from '../../store/counterparties.mts';
import type { FieldMap } from '../../schemas/values.mts';
import { newId } from '../../store/ids.mts';
import { columnsOf } from './columns.mts';
import type { ContractInput } from './input.mts';
import { setSignedFiles } from './stored.mts';

/** Creates a contract in any state and answers its id. */
export function createStoredContract(state: SandboxState, input: ContractInput): string {
	try {
		return state.database.transaction(() => create(state, input));
	} catch (error) {
		// They may name a contract type that was undone with the rest.
		state.catalogs.forget();
		throw error;
	}
}

function create(state: SandboxState, input: ContractInput): string {
	const organization = input.organization ?? 'main';
	const organizationId = ORGANIZATIONS[organization].id;
	const type = typeOf(state, organization, input.contractTypeId);
	const counterparty = counterpartyOf(state, organization, input.counterpartyId);
	const columns = columnsOf(state, organizationId, input);
	const author = MEMBERS.find((member) => member.organization_id === organizationId)!;
	const { status = 'draft', created_at = state.clock.timestamp() } = columns;
	const fields = JSON.parse(columns.fields ?? '{}') as FieldMap;
	const signedAt = status === 'signed' ? created_at : null;
	const name = `${type.name} - ${counterparty.name}`;
	const id = newId();
	const row = {
		id,
		organization_id: organizationId,
		name,
		status,
		counterparty_id: counterparty.id,
		contract_type_id: type.id,
		template_id: input.templateId?.toLowerCase() ?? type.templates[0]!.id,
		initial_contract_id: null,
		folder_id: null,
		author_id: author.id,
		fields: '{}',
		consolidation: null,
		signatories: JSON.stringify(signatoriesOf(state.database, type, counterparty)),
		integration: null,
		member_ids: JSON.stringify([author.id]),
		signature_process: status === 'signing' ? ('native' as const) : null,
		signature_date: signedAt,
		...fieldDates(type, fields),
		...(type.startsWhenSigned ? { start_at: columns.signature_date ?? signedAt } : {}),
		created_at,
		updated_at: created_at,
		...columns,
	};
	insertContract(state, row, { silent: input.silent ?? true });
	const files = input.signedFiles ?? (status === 'signed' ? [{ name: `${row.name}.pdf` }] : []);
	setSignedFiles(state, id, files);
	return id;
}

function typeOf(state: SandboxState, organization: OrganizationAlias, id?: string): ContractType {
	const organizationId = ORGANIZATIONS[organization].id;
	const { contractTypes } = state.catalogs.of(organizationId);
	if (id === undefined && contractTypes.size === 0) {
		bulkTypes(state.database, organization, 1);
		state.catalogs.forget();
		return typeOf(state, organization);
	}
	const type = id === undefined ? [...contractTypes.values()][0] : contractTypes.get(id);
	if (!type) throw notFound('CONTRACT_TYPE_NOT_FOUND', id!);
	return type;
}

function counterpartyOf(
	{ database }: SandboxState,
	organization: OrganizationAlias,
	id?: string,
): CounterpartyRow {
	const organizationId = ORGANIZATIONS[organization].id;
	const chosen =
		id ??
		database.get<{ id: string }>(
			'SELECT id FROM counterparties WHERE organization_id = ? ORDER BY id LIMIT 1',
			organizationId,
		)?.id ??
		bulkCounterparties(database, organization, 1)[0]!;
	const row = findCounterparty(database, organizationId, chosen);
	if (!row) throw notFound('COUNTERPARTY_NOT_FOUND', chosen);
	return row;
}
