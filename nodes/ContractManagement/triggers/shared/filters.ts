import { sameId } from '../../api/identifiers';
import type { Contract, Counterparty } from '../../api/types';

/** Which events start the workflow. An empty list or text lets everything through. */
export interface TriggerFilters {
	contractTypeIds: string[];
	counterpartyId: string;
	/** Lower case, as email addresses are compared. */
	authorEmails: string[];
	signatoryEmails: string[];
	statusFrom: string[];
	statusTo: string[];
}

/** Each filter of contracts, with the property that it looks at. Types allow no absence, but the service's answers may. */
const OF_CONTRACTS: Array<
	[keyof Contract, (filters: TriggerFilters, contract: Contract) => boolean]
> = [
	[
		'contractType',
		({ contractTypeIds: ids }, { contractType }) =>
			ids.length === 0 || ids.some((id) => isReference(contractType, id)),
	],
	[
		'counterparty',
		({ counterpartyId: id }, { counterparty }) => id === '' || isReference(counterparty, id),
	],
	['author', ({ authorEmails }, { author }) => isAmong(authorEmails, [author])],
	['signatories', ({ signatoryEmails }, { signatories }) => isAmong(signatoryEmails, signatories)],
];

/** Whether the contract is one that the workflow is about. */
export function concernsContract(filters: TriggerFilters, contract: Contract): boolean {
	return OF_CONTRACTS.every(([, passes]) => passes(filters, contract));
}

/** The same of a contract in a list, which may leave properties out: what is not shown may fit. */
export function mayConcern(filters: TriggerFilters, listed: Contract): boolean {
	return OF_CONTRACTS.every(
		([property, passes]) => !(property in listed) || passes(filters, listed),
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

function isReference(reference: { id: string } | null | undefined, id: string): boolean {
	return typeof reference?.id === 'string' && sameId(reference.id, id);
}

function isAmong(emails: string[], people: Array<{ email?: string } | null> | null | undefined) {
	if (emails.length === 0) return true;
	return [people ?? []]
		.flat()
		.some((one) => emails.includes(one?.email?.trim().toLowerCase() ?? ''));
}
