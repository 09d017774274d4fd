import { sameId } from '../api/identifiers';
import type { Contract, Counterparty } from '../api/types';

/** Which events start the workflow. An empty list or text lets everything through. */
export interface TriggerFilters {
	contractTypeIds: string[];
	counterpartyId: string;
	statusFrom: string[];
	statusTo: string[];
}

/** Whether the contract is one that the workflow is about. */
export function concernsContract(filters: TriggerFilters, contract: Contract): boolean {
	const { contractTypeIds, counterpartyId } = filters;
	return (
		(contractTypeIds.length === 0 ||
			contractTypeIds.some((id) => isReference(contract.contractType, id))) &&
		(counterpartyId === '' || isReference(contract.counterparty, counterpartyId))
	);
}

/** Whether the counterparty is one that the workflow is about. */
export function concernsCounterparty(filters: TriggerFilters, counterparty: Counterparty): boolean {
	return filters.counterpartyId === '' || sameId(counterparty.id, filters.counterpartyId);
}

/** Whether the move is one that the workflow waits for. A move from a status that is not known passes: losing it is worse. */
export function concernsMove(
	{ statusFrom, statusTo }: TriggerFilters,
	previousStatus: string | null,
	status: string,
): boolean {
	return (
		(statusFrom.length === 0 || previousStatus === null || statusFrom.includes(previousStatus)) &&
		(statusTo.length === 0 || statusTo.includes(status))
	);
}

// Types allow no absence, but the service's list items may be partial.
function isReference(reference: { id: string } | null | undefined, id: string): boolean {
	return typeof reference?.id === 'string' && sameId(reference.id, id);
}
