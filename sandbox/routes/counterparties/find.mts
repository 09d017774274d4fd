import { notFound } from '../../http/apiError.mts';
import type { Call } from '../../http/operation.mts';
import { findCounterparty, type CounterpartyRow } from '../../store/counterparties.mts';
import { pathUuid } from '../contracts/find.mts';

/** The counterparty that the path names. */
export function counterpartyOf(call: Call): CounterpartyRow {
	const row = findCounterparty(call.database, call.organizationId, pathUuid(call, 'id'));
	if (!row) throw notFound('COUNTERPARTY_NOT_FOUND', call.params.id!);
	return row;
}
