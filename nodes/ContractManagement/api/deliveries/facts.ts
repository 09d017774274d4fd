import { eventNamed, type OwnEvents } from '../events';
import { instantIn } from '../instants';
import { CONTRACT_STATUSES } from '../limits';
import { DELIVERIES } from './profile';
import { isObject } from '../shapes';
import { idIn, plainKey, shortText, textIn } from '../texts';
import type { DeliveryRequest, EventName, Facts, Json, Role } from './event';

/** A property somewhere in an object, by its reduced name; `path` has those of its holders, from the outside in. */
type Found = { name: string; key: string; path: string[]; value: unknown };

/** What a hostile object may cost is bounded; longer names and texts are somebody's content. */
const MAX_LEVELS = 3;
const MAX_LENGTH = 40;
const MAX_NAMES = 20;
export const MAX_LOOKED_AT = 1_000;

/** Names compete: what may be a record's own name comes last, and of the others a name that is known comes first. */
export const UNKNOWN = 100;
export const UNSURE = 200;

const ROLES = new Map(
	Object.entries(DELIVERIES.properties).flatMap(([role, keys]) =>
		keys.map((key) => [key, role as Role]),
	),
);

/** What an object says. @param isNamed whether a header names the event: the object may then be the record itself */
export function factsIn(object: Json, own: OwnEvents, isNamed: boolean): Facts {
	const facts: Facts = { object, values: new Map() };
	let [names, tried, place, namedIn] = [0, 0, DELIVERIES.lists.length, ''];
	for (const found of properties(object)) {
		const { name, key, value, path } = found;
		const role = roleOf(found);
		const mayTell = role && !facts.values.get(role) && (tried += 1) <= MAX_LOOKED_AT;
		if (mayTell) facts.values.set(role, readAs(role, value));
		const candidate = names < MAX_NAMES ? nameIn(found, own, isNamed) : undefined;
		if (candidate && (names += 1) && candidate.rank < (facts.name?.rank ?? Infinity))
			[facts.name, namedIn] = [candidate, path.join()];
		if (!Array.isArray(value)) continue;
		const [entries, rank] = [value.slice(0, MAX_LOOKED_AT), DELIVERIES.lists.indexOf(key)];
		// `events` may stand in what wraps them.
		const isPlace = path.length === 0 || (rank === 0 && !facts.list && path.every(wraps));
		const isSurer = isPlace && rank >= 0 && rank < place;
		if (isSurer && entries.some(isObject)) [facts.list, facts.entries, place] = [name, value, rank];
		// Beside an id of its own, `contracts` may be those that the contract is related to.
		const isOfEvent = path.every(wraps) && !(key === 'contracts' && idIn(object));
		if (DELIVERIES.contracts.includes(key) && isOfEvent && entries.some(idIn))
			facts.contracts ??= value.map((contract) => ({ contract }));
	}
	const beside = facts.values.get(`in ${namedIn}`);
	if (beside && facts.name!.rank < UNSURE) facts.values.set('around', beside);
	return facts;
}

/** What headers and the query say of the events: names, and all of a CloudEvent. */
export function saidBeside({ headers, query }: DeliveryRequest, own: OwnEvents): Facts[] {
	const { names, header: isName, sureHeader, query: parameters } = DELIVERIES;
	const inHeaders = Object.keys(headers).map((header) => {
		const name = isName.test(header) ? nameOf(headers[header], own, names.length) : undefined;
		const isSure = !name || name.rank < UNKNOWN || sureHeader.test(header);
		return isSure ? name : { ...name, rank: UNSURE + names.length };
	});
	const asked = Object.keys(query).filter((key) => parameters.includes(plainKey(key)));
	const inQuery = asked.map((key) => nameOf(query[key], own, names.length));
	const said = [...inHeaders, ...inQuery].flatMap((name): Facts[] =>
		name ? [{ object: {}, values: new Map(), name }] : [],
	);
	return headers['ce-specversion'] ? [factsIn(headers, own, true), ...said] : said;
}

/** A name of the event; the later its place, the less sure. Undefined for a text that no name can be, such as a mere kind. */
export function nameOf(value: unknown, own: OwnEvents, place: number): EventName | undefined {
	const text = textIn(value);
	if (own(text) ?? eventNamed(text)) return { text, rank: place };
	return text === '' || DELIVERIES.kinds.test(text) ? undefined : { text, rank: place + UNKNOWN };
}

