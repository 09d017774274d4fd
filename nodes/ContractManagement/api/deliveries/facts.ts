import { eventNamed, type OwnEvents } from '../events';
import { isIdentifier } from '../identifiers';
import { instantIn } from '../instants';
import { CONTRACT_STATUSES } from '../limits';
import { isObject } from '../shapes';
import { shortText, textIn } from '../texts';
import { changeIn } from './changes';
import type { EventName, Facts, Json } from './event';
import { HELD_ID, ID_IN, IDS, KEYS, LISTS, NAMES, PLACES } from './propertyNames';

/** A property somewhere in an object, by its reduced name; `path` has those of its holders, from the outside in. */
type Found = Record<'key' | 'name', string> & { path: string[]; value: unknown };

/** What a hostile object may cost is bounded; longer names and texts are somebody's content. */
const MAX_DEPTH = 5;
const MAX_KEY_LENGTH = 40;
const MAX_NAMES = 20;
const MAX_LOOKED_AT = 1_000;

const READERS = new Map<string, (value: unknown) => string>([
	...IDS.keys.map((key) => [key, idIn] as const),
	...[...KEYS.status, ...KEYS.previousStatus].map((key) => [key, statusIn] as const),
	...KEYS.at.map((key) => [key, timeIn] as const),
]);

/** Names compete: what may be a record's own name comes last, and of the others a name that is known comes first. */
export const MAY_NAME_RECORD = 200;
export const UNKNOWN = 100;

/** What an object says. @param isNamed whether a header names the event: the object may then be the record itself */
export function factsIn(object: Json, own: OwnEvents, isNamed: boolean): Facts {
	const facts: Facts = { object, values: new Map() };
	let [names, place] = [0, LISTS.length];
	for (const found of properties(object)) {
		const { name, key, value, path } = found;
		const slot = slotOf(found);
		const read = facts.values.get(slot) ? undefined : READERS.get(slot);
		if (read) facts.values.set(slot, read(value));
		const candidate = names < MAX_NAMES ? nameIn(found, own, isNamed) : undefined;
		if (candidate && (names += 1) && candidate.rank < (facts.name?.rank ?? Infinity)) {
			facts.name = candidate;
		}
		const isSurer = path.length === 0 && LISTS.slice(0, place).includes(key);
		if (isSurer && isListOf(isObject, value)) [facts.list, place] = [name, LISTS.indexOf(key)];
		if (IDS.lists.includes(key) && path.every(wraps) && isListOf(idIn, value) && !facts.contracts) {
			facts.contracts = value.map((contract) => ({ contract }));
			facts.contractsIn = key;
		}
	}
	return facts;
}

/** A name of the event; the later its place, the less sure. Undefined for a text that no name can be, such as a mere kind. */
export function nameOf(value: unknown, own: OwnEvents, place: number): EventName | undefined {
	const text = textIn(value);
	if (own(text) ?? eventNamed(text)) return { text, rank: place };
	return text === '' || NAMES.kinds.test(text) ? undefined : { text, rank: place + UNKNOWN };
}

/** So that `contract_id`, `contractId` and `ContractID` are the same. */
export function plainKey(key: string): string {
	return key.length > MAX_KEY_LENGTH ? '' : key.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** The id itself, or that at the end of an address, or of a record that stands in its place; else empty. */
export function idIn(value: unknown): string {
	// JSON:API puts it into `data`.
	const { id, uuid, data } = isObject(value) ? value : { id: value };
	const ids = [id, uuid, (data as Json | null | undefined)?.id];
	return ids.map((one) => shortText(one).replace(IDS.address, '$1')).find(isIdentifier) ?? '';
}

/** Every property of the object, the outer ones first; of equal depth in the order of the payload. */
function* properties(object: Json): Generator<Found, void, undefined> {
	const holders: Array<[path: string[], holder: Json]> = [[[], object]];
	for (const [path, holder] of holders) {
		for (const [name, value] of Object.entries(holder)) {
			const key = plainKey(name);
			yield { name, key, value, path };
			const inner = isObject(value) ? value : Array.isArray(value) && changeIn(key, value);
			if (inner && path.length + 1 < MAX_DEPTH) holders.push([[...path, key || '?'], inner]);
		}
	}
}

const wraps = (name: string) => PLACES.wrappers.includes(name);

// What the property tells where it stands; empty for what is of something else.
function slotOf({ key, path }: Found): string {
	const parent = path.at(-1);
	if (ID_IN.get(key) === HELD_ID && path.every(wraps)) return HELD_ID;
	if (parent === undefined) return key;
	if (key === 'id') return ID_IN.get(parent) ?? '';
	if (KEYS.contract.includes(key)) return path.every(wraps) ? key : KEYS.farContract[0];
	if (KEYS.at.includes(key)) return '';
	if (READERS.get(key) !== statusIn) return key;
	const isBefore = (name: string) => PLACES.before.test(name);
	if (!path.every((name) => wraps(name) || isBefore(name) || PLACES.now.test(name))) return '';
	return path.some(isBefore) ? KEYS.previousStatus[0] : key;
}

function isListOf(what: (entry: unknown) => unknown, value: unknown): value is unknown[] {
	return Array.isArray(value) && value.slice(0, MAX_LOOKED_AT).some(what);
}

function statusIn(value: unknown): string {
	return CONTRACT_STATUSES.find((status) => status === textIn(value).toLowerCase()) ?? '';
}

function timeIn(value: unknown): string {
	return instantIn(typeof value === 'number' ? value : shortText(value)) ?? '';
}

/**
 * The property as a name of the event, where it can be one: of `{type: 'event', action: 'contract.signed'}` the one that
 * is an event. But a contract may be called "New Contract": what may be its own name comes after all others.
 */
function nameIn(
	{ key, path, value }: Found,
	own: OwnEvents,
	isNamed: boolean,
): EventName | undefined {
	const place = NAMES.keys.indexOf(key);
	const parent = path.at(-1) ?? '';
	if (place < 0 || !NAMES.holders.includes(parent)) return eventIn(value);
	const name = nameOf(value, own, place);
	const mayBeRecord = NAMES.recordHolders.includes(parent) || (isNamed && parent === '');
	const isSure = NAMES.near.includes(parent) && !(mayBeRecord && NAMES.recordKeys.includes(key));
	if (!name || isSure) return name;
	const isEvent = /contract|counter[._-]?party/i.test(name.text) && !/\s/.test(name.text);
	if (isEvent) return name;
	const isRecords = key === 'name' && name.rank >= UNKNOWN;
	return isRecords ? undefined : { ...name, rank: name.rank + MAY_NAME_RECORD };
}

/** A text that reads as an event of a contract is one wherever it stands, where nothing else is named. */
function eventIn(value: unknown): EventName | undefined {
	if (typeof value !== 'string' || value.length > MAX_KEY_LENGTH) return undefined;
	const isEvent = /contract\W|contract_/i.test(value) && !/\s/.test(value) && eventNamed(value);
	return isEvent ? { text: textIn(value), rank: 2 * MAY_NAME_RECORD } : undefined;
}
