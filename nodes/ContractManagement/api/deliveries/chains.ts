import { subjectNamed } from '../events';
import { isObject } from '../shapes';
import type { Facts, Json } from './event';
import { MAY_NAME_RECORD, plainKey } from './facts';
import { KEYS } from './propertyNames';

/** All that is said of one event: by itself, then by what stands beside its list, from the inside out. */
export type Chain = [Facts, ...Facts[]];

/** Reads an object. @param isNamed whether it may be a record, as its event is named elsewhere */
export type Read = (object: Json, isNamed?: boolean) => Facts;

/** What is looked at to learn what a list is of. */
const MAX_LOOKED_AT = 1_000;

/**
 * Whether the list in an object is of events. Where the object itself names an event and a contract, the list may be a part
 * of either, such as the items of an order: then an entry has to name an event, or a contract as such.
 */
export function listsEvents(chain: Chain, read: Read): boolean {
	const [{ list = '', object, values }] = chain;
	const names = (keys: string[], by: Facts['values']) => keys.some((key) => by.get(key));
	const isNamed = chain.some(({ name }) => name);
	// An id beside other lists may be that of the delivery.
	const isRecord = plainKey(list) === 'items' && names(KEYS.id, values);
	if (!isNamed || !(namesContract(chain) || isRecord)) return true;
	const entries = (object[list] as unknown[]).slice(0, MAX_LOOKED_AT).filter(isObject);
	return entries.some((entry) => {
		const told = read(entry, true);
		return (told.name?.rank ?? Infinity) < MAY_NAME_RECORD || names(KEYS.contract, told.values);
	});
}

/** Whether several contracts that are listed are those of the event: it names no other one, and is of no counterparty. */
export function areOfEvent(chain: Chain): boolean {
	const isOther = chain.some(({ name }) => name && subjectNamed(name.text) === 'counterparty');
	// Beside an id of its own, `contracts` may be those that the contract is related to.
	const [{ contractsIn, values }] = chain;
	const mayBeRelated = contractsIn === 'contracts' && values.get('id');
	return !isOther && !mayBeRelated && !namesContract(chain);
}

function namesContract(chain: Chain): boolean {
	const keys = [...KEYS.contract, ...KEYS.resource];
	return chain.some(({ values }) => keys.some((key) => values.get(key)));
}

/**
 * The value at a path such as `data.contract.id` or `events[0].id`, of the event or else of what stands beside it, or at
 * `query.id`, `headers.x-id` and `body.id` of the whole delivery.
 */
export function valueAtPath([own, ...beside]: Chain, path: string, sent: Json = {}): unknown {
	const names = path.split(/[.[\]]+/).filter((name) => name !== '');
	const first = names[0] ?? '';
	// An id of the whole delivery is not the event's.
	const shared = plainKey(first) === 'id' ? [] : beside.filter(({ list }) => list !== first);
	const holder = [own, ...shared].find(({ object }) => Object.hasOwn(object, first));
	const [place, ...rest] = names;
	if (!holder && place === 'body' && rest.length > 0)
		return valueAtPath([own, ...beside], rest.join('.'));
	return names.reduce<unknown>((value, key) => {
		const holds = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
		return holds ? (value as Json)[key] : undefined;
	}, holder?.object ?? sent);
}
