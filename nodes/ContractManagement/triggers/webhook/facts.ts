import { isObject } from '../../api/shapes';
import {
	idIn,
	likelier,
	nameIn,
	plainKey,
	properties,
	statusIn,
	textIn,
	timeIn,
	type EventName,
	type Found,
} from './properties';

/** What one object of a body says. Read once, however many events it holds for. */
export interface Facts {
	object: Record<string, unknown>;
	/** The property that lists the events, where there is one. */
	list?: string;
	/** The first usable value of each known property, by its reduced name; empty where there is none. */
	values: Map<string, string>;
	name?: EventName;
}

/** All that is said of one event: by itself, then by what stands beside its list, from the inside out. */
export type Chain = [Facts, ...Facts[]];

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

const READERS = new Map([
	...readers([...KEYS.contract, ...KEYS.counterparty, ...KEYS.resource], idIn),
	...readers([...KEYS.status, ...KEYS.previousStatus], statusIn),
	...readers(KEYS.at, timeIn),
	...readers(KEYS.id, textIn),
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
	const facts: Facts = { object, values: new Map() };
	const lists = new Map<string, string>();
	let names = 0;
	for (const found of properties(object)) {
		const slot = slotOf(found);
		const read = facts.values.get(slot) ? undefined : READERS.get(slot);
		// Of times only the first is looked at: to understand one takes long.
		if (read && !(read === timeIn && facts.values.has(slot))) {
			facts.values.set(slot, read(found.value));
		}
		const candidate = names < MAX_NAMES ? nameIn(found, isNamed) : undefined;
		if (candidate) names += 1;
		facts.name = likelier(facts.name, candidate);
		if (found.holder === object && !lists.has(found.key) && isList(found)) {
			lists.set(found.key, found.name);
		}
	}
	facts.list = lists.get(LISTS.find((key) => lists.has(key)) ?? '');
	return facts;
}

/** The first of these properties that somebody tells, the event itself before what stands beside it. */
export function valueIn(chain: Facts[], keys: string[]): string | undefined {
	for (const { values } of chain) {
		const key = keys.find((one) => values.get(one));
		if (key !== undefined) return values.get(key);
	}
	return undefined;
}

/** The value at a path such as `data.contract.id` or `events[0].id`, of the event or else of what stands beside it. */
export function valueAtPath([own, ...beside]: Chain, path: string): unknown {
	const names = path.split(/[.[\]]+/).filter((name) => name !== '');
	const first = names[0] ?? '';
	// An id of the whole delivery is not the event's.
	const shared = plainKey(first) === 'id' ? [] : beside.filter(({ list }) => list !== first);
	const holder = [own, ...shared].find(({ object }) => Object.hasOwn(object, first));
	return names.reduce<unknown>((value, key) => {
		if (Array.isArray(value)) return (value as unknown[])[Number(key)];
		return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
	}, holder?.object);
}

function slotOf({ key, parent }: Found): string {
	if (parent === '') return key;
	if (key === 'id') return HOLDERS.includes(parent) ? HELD_ID : '';
	return KEYS.at.includes(key) ? '' : key;
}

function isList({ key, value }: Found): boolean {
	return (
		LISTS.includes(key) && Array.isArray(value) && value.slice(0, MAX_LOOKED_AT).some(isObject)
	);
}

function readers(keys: string[], read: (value: unknown) => string) {
	return keys.map((key) => [key, read] as const);
}
