import { eventNamed } from '../../api/events';
import { isIdentifier } from '../../api/identifiers';
import { CONTRACT_STATUSES } from '../../api/limits';
import { isObject } from '../../api/shapes';

type Json = Record<string, unknown>;

/** What one object of a body says. Read once, however many events it holds for. */
export interface Facts {
	object: Json;
	/** The property that lists the events, where there is one. */
	list?: string;
	/** The first usable value of each known property, by its reduced name; empty where there is none. */
	values: Map<string, string>;
	name?: EventName;
}

/** What may be the event's name, as the delivery writes it; the lower its rank, the surer. */
export interface EventName {
	text: string;
	rank: number;
}

/** A property somewhere in an object, by its reduced name; `parent` is that of its holder, empty at the top. */
type Found = Record<'key' | 'name' | 'parent', string> & { value: unknown };

/** What a hostile object may cost is bounded. Longer names and texts are somebody's content. */
const MAX_DEPTH = 5;
const MAX_KEY_LENGTH = 40;
const MAX_TEXT_LENGTH = 200;
const MAX_NAMES = 20;
const MAX_LOOKED_AT = 1_000;
/** Control characters and halves of characters: no name or id has them, and keys and log lines must not. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?$/i;
const LATEST_SECONDS = 100_000_000_000;

/** Objects whose `id` is the id of what the event is about. */
const HOLDERS = ['data', 'payload', 'resource', 'object', 'entity', 'record'];
const HELD_ID = 'held id';

/** Properties that tell something, by their reduced names. */
export const KEYS = {
	contract: ['contractid', 'contractuuid', 'contract'],
	counterparty: ['counterpartyid', 'counterpartyuuid', 'counterparty'],
	resource: ['resourceid', 'objectid', 'entityid', 'recordid', HELD_ID],
	id: ['id'],
	status: ['status', 'newstatus', 'tostatus', 'to'],
	previousStatus: ['previousstatus', 'oldstatus', 'fromstatus', 'from', 'previous'],
	/** Of the event itself: where its body is the record, the time of its version comes before that of its creation. */
	at: ['updatedat', 'occurredat', 'createdat', 'eventtime', 'timestamp', 'time'],
};

const READERS = new Map<string, (value: unknown) => string>([
	...[...KEYS.contract, ...KEYS.counterparty, ...KEYS.resource].map((key) => [key, idIn] as const),
	...[...KEYS.status, ...KEYS.previousStatus].map((key) => [key, statusIn] as const),
	...KEYS.at.map((key) => [key, timeIn] as const),
	['id', textIn],
]);

/** Properties that may list several events of one delivery. */
const LISTS = ['events', 'data', 'items', 'deliveries', 'payload'];

const NAME_KEYS = ['event', 'eventtype', 'eventname', 'topic', 'type', 'action', 'name', 'kind'];
/** The event is named at the top or in one of these; a contract's own type and name are something else. */
const NAME_HOLDERS = ['', 'event', 'data', 'meta', 'metadata', 'notification', 'payload'];
/** These may be the contract itself, with a name and a type of its own. */
const RECORD_HOLDERS = ['data', 'payload'];
const RECORD_KEYS = ['type', 'name', 'kind'];
/** Names compete: what may be a record's own name comes last, and of the others a name that is known comes first. */
const MAY_NAME_RECORD = 200;
const UNKNOWN = 100;

/** What an object says. @param isNamed whether a header names the event: the object may then be the record itself */
export function factsIn(object: Json, isNamed: boolean): Facts {
	const facts: Facts = { object, values: new Map() };
	const lists = new Map<string, string>();
	let names = 0;
	for (const found of properties(object)) {
		const { name, key, value, parent } = found;
		const slot = slotOf(found);
		const read = facts.values.get(slot) ? undefined : READERS.get(slot);
		// Of times only the first is looked at: to understand one takes long.
		if (read && !(read === timeIn && facts.values.has(slot))) facts.values.set(slot, read(value));
		const candidate = names < MAX_NAMES ? nameIn(found, isNamed) : undefined;
		if (candidate && (names += 1) && candidate.rank < (facts.name?.rank ?? Infinity)) {
			facts.name = candidate;
		}
		if (parent === '' && isList(key, value) && !lists.has(key)) lists.set(key, name);
	}
	facts.list = lists.get(LISTS.find((key) => lists.has(key)) ?? '');
	return facts;
}

