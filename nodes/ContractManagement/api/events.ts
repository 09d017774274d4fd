import { uuidOf } from './identifiers';
import { instantOf } from './instants';

/** Value of the trigger's `events` parameter and of `event` in its output. */
export type TriggerEvent = (typeof WEBHOOK_EVENTS)[number]['value'];

/** One event of the catalogue. */
export interface EventDefinition {
	value: string;
	label: string;
	description: string;
	/** Names in payloads, as `eventIdentifier` reduces them: the service's own are not shown. */
	identifiers: readonly string[];
}

/**
 * The one catalogue of events ("Events"): what the triggers offer and emit. The specification names created, signed and
 * status changed. The service is not known to deliver those of counterparties; polling sees them.
 */
export const WEBHOOK_EVENTS = [
	{
		value: 'created',
		label: 'Contract Created',
		description: 'A contract was created',
		identifiers: ['created', 'create', 'added', 'new'],
	},
	{
		value: 'signed',
		label: 'Contract Signed',
		description: 'All parties signed a contract, or it was marked as signed',
		identifiers: ['signed', 'sign', 'completed', 'executed', 'fullysigned'],
	},
	{
		value: 'sentForSignature',
		label: 'Contract Sent for Signature',
		description: 'A contract moved to the status signing',
		identifiers: ['sentforsignature', 'sentforsigning', 'sendforsignature', 'signing'],
	},
	{
		value: 'canceled',
		label: 'Contract Canceled',
		description: 'A contract was canceled',
		identifiers: ['canceled', 'cancelled', 'cancel'],
	},
	{
		value: 'statusChanged',
		label: 'Contract Status Changed',
		description: 'The status of a contract changed, including to signed',
		identifiers: ['statuschanged', 'statuschange', 'statusupdated', 'statusupdate', 'status'],
	},
	{
		value: 'updated',
		label: 'Contract Updated',
		description: 'Anything about a contract changed',
		identifiers: ['updated', 'update', 'changed', 'edited', 'modified'],
	},
	{
		value: 'counterpartyCreated',
		label: 'Counterparty Created',
		description: 'A counterparty was created',
		identifiers: ['counterpartycreated', 'counterpartycreate', 'counterpartyadded'],
	},
	{
		value: 'counterpartyUpdated',
		label: 'Counterparty Updated',
		description: 'Anything about a counterparty changed, including its status',
		identifiers: [
			'counterpartyupdated',
			'counterpartyupdate',
			'counterpartychanged',
			'counterpartystatuschanged',
		],
	},
] as const satisfies readonly EventDefinition[];

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
	if (!WEBHOOK_EVENTS.some(({ value }) => value === event)) return undefined;
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
