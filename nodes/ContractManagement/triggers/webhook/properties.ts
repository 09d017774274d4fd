import { eventNamed } from '../../api/events';
import { isIdentifier } from '../../api/identifiers';
import { CONTRACT_STATUSES } from '../../api/limits';
import { isObject } from '../../api/shapes';

/** A property somewhere in an object. */
export interface Found {
	name: string;
	/** Its name as `plainKey` reduces it. */
	key: string;
	value: unknown;
	/** The object that has it. */
	holder: Record<string, unknown>;
	/** The name of that object, reduced; empty at the top. */
	parent: string;
}

/** What may be the event's name, as the delivery writes it; the lower its rank, the surer. */
export interface EventName {
	text: string;
	rank: number;
}

/** What a hostile object may cost is bounded. Longer names and texts are somebody's content. */
const MAX_DEPTH = 5;
const MAX_NAME_LENGTH = 40;
const MAX_TEXT_LENGTH = 200;
/** Control characters and halves of characters: no name or id has them, and keys and log lines must not. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?$/i;
const LATEST_SECONDS = 100_000_000_000;

const NAME_KEYS = ['event', 'eventtype', 'eventname', 'topic', 'type', 'action', 'name', 'kind'];
/** The event is named at the top or in one of these; a contract's own type and name are something else. */
const NAME_HOLDERS = ['', 'event', 'data', 'meta', 'metadata', 'notification', 'payload'];
/** These may be the contract itself, with a name and a type of its own. */
const RECORD_HOLDERS = ['data', 'payload'];
const RECORD_KEYS = ['type', 'name', 'kind'];
/** Names compete: what may be a record's own name comes last, and of the others a name that is known comes first. */
const MAY_NAME_RECORD = 200;
const UNKNOWN = 100;

/** Every property of the object, the outer ones first; of equal depth in the order of the payload. */
export function* properties(object: Record<string, unknown>): Generator<Found, void, undefined> {
	let level: Array<[string, Record<string, unknown>]> = [['', object]];
	for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
		const next: typeof level = [];
		for (const [parent, holder] of level) {
			for (const name of Object.keys(holder)) {
				const key = plainKey(name);
				const value = holder[name];
				yield { name, key, value, holder, parent };
				if (isObject(value)) next.push([key, value]);
			}
		}
		level = next;
	}
}

/** So that `contract_id`, `contractId` and `ContractID` are the same. */
export function plainKey(key: string): string {
	return key.length > MAX_NAME_LENGTH ? '' : key.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** The text without blanks around it; empty for what is no text, or not one that a name or an id can be. */
export function shortText(value: unknown): string {
	const isShort = typeof value === 'string' && value.length <= MAX_TEXT_LENGTH;
	const text = isShort ? value.trim() : '';
	return UNPRINTABLE.test(text) ? '' : text;
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

/** A status that a contract can have; empty for any other. */
export function statusIn(value: unknown): string {
	const text = textIn(value).toLowerCase();
	return CONTRACT_STATUSES.find((status) => status === text) ?? '';
}

/** A time in UTC, given as text (without an offset it is UTC), or as seconds or milliseconds since the epoch. */
export function timeIn(value: unknown): string {
	const [, day, time, offset = 'Z'] = TIME.exec(shortText(value)) ?? [];
	const number = typeof value === 'number' ? value : NaN;
	const asMs = number < LATEST_SECONDS ? number * 1000 : number;
	const ms = day ? Date.parse(`${day}T${time}${offset}`) : asMs;
	return Math.abs(ms) < LATEST_SECONDS * 1000 ? new Date(ms).toISOString() : '';
}

/**
 * The property as a name of the event, where it can be one. `{type: 'event', action: 'contract.signed'}` means the one
 * that is an event. But a contract may be called "New Contract": what may be its own name counts only where nothing else
 * names the event.
 */
export function nameIn({ key, parent, value }: Found, isNamed: boolean): EventName | undefined {
	const place = NAME_KEYS.indexOf(key);
	if (place < 0 || !NAME_HOLDERS.includes(parent)) return undefined;
	const text = textIn(value);
	if (text === '') return undefined;
	const mayBeRecord = RECORD_HOLDERS.includes(parent) || (isNamed && parent === '');
	const isEvent = /contract|counter[._-]?party/i.test(text) && !/\s/.test(text);
	const isOwn = mayBeRecord && RECORD_KEYS.includes(key) && !isEvent;
	return ranked(text, place + (isOwn ? MAY_NAME_RECORD : 0));
}

/** What headers say that the event is called. */
export function sentName(headers: string[]): EventName | undefined {
	const names = headers.map(shortText).filter((text) => text !== '');
	return names
		.map((text) => ranked(text, NAME_KEYS.length))
		.reduce(likelier, undefined as EventName | undefined);
}

/** Of two names the one that is more likely the event's; the first of equal ones. */
export function likelier(a: EventName | undefined, b: EventName | undefined) {
	return a && b ? (b.rank < a.rank ? b : a) : (a ?? b);
}

function ranked(text: string, place: number): EventName {
	return { text, rank: place + (eventNamed(text) ? 0 : UNKNOWN) };
}
