import { isIdentifier } from '../../api/identifiers';
import { isObject } from '../../api/shapes';
import type { ContractStatus } from '../../api/types';
import { headersOf, type DeliveryRequest } from './body';
import { factsIn, KEYS, valueAtPath, valueIn, type Chain, type Facts } from './facts';
import { idIn, likelier, sentName, textIn, type EventName } from './properties';

/** The record that an event is about. */
export interface Subject {
	subject: 'contract' | 'counterparty';
	id: string;
}

/** What a delivery says about one event. Nothing of it is believed before the record was read. */
export interface NamedEvent extends Subject {
	/** The event's name as the payload writes it; empty when it names none. */
	name: string;
	status?: ContractStatus;
	previousStatus?: ContractStatus;
	/** When it happened, as `instantOf` writes it. */
	at?: string;
}

/** An event that the workflow waits for. */
export interface SelectedEvent extends NamedEvent {
	/** Of the catalogue, or the service's own name of one that the catalogue does not know. */
	event: string;
}

/** Where to look, for payloads that are not understood by themselves. Relative to each event; empty = find it. */
export interface PayloadPaths {
	contractId: string;
	event: string;
	/** What an event is about, where the person has said what its name stands for. */
	subjectOf?: (name: string) => Subject['subject'] | undefined;
}

/** What a hostile body may cost is bounded: events, and lists in lists. */
export const MAX_EVENTS = 1_000;
const MAX_DEPTH = 4;

const NAME_HEADERS = ['x-webhook-event', 'x-event-type', 'x-event-name', 'x-event'];

/**
 * The events that a body names; empty when it names no contract and no counterparty, undefined when it holds more than
 * MAX_EVENTS.
 */
export function namedEvents(
	body: unknown,
	request: Pick<DeliveryRequest, 'headers'>,
	paths: PayloadPaths,
): NamedEvent[] | undefined {
	const sent = sentName(headersOf(request, NAME_HEADERS));
	const events: NamedEvent[] = [];
	let count = 0;
	for (const chain of eventsIn(body, [], sent !== undefined)) {
		if ((count += 1) > MAX_EVENTS) return undefined;
		const event = chain && eventOf(chain, sent, paths);
		if (event) events.push(event);
	}
	return events;
}

/**
 * What is said of each event; undefined for what cannot be one. What stands beside a list (the event's name, say) holds
 * for each entry that does not say otherwise.
 */
function* eventsIn(
	body: unknown,
	beside: Facts[],
	isNamed: boolean,
	depth = 0,
): Generator<Chain | undefined, void, undefined> {
	if (depth <= MAX_DEPTH && Array.isArray(body)) {
		if (body.length === 0) yield undefined;
		for (const entry of body) yield* eventsIn(entry, beside, isNamed, depth + 1);
	} else if (depth <= MAX_DEPTH && isObject(body)) {
		const facts = factsIn(body, isNamed);
		const chain: Chain = [facts, ...beside];
		if (facts.list === undefined) yield chain;
		else yield* eventsIn(body[facts.list], chain, isNamed, depth + 1);
	} else {
		yield undefined;
	}
}

function eventOf(
	chain: Chain,
	sent: EventName | undefined,
	paths: PayloadPaths,
): NamedEvent | undefined {
	const name = paths.event
		? textIn(valueAtPath(chain, paths.event))
		: ([...chain.map((facts) => facts.name), sent].reduce(likelier)?.text ?? '');
	const subject = subjectIn(chain, name, paths);
	return (
		subject && {
			...subject,
			name,
			status: valueIn(chain, KEYS.status) as ContractStatus | undefined,
			previousStatus: valueIn(chain, KEYS.previousStatus) as ContractStatus | undefined,
			at: valueIn(chain, KEYS.at),
		}
	);
}

/**
 * What is named is taken before what only its place tells, and a contract before the counterparty that its payload may
 * carry as well, unless the event's name is about counterparties.
 */
function subjectIn(
	chain: Chain,
	eventName: string,
	{ contractId: path, subjectOf }: PayloadPaths,
): Subject | undefined {
	const subject = subjectOf?.(eventName) ?? subjectNamed(eventName);
	const as = (one: Subject['subject'], id: string | undefined) =>
		isIdentifier(id) ? { subject: one, id } : undefined;
	if (path !== '' && subject === 'contract') return as(subject, idIn(valueAtPath(chain, path)));
	const counterparty = as('counterparty', valueIn(chain, KEYS.counterparty));
	return (
		(subject === 'contract' ? as(subject, valueIn(chain, KEYS.contract)) : counterparty) ??
		as(subject, valueIn(chain, KEYS.resource)) ??
		counterparty ??
		as(subject, valueIn([chain[0]], KEYS.id))
	);
}

// `contract.counterparty_signed` is about the contract.
function subjectNamed(eventName: string): Subject['subject'] {
	const place = eventName.search(/counter[\s._-]*party/i);
	return place >= 0 && !/contract/i.test(eventName.slice(0, place)) ? 'counterparty' : 'contract';
}
