import { eventNamed } from '../events';
import { isIdentifier } from '../identifiers';
import { CONTRACT_STATUSES } from '../limits';
import { isObject } from '../shapes';
import { BEFORE, HELD_ID, HOLDERS, IDS, KEYS, LISTS, NAMES, SOMEBODY } from './propertyNames';

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

/** What a hostile object may cost is bounded; longer names and texts are somebody's content. */
const MAX_DEPTH = 5;
const MAX_KEY_LENGTH = 40;
const MAX_TEXT_LENGTH = 200;
const MAX_NAMES = 20;
const MAX_LOOKED_AT = 1_000;
/** Control characters and halves of characters: no name or id has them, and keys and log lines must not. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?$/i;
const LATEST_SECONDS = 100_000_000_000;

const READERS = new Map<string, (value: unknown) => string>([
	...IDS.keys.map((key) => [key, idIn] as const),
	...[...KEYS.status, ...KEYS.previousStatus].map((key) => [key, statusIn] as const),
	...KEYS.at.map((key) => [key, timeIn] as const),
	['id', textIn],
]);

/** Names compete: what may be a record's own name comes last, and of the others a name that is known comes first. */
const MAY_NAME_RECORD = 200;
const UNKNOWN = 100;

/** What an object says. @param isNamed whether a header names the event: the object may then be the record itself */
export function factsIn(object: Json, isNamed: boolean): Facts {
	const facts: Facts = { object, values: new Map() };
	let names = 0;
	let place = LISTS.length;
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
		const isSurer = parent === '' && LISTS.slice(0, place).includes(key);
		if (isSurer && isList(value)) [facts.list, place] = [name, LISTS.indexOf(key)];
	}
	return facts;
}

/** A name of the event; the later its place, the less sure. Undefined for a text that no name can be. */
export function nameOf(value: unknown, place = NAMES.keys.length): EventName | undefined {
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

/** The id itself, or that at the end of an address, or of a record that stands in its place; else empty. */
export function idIn(value: unknown): string {
	const id = shortText(isObject(value) ? value.id : value).replace(IDS.address, '');
	return isIdentifier(id) ? id : '';
}

/** Every property of the object, the outer ones first; of equal depth in the order of the payload. */
function* properties(object: Json): Generator<Found, void, undefined> {
	const holders: Array<[parent: string, holder: Json, depth: number]> = [['', object, 1]];
	for (const [parent, holder, depth] of holders) {
		for (const [name, value] of Object.entries(holder)) {
			const key = plainKey(name);
			yield { name, key, value, parent };
			if (isObject(value) && depth < MAX_DEPTH) holders.push([key || '?', value, depth + 1]);
		}
	}
}

function slotOf({ key, parent }: Found): string {
	if (parent === '') return key;
	if (key === 'id') return HOLDERS.includes(parent) ? HELD_ID : '';
	const isStatus = READERS.get(key) === statusIn;
	if (isStatus && BEFORE.test(parent)) return KEYS.previousStatus[0];
	return (isStatus && SOMEBODY.test(parent)) || KEYS.at.includes(key) ? '' : key;
}

function isList(value: unknown): boolean {
	return Array.isArray(value) && value.slice(0, MAX_LOOKED_AT).some(isObject);
}

// The text without blanks around it; empty for what is no text, or not one that a name or an id can be.
function shortText(value: unknown): string {
	const isShort = typeof value === 'string' && value.length <= MAX_TEXT_LENGTH;
	const text = isShort ? value.trim() : '';
	return UNPRINTABLE.test(text) ? '' : text;
}

function statusIn(value: unknown): string {
	return CONTRACT_STATUSES.find((status) => status === textIn(value).toLowerCase()) ?? '';
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
	const place = NAMES.keys.indexOf(key);
	if (place < 0 || !NAMES.holders.includes(parent)) return undefined;
	const name = nameOf(value, place);
	const mayBeRecord = NAMES.recordHolders.includes(parent) || (isNamed && parent === '');
	if (!name || !mayBeRecord || !NAMES.recordKeys.includes(key)) return name;
	const isEvent = /contract|counter[._-]?party/i.test(name.text) && !/\s/.test(name.text);
	return isEvent ? name : { ...name, rank: name.rank + MAY_NAME_RECORD };
}
