import { eventKeyOf, eventNamed, statusOfEvent, subjectOf } from '../../api/events';
import type { Contract, ContractStatus, Counterparty } from '../../api/types';
import type { Connection } from '../../transport/connection';
import { contractItem, counterpartyItem, type EventItem } from '../shared/eventItem';
import {
	concernsContract,
	concernsCounterparty,
	concernsMove,
	type TriggerFilters,
} from '../shared/filters';
import type { NamedEvent, SelectedEvent } from './namedEvents';
import { readRecords } from './readRecords';
import { OTHER, type WebhookSettings } from './webhookSettings';

/** The service is not known to name these: a change of the status tells of them. */
const MOVES = ['sentForSignature', 'canceled'];

/** The events that the workflow waits for, each with the status that the delivery says the contract has after it. */
export function selectedEvents(named: NamedEvent[], settings: WebhookSettings): SelectedEvent[] {
	return named.flatMap((one): SelectedEvent[] => {
		const event = settings.eventOf(fullName(one));
		if (event === undefined) {
			return settings.events.has(OTHER) && one.name !== '' ? [{ ...one, event: one.name }] : [];
		}
		const status = (event === 'signed' ? event : (one.status ?? statusOfEvent(event))) as
			| ContractStatus
			| undefined;
		const moves = event === 'statusChanged' ? MOVES : [];
		const told = moves.filter((move) => (status ?? statusOfEvent(move)) === statusOfEvent(move));
		return [event, ...told]
			.filter((each) => settings.events.has(each) && subjectOf(each) === one.subject)
			.map((each) => ({ ...one, status, event: each }));
	});
}

// "Updated" with nothing but a counterparty is not about a contract.
function fullName({ subject, name }: NamedEvent): string {
	const ofCounterparty = `counterparty.${name}`;
	return subject === 'counterparty' && eventNamed(ofCounterparty) ? ofCounterparty : name;
}

/**
 * What remains of the events when the service was asked: those that are true and concern the workflow, as items.
 *
 * @throws NodeApiError or NodeOperationError when the delivery has to be sent again
 */
export async function confirmedEvents(
	connection: Connection,
	events: SelectedEvent[],
	settings: WebhookSettings,
	rawBody: Buffer | undefined,
): Promise<EventItem[]> {
	const readings = await readRecords(connection, events, settings.view, rawBody);
	const byKey = new Map<string, EventItem>();
	for (const event of events) {
		const reading = readings.get(event);
		const item =
			reading instanceof Error
				? unreadItem(event, reading, settings)
				: reading && itemOf(event, reading, settings);
		// Of several moves that have become one, one knows where it came from.
		if (item && (item.previousStatus !== null || !byKey.get(item.eventKey)?.previousStatus)) {
			byKey.set(item.eventKey, item);
		}
	}
	return [...byKey.values()];
}

function itemOf(
	event: SelectedEvent,
	record: Contract | Counterparty,
	settings: WebhookSettings,
): EventItem | undefined {
	if (event.subject === 'contract') return itemOfContract(event, record as Contract, settings);
	const counterparty = record as Counterparty;
	return concernsCounterparty(settings.filters, counterparty)
		? counterpartyItem(event.event, counterparty, null)
		: undefined;
}

function itemOfContract(
	named: SelectedEvent,
	contract: Contract,
	{ filters, rule }: WebhookSettings,
): EventItem | undefined {
	if (!concernsContract(filters, contract)) return undefined;
	const { event } = named;
	const isVerified = rule.kind !== 'none';
	const previousStatus = isVerified ? previousOf(named, contract.status) : null;
	const item = contractItem(event, contract, previousStatus);
	if (isWanted(event, previousStatus, contract.status, filters)) return item;
	// The contract has left the status since: a sender who proves who he is can say that it had it.
	const left = isVerified && event !== 'signed' ? named.status : undefined;
	if (!left || !isWanted(event, named.previousStatus ?? null, left, filters)) return undefined;
	return {
		...item,
		eventKey: eventKeyOf(event, { ...contract, status: left }),
		deliveredStatus: left,
	};
}

function isWanted(
	event: string,
	previousStatus: string | null,
	status: string,
	filters: TriggerFilters,
): boolean {
	if (event === 'statusChanged') return concernsMove(filters, previousStatus, status);
	return (statusOfEvent(event) ?? status) === status;
}

// Once the contract has moved on, what the delivery calls "before" belongs to another move.
function previousOf(named: SelectedEvent, status: string): string | null {
	const isThisMove = (named.status ?? status) === status && named.previousStatus !== status;
	return isThisMove ? (named.previousStatus ?? null) : null;
}

/** The event as the delivery tells it, of a record that cannot be read; nothing where nobody has verified that. */
function unreadItem(
	{ event, subject, id, status, at }: SelectedEvent,
	{ message }: Error,
	{ rule }: WebhookSettings,
): EventItem | undefined {
	if (rule.kind === 'none') return undefined;
	return {
		event,
		eventKey: eventKeyOf(event, { id, status: status ?? '', updatedAt: at }),
		[`${subject}Id`]: id,
		status: null,
		previousStatus: null,
		...(status !== undefined && { deliveredStatus: status }),
		occurredAt: at ?? null,
		[subject]: null,
		[`${subject}Error`]: message,
	};
}
