import { isIdentifier } from '../api/identifiers';
import { CONTRACT_STATUSES } from '../api/limits';
import { isObject } from '../api/shapes';
import { likelier, nameIn, type EventName } from './eventName';
import { namesIn, plainKey, properties, shortText, textOf, valueAt, type Found } from './search';

/** What one object of a body says. Read once, however many events it holds for. */
export interface Facts {
	object: Record<string, unknown>;
	/** The property that lists the events, where there is one. */
	list: string | undefined;
	/** The first usable value of each known property, by its reduced name. */
	values: Map<string, string>;
	name: EventName | undefined;
}

/** All that is said of one event: by itself, then by what stands beside its list, from the inside out. */
export type Chain = [Facts, ...Facts[]];

export const CONTRACT_KEYS = ['contractid', 'contractuuid', 'contract'];
export const COUNTERPARTY_KEYS = ['counterpartyid', 'counterpartyuuid', 'counterparty'];
export const DELIVERY_KEYS = ['deliveryid', 'eventid', 'messageid'];
export const STATUS_KEYS = ['status', 'newstatus', 'tostatus', 'to'];
export const PREVIOUS_KEYS = ['previousstatus', 'oldstatus', 'fromstatus', 'from', 'previous'];

/** Objects whose `id` is the id of what the event is about. */
const HOLDERS = ['data', 'payload', 'resource', 'object', 'entity', 'record'];
const HELD_ID = 'held id';
export const RESOURCE_KEYS = ['resourceid', 'objectid', 'entityid', 'recordid', HELD_ID];

const READERS = new Map<string, (value: unknown) => string>([
	...readers([...CONTRACT_KEYS, ...COUNTERPARTY_KEYS, ...RESOURCE_KEYS], idIn),
	...readers([...STATUS_KEYS, ...PREVIOUS_KEYS], statusIn),
	...readers([...DELIVERY_KEYS, 'id'], textOf),
]);

/** Properties that may list several events of one delivery. */
const LISTS = ['events', 'data', 'items', 'deliveries', 'payload'];

/** What a hostile object may cost is bounded: it has one name, perhaps a few more that are something else's. */
const MAX_NAMES = 20;
const MAX_LOOKED_AT = 1_000;

/**
 * What an object says.
 *
 * @param isNamed whether something else, a header, names the event: the object may then be the record itself
 */
export function factsIn(object: Record<string, unknown>, isNamed: boolean): Facts {
	const values = new Map<string, string>();
	const lists = new Map<string, string>();
	let name: EventName | undefined;
	let names = 0;
	for (const found of properties(object)) {
		const slot = slotOf(found);
		const value = values.has(slot) ? '' : (READERS.get(slot)?.(found.value) ?? '');
		if (value !== '') values.set(slot, value);
		const candidate = names < MAX_NAMES ? nameIn(found, isNamed) : undefined;
		if (candidate) names += 1;
		name = likelier(name, candidate);
		if (found.holder === object && !lists.has(found.key) && isList(found)) {
			lists.set(found.key, found.name);
		}
	}
	const list = LISTS.find((key) => lists.has(key));
	return { object, list: list && lists.get(list), values, name };
}

function isList({ key, value }: Found): boolean {
	return (
		LISTS.includes(key) && Array.isArray(value) && value.slice(0, MAX_LOOKED_AT).some(isObject)
	);
}

/** The first of these properties that somebody tells, the event itself before what stands beside it. */
export function valueIn(chain: Facts[], keys: string[]): string | undefined {
	for (const { values } of chain) {
		const key = keys.find((one) => values.has(one));
		if (key !== undefined) return values.get(key);
	}
	return undefined;
}

/** The value at a path of the event, or else of what stands beside it. */
export function valueAtPath([own, ...beside]: Chain, path: string): unknown {
	const names = namesIn(path);
	// An id of the whole delivery is not the event's.
	const isShared = plainKey(names[0] ?? '') !== 'id';
	const shared = isShared ? beside.filter(({ list }) => list !== names[0]) : [];
	const holder = [own, ...shared].find(({ object }) => Object.hasOwn(object, names[0] ?? ''));
	return valueAt(holder?.object, names);
}

/** The id itself, or the id of a record that stands in its place; empty when it is neither. */
export function idIn(value: unknown): string {
	const id = shortText(isObject(value) ? value.id : value);
	return isIdentifier(id) ? id : '';
}

function statusIn(value: unknown): string {
	const text = textOf(value).toLowerCase();
	return CONTRACT_STATUSES.find((status) => status === text) ?? '';
}

function slotOf({ key, parent }: Found): string {
	if (key !== 'id' || parent === '') return key;
	return HOLDERS.includes(parent) ? HELD_ID : '';
}

function readers<T>(keys: string[], reader: T): Array<[string, T]> {
	return keys.map((key) => [key, reader]);
}
