import type { ContractStatus } from '../../schemas/contract.mts';
import type { EventName } from '../../schemas/event.mts';
import type { SandboxState } from '../../state.mts';
import { insert, update } from '../database.mts';
import { searchable } from '../listing/filters.mts';
import type { ContractRow } from './row.mts';

/** Stores a new contract and its event. */
export function insertContract(
	state: SandboxState,
	row: Omit<ContractRow, 'search_name'>,
	{ silent = false } = {},
): void {
	insert(state.database, 'contracts', { ...row, search_name: searchable(row.name) });
	if (!silent) recordEvents(state, row, ['contract.created'], null);
}

/** Changes columns of a contract, raises `updated_at`, and records the events of a change of status. */
export function changeContract(
	state: SandboxState,
	row: ContractRow,
	changes: Partial<ContractRow>,
	{ silent = false } = {},
): void {
	const renamed = changes.name === undefined ? {} : { search_name: searchable(changes.name) };
	const updated_at = state.clock.timestampAfter(row.updated_at);
	update(state.database, 'contracts', row.id, { updated_at, ...changes, ...renamed });
	const { status = row.status } = changes;
	if (!silent && status !== row.status) {
		recordEvents(state, { ...row, ...changes }, eventsOf(status), row.status);
	}
}

/** Signing is both an event of its own and a change of status. */
function eventsOf(status: ContractStatus): EventName[] {
	return status === 'signed'
		? ['contract.signed', 'contract.status_changed']
		: ['contract.status_changed'];
}

function recordEvents(
	state: SandboxState,
	row: Pick<ContractRow, 'id' | 'organization_id' | 'counterparty_id' | 'status'>,
	events: EventName[],
	previousStatus: ContractStatus | null,
): void {
	state.webhooks.record({
		organizationId: row.organization_id,
		contractId: row.id,
		counterpartyId: row.counterparty_id,
		events,
		status: row.status,
		previousStatus,
	});
}
