import { uuidOf } from './identifiers';
import { instantOf } from './instants';
import { DELIVERIES } from './deliveries/profile';

/** What the triggers offer and emit ("Events": created, signed, status changed). Those of counterparties only polling is known to see. */
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

type Told = { id: string; status?: string; updatedAt?: string; again?: string };

/**
 * Names one event, the same from both triggers and in every redelivery: what happens once to a record by the record, what can
 * happen again by its version, `again` by the date of a later signature. A colon in a name is encoded.
 */
export function eventKeyOf(event: string, about: Told): string {
	const { id, status, updatedAt, again } = about;
	const subject = `${uuidOf(id)}:${event.replace(/[%:]/g, (mark) => encodeURIComponent(mark))}`;
	const version = instantOf(updatedAt) ?? updatedAt ?? '';
	if (happensOnce(event)) return again ? `${subject}:${again}` : subject;
	return event === 'statusChanged' ? `${subject}:${status}:${version}` : `${subject}:${version}`;
}

/** Whether it happens to a record at most once, so that its key is known without reading the record. */
export function happensOnce(event: string): boolean {
	return ['created', 'signed', 'counterpartyCreated'].includes(event);
}

/** What an event name says: `contract.status_changed`, `com.example.contracts/status-changed` and `ContractStatusChanged` are one. */
export function eventIdentifier(name: string): string {
	return name
		.replace(/[._-]v\d+$/i, '')
		.toLowerCase()
		.replace(/^(?:(?!counterparty)[\w-]+\.)+(?=(?:contract(?!s$)|counterparty).)/, '')
		.replace(/(?<=contract)s(?![a-z])|[^a-z]/g, '')
		.replace('contract', '');
}

const BY_NAME = new Map(
	Object.entries(DELIVERIES.events).flatMap(([event, names]) =>
		names.split(' ').map((name) => [name, event as TriggerEvent]),
	),
);

/** The event that a payload's name stands for, or undefined when it stands for none that is known, or for one of what it does not speak of. */
export function eventNamed(name: string): TriggerEvent | undefined {
	const event = BY_NAME.get(eventIdentifier(name));
	return subjectOf(event) === subjectNamed(name) ? event : undefined;
}

/** What an event of this name is about: `contract.counterparty_signed` is about the contract. */
export function subjectNamed(name: string): Subject['subject'] {
	const place = name.search(/counter[\s._-]*party/i);
	return place >= 0 && !/contract/i.test(name.slice(0, place)) ? 'counterparty' : 'contract';
}

/** What the person says that a name stands for. */
export type OwnEvent = Record<'name' | 'event', unknown>;
export type OwnEvents = (name: string) => string | undefined;

/** What the person says that names stand for: the exact name first, as two may differ in numbers or other scripts alone. */
export function ownEvents(names: OwnEvent[] = []): OwnEvents {
	// Names of 190 characters, 20,000 of them, would hold n8n up.
	if (names.length === 0) return () => undefined;
	const exactly = (name: string) => name.toLowerCase().replace(/[\s._:/-]+/g, '');
	const [exact, alike] = [exactly, eventIdentifier].map((rule) => {
		const events = new Map(names.map(({ name, event }) => [rule(String(name)), String(event)]));
		events.delete('');
		return events;
	});
	return (given) => exact.get(exactly(given)) ?? alike.get(eventIdentifier(given));
}
