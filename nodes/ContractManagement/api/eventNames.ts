import type { Subject, TriggerEvent } from './events';

/**
 * What an event name says: `contract.status_changed`, `ContractStatusChanged` and `status-changed` are one, also behind a
 * domain: `com.example.contract.signed`.
 */
export function eventIdentifier(name: string): string {
	return name
		.replace(/[._-]v\d+$/i, '')
		.toLowerCase()
		.replace(/^(?:(?!counterparty)[\w-]+\.)+(?=(?:contract|counterparty).)/, '')
		.replace(/[^a-z]/g, '')
		.replace('contract', '');
}

/** Names in payloads, as `eventIdentifier` reduces them: the service's own are not shown. */
export const EVENT_NAMES: Record<TriggerEvent, string> = {
	created: 'created create added new',
	signed: 'signed sign completed executed fullysigned',
	sentForSignature: 'sentforsignature sentforsigning sendforsignature signing',
	canceled: 'canceled cancelled cancel',
	statusChanged: 'statuschanged statuschange statusupdated statusupdate status',
	updated: 'updated update changed edited modified',
	counterpartyCreated: 'counterpartycreated counterpartycreate counterpartyadded',
	counterpartyUpdated:
		'counterpartyupdated counterpartyupdate counterpartychanged counterpartystatuschanged',
};

const BY_NAME = new Map(
	Object.entries(EVENT_NAMES).flatMap(([event, names]) =>
		names.split(' ').map((name) => [name, event as TriggerEvent]),
	),
);

/** The event that a payload's name stands for, or undefined when it stands for none that is known. */
export function eventNamed(name: string): TriggerEvent | undefined {
	return BY_NAME.get(eventIdentifier(name));
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
	const exactly = (name: string) => name.toLowerCase().replace(/[\s._:/-]+/g, '');
	const [exact, alike] = [exactly, eventIdentifier].map((rule) => {
		const events = new Map(names.map(({ name, event }) => [rule(String(name)), String(event)]));
		events.delete('');
		return events;
	});
	return (given) => exact.get(exactly(given)) ?? alike.get(eventIdentifier(given));
}