/** A name of the event; the later its place, the less sure. Undefined for a text that no name can be. */
export function nameOf(value: unknown, place = NAME_KEYS.length): EventName | undefined {
	const text = textIn(value);
	return text === '' ? undefined : { text, rank: place + (eventNamed(text) ? 0 : UNKNOWN) };
}

/** So that `contract_id`, `contractId` and `ContractID` are the same. */
export function plainKey(key: string): string {
	return key.length > MAX_KEY_LENGTH ? '' : key.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** A text, or the text of an object that stands in its place: `{event: {type: 'contract.signed'}}`. */
export function textIn(value: unknown): string {
	return shortText(isObject(value) ? (value.type ?? value.name) : value);
}

/** The id itself, or the id of a record that stands in its place; empty when it is neither. */
export function idIn(value: unknown): string {
	const id = shortText(isObject(value) ? value.id : value);
	return isIdentifier(id) ? id : '';
}

/** Every property of the object, the outer ones first; of equal depth in the order of the payload. */
function* properties(object: Json): Generator<Found, void, undefined> {
	let level: Array<[string, Json]> = [['', object]];
	for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
		const next: typeof level = [];
		for (const [parent, holder] of level) {
			for (const name of Object.keys(holder)) {
				const [key, value] = [plainKey(name), holder[name]];
				yield { name, key, value, parent };
				if (isObject(value)) next.push([key || '?', value]);
			}
		}
		level = next;
	}
}

function slotOf({ key, parent }: Found): string {
	if (parent === '') return key;
	if (key === 'id') return HOLDERS.includes(parent) ? HELD_ID : '';
	return KEYS.at.includes(key) ? '' : key;
}

function isList(key: string, value: unknown): boolean {
	const isAmong = LISTS.includes(key) && Array.isArray(value);
	return isAmong && value.slice(0, MAX_LOOKED_AT).some(isObject);
}

// The text without blanks around it; empty for what is no text, or not one that a name or an id can be.
function shortText(value: unknown): string {
	const isShort = typeof value === 'string' && value.length <= MAX_TEXT_LENGTH;
	const text = isShort ? value.trim() : '';
	return UNPRINTABLE.test(text) ? '' : text;
}

function statusIn(value: unknown): string {
	const text = textIn(value).toLowerCase();
	return CONTRACT_STATUSES.find((status) => status === text) ?? '';
}

// A time in UTC, given as text (without an offset it is UTC), or as seconds or milliseconds since the epoch.
function timeIn(value: unknown): string {
	const [, day, time, offset = 'Z'] = TIME.exec(shortText(value)) ?? [];
	const number = typeof value === 'number' ? value : NaN;
	const asMs = number < LATEST_SECONDS ? number * 1000 : number;
	const ms = day ? Date.parse(`${day}T${time}${offset}`) : asMs;
	return Math.abs(ms) < LATEST_SECONDS * 1000 ? new Date(ms).toISOString() : '';
}

/**
 * The property as a name of the event, where it can be one: of `{type: 'event', action: 'contract.signed'}` the one that
 * is an event. But a contract may be called "New Contract": what may be its own name comes after all others.
 */
function nameIn({ key, parent, value }: Found, isNamed: boolean): EventName | undefined {
	const place = NAME_KEYS.indexOf(key);
	if (place < 0 || !NAME_HOLDERS.includes(parent)) return undefined;
	const name = nameOf(value, place);
	const mayBeRecord = RECORD_HOLDERS.includes(parent) || (isNamed && parent === '');
	if (!name || !mayBeRecord || !RECORD_KEYS.includes(key)) return name;
	const isEvent = /contract|counter[._-]?party/i.test(name.text) && !/\s/.test(name.text);
	return isEvent ? name : { ...name, rank: name.rank + MAY_NAME_RECORD };
}
