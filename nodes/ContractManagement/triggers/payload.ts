import { sameId } from '../api/identifiers';
import { isObject } from '../api/shapes';
import type { ContractStatus } from '../api/types';
import { eventNameIn } from './eventName';
import { headerOf, type Proof } from './proof';
import { byKey, idAtTop, plainKey, properties, textOf, valueAt, type Found } from './search';
import { previousStatusIn, statusIn, subjectIn, type Subject } from './subject';

/** What a delivery says about one event. Nothing of it is believed before the record was fetched (D11). */
export interface Hint extends Subject {
	/** The event's name as the payload writes it; empty when it names none. */
	name: string;
	/** Names the event in every redelivery, where the payload carries such an id. */
	deliveryId?: string;
	/** All that was said of the event. */
	entry: Record<string, unknown>;
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

type Entry = Record<string, unknown>;
type Headers = Pick<Proof, 'headers'>;

/** What a hostile body may cost is bounded: lists in lists, events, and what holds for all of them. */
const MAX_DEPTH = 4;
export const MAX_EVENTS = 5_000;
const MAX_COMMON = 50;

/** Properties that may list several events of one delivery. */
const LISTS = ['events', 'data', 'items', 'deliveries', 'payload'];

const DELIVERY_KEYS = ['deliveryid', 'eventid', 'messageid'];
const DELIVERY_HEADERS = ['webhook-id', 'x-webhook-delivery', 'x-delivery-id', 'x-event-id'];

/**
 * The events that a delivery tells of; empty when it names no contract and no counterparty, undefined when it holds
 * more than MAX_EVENTS.
 */
export function hintsOf(body: unknown, headers: Headers, paths: PayloadPaths): Hint[] | undefined {
	const hints: Hint[] = [];
	let count = 0;
	for (const entry of entriesOf(body)) {
		if ((count += 1) > MAX_EVENTS) return undefined;
		const hint = hintOf(entry, headers, paths);
		if (hint) hints.push(hint);
	}
	return hints;
}

/** The single events. What stands beside a list (the event's name, say) holds for each entry that does not say otherwise. */
function* entriesOf(body: unknown, depth = 0): Generator<Entry, void, undefined> {
	if (depth > MAX_DEPTH) return;
	if (Array.isArray(body)) {
		for (const entry of body) yield* entriesOf(entry, depth + 1);
	}
	if (!isObject(body)) return;
	const list = listIn(body);
	if (list === undefined) return yield body;
	// An id of the whole delivery would make its events look like one.
	const beside = Object.entries(body).filter(([key]) => key !== list && plainKey(key) !== 'id');
	const common = Object.fromEntries(beside.slice(0, MAX_COMMON));
	for (const entry of entriesOf(body[list], depth + 1)) yield { ...common, ...entry };
}

function listIn(body: Entry): string | undefined {
	const lists = Object.keys(body).filter((key) => isListOfObjects(body[key]));
	return LISTS.flatMap((name) => lists.filter((key) => plainKey(key) === name))[0];
}

function isListOfObjects(value: unknown): boolean {
	return Array.isArray(value) && value.some(isObject);
}

function hintOf(entry: Entry, headers: Headers, paths: PayloadPaths): Hint | undefined {
	const found = properties(entry);
	const name = paths.event ? textOf(valueAt(entry, paths.event)) : eventNameIn(found, headers);
	const subject = subjectIn(entry, found, name, paths);
	if (!subject) return undefined;
	return {
		...subject,
		name,
		deliveryId: deliveryIdIn(found, headers, subject),
		entry,
		status: statusIn(found),
		previousStatus: previousStatusIn(found),
	};
}

function deliveryIdIn(found: Found[], headers: Headers, subject: Subject): string | undefined {
	const named = byKey(found, DELIVERY_KEYS).map(({ value }) => textOf(value));
	const sent = DELIVERY_HEADERS.map((name) => headerOf(headers, name));
	const ids = [...named, textOf(idAtTop(found)), ...sent];
	return ids.find((id) => id !== '' && !sameId(id, subject.id));
}
