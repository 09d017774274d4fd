import { eventNamed } from '../api/events';
import { headerOf, type Proof } from './proof';
import { byKey, textOf, type Found } from './search';

const KEYS = ['event', 'eventtype', 'eventname', 'topic', 'type', 'action', 'name', 'kind'];
/** The event is named at the top or in one of these; a contract's own type and name are something else. */
const HOLDERS = ['', 'event', 'data', 'meta', 'metadata', 'notification', 'payload'];
const HEADERS = ['x-webhook-event', 'x-event-type', 'x-event-name', 'x-event'];

/** These may be the contract itself, with a name and a type of its own; the body, too, where a header names the event. */
const RECORD_HOLDERS = ['data', 'payload'];
const RECORD_KEYS = ['type', 'name', 'kind'];

/**
 * The event's name as the delivery writes it, empty where it names none. Names compete: `{type: 'event', action:
 * 'contract.signed'}` means the one that is an event. But a contract may be called "New Contract": what may be its own
 * name counts only where nothing else names the event.
 */
export function eventNameIn(found: Found[], headers: Pick<Proof, 'headers'>): string {
	const near = found.filter(({ parent }) => HOLDERS.includes(parent));
	const candidates = byKey(near, KEYS);
	const sent = HEADERS.map((name) => headerOf(headers, name));
	const records = [...RECORD_HOLDERS, ...(sent.some((name) => name !== '') ? [''] : [])];
	const certain = [...textsOf(candidates.filter((one) => !mayNameRecord(one, records))), ...sent];
	const names = [certain, textsOf(candidates)]
		.map((texts) => texts.filter((text) => text !== ''))
		.find((texts) => texts.length > 0);
	return names?.find((name) => eventNamed(name)) ?? names?.[0] ?? '';
}

function mayNameRecord({ key, parent, value }: Found, records: string[]): boolean {
	const text = textOf(value);
	const isEvent = /contract|counter[._-]?party/i.test(text) && !/\s/.test(text);
	return records.includes(parent) && RECORD_KEYS.includes(key) && !isEvent;
}

function textsOf(found: Found[]): string[] {
	return found.map(({ value }) => textOf(value));
}
