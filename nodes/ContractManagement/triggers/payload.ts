import { sameId } from '../api/identifiers';
import { isObject } from '../api/shapes';
import type { ContractStatus } from '../api/types';
import { likelier, sentName, type EventName } from './eventName';
import {
	DELIVERY_KEYS,
	factsIn,
	PREVIOUS_KEYS,
	STATUS_KEYS,
	valueAtPath,
	valueIn,
	type Chain,
	type Facts,
} from './facts';
import { headerOf, type Proof } from './proof';
import { shortText, textOf } from './search';
import { subjectIn, type Subject } from './subject';

/** What a delivery says about one event. Nothing of it is believed before the record was fetched (D11). */
export interface Hint extends Subject {
	/** The event's name as the payload writes it; empty when it names none. */
	name: string;
	/** The id of the delivery, where it carries one. */
	deliveryId?: string;
	status?: ContractStatus;
	previousStatus?: ContractStatus;
}

/** Where to look, for payloads that are not understood by themselves. Relative to each event; empty = find it. */
export interface PayloadPaths {
	contractId: string;
	event: string;
	/** What an event is about, where the person has said what its name stands for. */
	subjectOf?: (name: string) => Subject['subject'] | undefined;
}

/** What the headers say of all events. */
interface Sent {
	name: EventName | undefined;
	deliveryId: string | undefined;
}

/** What a hostile body may cost is bounded: events, and lists in lists. */
export const MAX_EVENTS = 1_000;
const MAX_DEPTH = 4;

const DELIVERY_HEADERS = ['webhook-id', 'x-webhook-delivery', 'x-delivery-id', 'x-event-id'];

/**
 * The events that a delivery tells of; empty when it names no contract and no counterparty, undefined when it holds
 * more than MAX_EVENTS.
 */
export function hintsOf(
	body: unknown,
	headers: Pick<Proof, 'headers'>,
	paths: PayloadPaths,
): Hint[] | undefined {
	const sent: Sent = {
		name: sentName(headers),
		deliveryId: DELIVERY_HEADERS.map((name) => shortText(headerOf(headers, name))).find(
			(id) => id !== '',
		),
	};
	const hints: Hint[] = [];
	let count = 0;
	for (const chain of eventsIn(body, [], sent.name !== undefined)) {
		if ((count += 1) > MAX_EVENTS) return undefined;
		const hint = chain && hintOf(chain, sent, paths);
		if (hint) hints.push(hint);
	}
	return hints;
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

function hintOf(chain: Chain, sent: Sent, paths: PayloadPaths): Hint | undefined {
	const name = paths.event
		? textOf(valueAtPath(chain, paths.event))
		: ([...chain, sent].map((each) => each.name).reduce(likelier)?.text ?? '');
	const subject = subjectIn(chain, name, paths);
	if (!subject) return undefined;
	return {
		...subject,
		name,
		deliveryId: deliveryIdIn(chain, sent, subject),
		status: valueIn(chain, STATUS_KEYS) as ContractStatus | undefined,
		previousStatus: valueIn(chain, PREVIOUS_KEYS) as ContractStatus | undefined,
	};
}

// An id of the whole delivery would make its events look like one: it counts only in the event itself.
function deliveryIdIn(chain: Chain, { deliveryId }: Sent, { id: about }: Subject) {
	const ids = [valueIn(chain, DELIVERY_KEYS), chain[0].values.get('id'), deliveryId];
	return ids.find((id) => id !== undefined && !sameId(id, about));
}