/** Every property of the object, the outer ones first; of equal depth in the order of the payload. */
function* properties(object: Json): Generator<Found, void, undefined> {
	const holders: Array<[path: string[], holder: Json]> = [[[], object]];
	for (const [path, holder] of holders) {
		for (const [name, value] of Object.entries(holder)) {
			const key = plainKey(name);
			yield { name, key, value, path };
			const inner = Array.isArray(value) ? changeIn(key, value) : value;
			if (isObject(inner) && path.length < MAX_LEVELS) holders.push([[...path, key || '?'], inner]);
		}
	}
}

/** A change of the status in a list, as an object: `['draft', 'signing']`, `[{field: 'status', old_value, new_value}]`. */
function changeIn(key: string, list: unknown[]): unknown {
	if (!DELIVERIES.now.test(key)) return undefined;
	const [old, now] = list;
	if (list.length === 2 && !isObject(old)) return { old, new: now };
	const isStatus = ([name, field]: [string, unknown]) =>
		DELIVERIES.field.includes(plainKey(name)) && plainKey(textIn(field)) === 'status';
	const isOfStatus = (entry: Json) => Object.entries(entry).some(isStatus);
	return list.slice(0, MAX_LOOKED_AT).filter(isObject).find(isOfStatus);
}

const wraps = (name: string) => DELIVERIES.wrappers.includes(name);

// What the property tells where it stands; undefined for what is of something else.
function roleOf({ key, path, value }: Found): Role | undefined {
	const role = ROLES.get(key);
	if (role === 'address' && isObject(value)) return key === 'subject' ? 'held' : undefined;
	if (role === undefined || path.length === 0) return role;
	const [isTime, holder] = [role === 'at' && key !== 'updatedat', path.join()];
	if (isTime && DELIVERIES.dated.test(holder)) return 'around';
	if (isTime && DELIVERIES.records.holders.includes(holder)) return `in ${holder}`;
	if (role === 'id' || role === 'at' || role === 'created') return undefined;
	if (role === 'contract') return path.every(wraps) ? role : 'far';
	if (role === 'held' || role === 'envelope') return path.every(wraps) ? role : undefined;
	if (role !== 'status' && role !== 'before') return role;
	const isWas = (name: string) => DELIVERIES.was.test(name);
	const isOfEvent = (name: string) => wraps(name) || isWas(name) || DELIVERIES.now.test(name);
	return path.every(isOfEvent) ? (path.some(isWas) ? 'before' : role) : undefined;
}

function readAs(role: Role, value: unknown): string {
	if (role === 'status' || role === 'before')
		return CONTRACT_STATUSES.find((status) => status === textIn(value).toLowerCase()) ?? '';
	if (!/^(?:at|created|around|in .*)$/.test(role)) return idIn(value);
	return instantIn(typeof value === 'number' ? value : shortText(value)) ?? '';
}

// A contract may be called "New Contract": what may be its own name comes after all others. Elsewhere only a text that
// reads as an event of a contract is a name, where there is none else.
function nameIn({ key, path, value }: Found, own: OwnEvents, isNamed: boolean) {
	const { names, holders, near, records } = DELIVERIES;
	const [parent = ''] = path.slice(-1);
	const place = holders.includes(parent) ? names.indexOf(key) : -1;
	if (place < 0) {
		if (typeof value !== 'string' || value.length > MAX_LENGTH) return undefined;
		const isEvent = /contract(?:_|\W)/i.test(value) && !/\s/.test(value) && eventNamed(value);
		return isEvent ? { text: textIn(value), rank: 2 * UNSURE } : undefined;
	}
	const name = nameOf(value, own, place);
	const mayBeRecord = parent === '' ? isNamed : records.holders.includes(parent);
	const isSure = near.includes(parent) && !(mayBeRecord && records.keys.includes(key));
	if (!name || isSure || (!/\s/.test(name.text) && /contract|counter[._-]?party/i.test(name.text)))
		return name;
	return key === 'name' && name.rank >= UNKNOWN ? undefined : { ...name, rank: name.rank + UNSURE };
}
