import type { Counterparty } from '../../api/types';
import type { CounterpartyChange } from './input';

/** What was done, always in the same shape. */
export interface SyncResult {
	action: 'ambiguous' | 'notFound' | 'unchanged' | 'updated';
	id: string | null;
	name: string | null;
	changes: CounterpartyChange[];
	/** Whether an update was only worked out, and not sent. */
	dryRun: boolean;
	/** Why nothing was changed although something differs. */
	reason: 'newerInService' | null;
	counterparty: Counterparty | null;
	/** The matches, when there are several. */
	candidates: Array<Pick<Counterparty, 'id' | 'name' | 'status' | 'updatedAt'>>;
}

/** What is said where none was found, or several. */
export function unresolved(found: Counterparty[], dryRun: boolean): SyncResult {
	const candidates = found.map(({ id, name, status, updatedAt }) => ({
		id,
		name,
		status,
		updatedAt,
	}));
	const action = found.length === 0 ? 'notFound' : 'ambiguous';
	return { ...result(action, null), dryRun, candidates };
}

/** Without changes, of which the caller says more. */
export function result(
	action: SyncResult['action'],
	counterparty: Counterparty | null,
): SyncResult {
	return {
		action,
		id: counterparty?.id ?? null,
		name: counterparty?.name ?? null,
		changes: [],
		dryRun: false,
		reason: null,
		counterparty,
		candidates: [],
	};
}
