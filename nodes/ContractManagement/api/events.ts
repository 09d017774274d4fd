import { uuidOf } from './identifiers';
import { instantOf } from './instants';

/**
 * The one catalogue of events ("Events"): what the triggers offer and emit, with label and description. The specification
 * names created, signed and status changed. The service is not known to deliver those of counterparties; polling sees them.
 */
export const EVENTS = {
	created: ['Contract Created', 'A contract was created'],
	signed: ['Contract Signed', 'All parties signed a contract, or it was marked as signed'],
	sentForSignature: ['Contract Sent for Signature', 'A contract moved to the status signing'],
	canceled: ['Contract Canceled', 'A contract was canceled'],
	statusChanged: [
		'Contract Status Changed',
		'The status of a contract changed, including to signed',
	],
	updated: ['Contract Updated', 'Anything about a contract changed'],
	counterpartyCreated: ['Counterparty Created', 'A counterparty was created'],
	counterpartyUpdated: [
		'Counterparty Updated',
		'Anything about a counterparty changed, including its status',
	],
} satisfies Record<string, [label: string, description: string]>;

/** Value of the trigger's `events` parameter and of `event` in its output. */
export type TriggerEvent = keyof typeof EVENTS;

/** The event that a move to the status is, beside `statusChanged`; undefined where it has no name of its own. */
export function eventOfStatus(status: string): TriggerEvent | undefined {
	return OF_STATUS.find(([own]) => own === status)?.[1];
}

/** The status that the event says the contract has now; undefined where it says none. */
export function statusOfEvent(event: string): string | undefined {
	return OF_STATUS.find(([, own]) => own === event)?.[0];
}

/** Whether a record in the status can be what the event says. */
export function isShown(event: string, status: string): boolean {
	return (statusOfEvent(event) ?? status) === status;
}

/** Whether the event says that the status has changed. */
export function isMove(event: string): boolean {
	return event === 'statusChanged' || statusOfEvent(event) !== undefined;
}

const OF_STATUS: ReadonlyArray<[status: string, event: TriggerEvent]> = [
	['signing', 'sentForSignature'],
	['signed', 'signed'],
	['canceled', 'canceled'],
];

/** The record that an event is about. */
export interface Subject {
	subject: 'contract' | 'counterparty';
	id: string;
}

/** What an event of the catalogue is about; undefined for any other name. */
export function subjectOf(event = ''): Subject['subject'] | undefined {
	if (!Object.hasOwn(EVENTS, event)) return undefined;
	return event.startsWith('counterparty') ? 'counterparty' : 'contract';
}

/**
 * Names one event, the same from both triggers and in every redelivery: what happens once to a record by the record, what
 * can happen again by the version that shows it. A colon in a name is encoded: no name makes the key of another event.
 */
export function eventKeyOf(
	event: string,
	{ id, status, updatedAt }: { id: string; status?: string; updatedAt?: string },
): string {
	const subject = `${uuidOf(id)}:${event.replace(/[%:]/g, (mark) => encodeURIComponent(mark))}`;
	const version = instantOf(updatedAt) ?? updatedAt ?? '';
	if (happensOnce(event)) return subject;
	return event === 'statusChanged' ? `${subject}:${status}:${version}` : `${subject}:${version}`;
}

/** Whether it happens to a record at most once, so that its key is known without reading the record. */
export function happensOnce(event: string): boolean {
	return ['created', 'signed', 'counterpartyCreated'].includes(event);
}
