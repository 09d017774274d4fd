import { eventNamed } from '../api/events';
import { isObject } from '../api/shapes';
import type { ContractStatus } from '../api/types';
import { headerOf, type Proof } from './proof';
import { byKey, properties, textOf, valueAt, type Found } from './search';
import { previousStatusIn, statusIn, subjectIn, type Subject } from './subject';

/** What a delivery says about one event. Nothing of it is believed before the record was fetched (D11). */
export interface Hint extends Subject {
	/** The event's name as the payload writes it; empty when it names none. */
	name: string;
	/** Names the event in every redelivery, where the payload carries such an id. */
	deliveryId?: string;
	status?: ContractStatus;
	previousStatus?: ContractStatus;
}

/** Where to look, for payloads that are not understood by themselves. Relative to each event; empty = find it. */
export interface PayloadPaths {
	contractId: string;
	event: string;
}

type Entry = Record<string, unknown>;
type Headers = Pick<Proof, 'headers'>;

/** Lists in lists: what a hostile body may cost is bounded. */
const MAX_DEPTH = 4;

/** Properties that may list several events of one delivery. */
const LISTS = ['events', 'data', 'items', 'deliveries', 'payload'];

const EVENT_KEYS = ['event', 'eventtype', 'eventname', 'topic', 'type', 'action', 'name', 'kind'];
/** The event is named at the top or in one of these; a contract's own type and name are something else. */
const EVENT_HOLDERS = ['', 'event', 'data', 'meta', 'metadata', 'notification', 'payload'];
const EVENT_HEADERS = ['x-webhook-event', 'x-event-type', 'x-event-name', 'x-event'];
const DELIVERY_KEYS = ['deliveryid', 'eventid', 'messageid'];
const DELIVERY_HEADERS = ['webhook-id', 'x-webhook-delivery', 'x-delivery-id', 'x-event-id'];

/** The events that a delivery tells of; empty when it names no contract and no counterparty. */
export function hintsOf(body: unknown, headers: Headers, paths: PayloadPaths): Hint[] {
	return entriesOf(body).flatMap((entry) => hintOf(entry, headers, paths) ?? []);
}

/** The single events. What stands beside a list (the event's name, say) holds for each entry that does not say otherwise. */
function entriesOf(body: unknown, depth = 0): Entry[] {
	if (depth > MAX_DEPTH) return [];
	if (Array.isArray(body)) return body.flatMap((entry) => entriesOf(entry, depth + 1));
	if (!isObject(body)) return [];
	const list = LISTS.find((key) => isListOfObjects(body[key]));
	if (list === undefined) return [body];
	// An id of the whole delivery would make its events look like one.
	const common = Object.entries(body).filter(([key]) => key !== list && key !== 'id');
	return entriesOf(body[list], depth + 1).map((entry) => ({
		...Object.fromEntries(common),
		...entry,
	}));
}

function isListOfObjects(value: unknown): boolean {
	return Array.isArray(value) && value.some(isObject);
}

function hintOf(entry: Entry, headers: Headers, paths: PayloadPaths): Hint | undefined {
	const found = properties(entry);
	const name = nameIn(entry, found, headers, paths);
	const subject = subjectIn(entry, found, name, paths.contractId);
	if (!subject) return undefined;
	return {
		...subject,
		name,
		deliveryId: deliveryIdIn(entry, found, headers, subject),
		status: statusIn(found),
		previousStatus: previousStatusIn(found),
	};
}

// Names compete: `{type: 'event', action: 'contract.signed'}` means the one that is an event.
function nameIn(entry: Entry, found: Found[], headers: Headers, paths: PayloadPaths): string {
	if (paths.event !== '') return textOf(valueAt(entry, paths.event));
	const near = found.filter(({ parent }) => EVENT_HOLDERS.includes(parent));
	const inPayload = byKey(near, EVENT_KEYS).map(({ value }) => textOf(value));
	const inHeaders = EVENT_HEADERS.map((name) => headerOf(headers, name));
	const names = [...inPayload, ...inHeaders].filter((name) => name !== '');
	return names.find((name) => eventNamed(name)) ?? names[0] ?? '';
}

function deliveryIdIn(
	entry: Entry,
	found: Found[],
	headers: Headers,
	subject: Subject,
): string | undefined {
	const named = byKey(found, DELIVERY_KEYS).map(({ value }) => textOf(value));
	const sent = DELIVERY_HEADERS.map((name) => headerOf(headers, name));
	const ids = [...named, textOf(entry.id), ...sent];
	return ids.find((id) => id !== '' && id !== subject.id);
}
