import type { IDataObject } from 'n8n-workflow';
import { eventKeyOf } from '../../api/events';
import { instantOf } from '../../api/instants';
import type { Contract, Counterparty } from '../../api/types';

/** One event as both triggers emit it. */
export interface EventItem extends IDataObject {
	event: string;
	/** The same for the same event, whichever trigger saw it and however often. */
	eventKey: string;
	/** This and the one before: null where it is not known. */
	status: string | null;
	previousStatus: string | null;
	/** When it happened, as far as the record tells. */
	occurredAt: string | null;
}

/** The item of an event of a contract; `event` may be a name that the catalogue does not know. */
export function contractItem(
	event: string,
	contract: Contract,
	previousStatus: string | null,
): EventItem {
	const { id, status, createdAt, updatedAt, signatureDate } = contract;
	const times: Record<string, string | null | undefined> = {
		created: createdAt,
		signed: signatureDate,
	};
	return {
		event,
		eventKey: eventKeyOf(event, contract),
		contractId: id,
		status,
		previousStatus,
		occurredAt: instantOf(times[event]) ?? instantOf(updatedAt) ?? null,
		contract: contract as unknown as IDataObject,
	};
}

/** The item of an event of a counterparty. */
export function counterpartyItem(
	event: string,
	counterparty: Counterparty,
	previousStatus: string | null,
): EventItem {
	const { id, status, createdAt, updatedAt } = counterparty;
	const time = event === 'counterpartyCreated' ? createdAt : updatedAt;
	return {
		event,
		eventKey: eventKeyOf(event, counterparty),
		counterpartyId: id,
		status,
		previousStatus,
		occurredAt: instantOf(time) ?? null,
		counterparty: counterparty as unknown as IDataObject,
	};
}
