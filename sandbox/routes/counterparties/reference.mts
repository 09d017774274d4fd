import { ApiError, notFound } from '../../http/apiError.mts';
import type { Call } from '../../http/operation.mts';
import type { ContractCreate } from '../../schemas/contract.mts';
import {
	findCounterparty,
	findCounterpartyByName,
	insertCounterparty,
	type CounterpartyRow,
} from '../../store/counterparties.mts';
import { newId } from '../../store/ids.mts';

/** The counterparty that a new contract names by id or by name; an unknown name creates it. */
export function referencedCounterparty(
	call: Call,
	{ counterpartyId, counterparty }: ContractCreate,
): CounterpartyRow {
	const id = counterpartyId ?? counterparty?.id;
	if (id !== undefined) return existing(call, id);
	if (counterparty?.name !== undefined) return named(call, counterparty.name);
	throw new ApiError('INVALID_BODY', 'counterpartyId: a contract needs a counterparty', {
		field: 'counterpartyId',
		value: null,
	});
}

function existing({ database, organizationId }: Call, id: string): CounterpartyRow {
	const row = findCounterparty(database, organizationId, id);
	if (!row) throw notFound('COUNTERPARTY_NOT_FOUND', id);
	return row;
}

function named({ database, organizationId, state }: Call, name: string): CounterpartyRow {
	const known = findCounterpartyByName(database, organizationId, name);
	if (known) return known;
	const id = newId();
	const created_at = state.clock.timestamp();
	insertCounterparty(database, { id, organization_id: organizationId, name, created_at });
	return findCounterparty(database, organizationId, id)!;
}
