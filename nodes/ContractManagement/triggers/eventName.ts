import { eventNamed } from '../api/events';
import { headerOf, type Proof } from './proof';
import { shortText, textOf, type Found } from './search';

/** What may be the event's name, as the delivery writes it. */
export interface EventName {
	text: string;
	/** The lower, the surer. */
	rank: number;
}

const KEYS = ['event', 'eventtype', 'eventname', 'topic', 'type', 'action', 'name', 'kind'];
/** The event is named at the top or in one of these; a contract's own type and name are something else. */
const HOLDERS = ['', 'event', 'data', 'meta', 'metadata', 'notification', 'payload'];
const HEADERS = ['x-webhook-event', 'x-event-type', 'x-event-name', 'x-event'];

/** These may be the contract itself, with a name and a type of its own; the body, too, where a header names the event. */
const RECORD_HOLDERS = ['data', 'payload'];
const RECORD_KEYS = ['type', 'name', 'kind'];

/** Names compete: what may be a record's own name comes last, and of the others a name that is known comes first. */
const MAY_NAME_RECORD = 200;
const UNKNOWN = 100;

/**
 * The property as a name of the event, where it can be one. `{type: 'event', action: 'contract.signed'}` means the one
 * that is an event. But a contract may be called "New Contract": what may be its own name counts only where nothing else
 * names the event.
 */
export function nameIn(found: Found, isNamedElsewhere: boolean): EventName | undefined {
	const place = KEYS.indexOf(found.key);
	if (place < 0 || !HOLDERS.includes(found.parent)) return undefined;
	const text = textOf(found.value);
	if (text === '') return undefined;
	return ranked(text, place + (mayNameRecord(found, text, isNamedElsewhere) ? MAY_NAME_RECORD : 0));
}

/** The name in a header. */
export function sentName(headers: Pick<Proof, 'headers'>): EventName | undefined {
	return HEADERS.map((name) => shortText(headerOf(headers, name)))
		.map((text, index) => (text === '' ? undefined : ranked(text, KEYS.length + index)))
		.reduce(likelier, undefined);
}

/** Of two names the one that is more likely the event's; the first of equal ones. */
export function likelier(a: EventName | undefined, b: EventName | undefined) {
	return a && b ? (b.rank < a.rank ? b : a) : (a ?? b);
}

function ranked(text: string, place: number): EventName {
	return { text, rank: place + (eventNamed(text) ? 0 : UNKNOWN) };
}

function mayNameRecord({ key, parent }: Found, text: string, isNamedElsewhere: boolean): boolean {
	const isEvent = /contract|counter[._-]?party/i.test(text) && !/\s/.test(text);
	const mayBeRecord = RECORD_HOLDERS.includes(parent) || (isNamedElsewhere && parent === '');
	return mayBeRecord && RECORD_KEYS.includes(key) && !isEvent;
}
