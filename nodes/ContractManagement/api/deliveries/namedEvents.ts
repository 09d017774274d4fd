import {
	eventNamed,
	ownEvents,
	subjectNamed,
	subjectOf,
	type OwnEvents,
	type Subject,
} from '../events';
import { isIdentifier } from '../identifiers';
import { isObject } from '../shapes';
import { textIn } from '../texts';
import { areOfEvent, listsEvents, valueAtPath, type Chain, type Read } from './chains';
import { factsIn, idIn, MAY_NAME_RECORD, nameOf, plainKey, UNKNOWN } from './facts';
import type { Facts, NamedEvent, PayloadSettings, Sent } from './event';
import { KEYS, NAME_HEADER, NAMES, SURE_HEADER } from './propertyNames';

/** The event that stands for every name that is not known; it is emitted under the service's own name. */
export const OTHER = 'other';

/** What a hostile body may cost is bounded: events, and lists in lists. */
export const MAX_EVENTS = 1_000;
const MAX_DEPTH = 4;

/** The events that a body names: none when it names no record, undefined when it holds more than MAX_EVENTS. */
export function namedEvents(
	body: unknown,
	request: Sent,
	settings: PayloadSettings,
): NamedEvent[] | undefined {
	const own = ownEvents(settings.names);
	const events: NamedEvent[] = [];
	let count = 0;
	for (const told of toldIn(body, request, settings, own)) {
		if ((count += 1) > MAX_EVENTS) return undefined;
		const named = told && eventOf(told.chain, told.name, request, settings, own);
		if (named) events.push({ ...named, nth: count });
	}
	return events;
}

/** The name of the first event, whatever it is about; empty where there is none. */
export function firstName(body: unknown, request: Sent, settings: PayloadSettings): string {
	const [told] = toldIn(body, request, settings, ownEvents(settings.names));
	return told?.name ?? '';
}

/** What is said of each event, and its name; undefined for what cannot be one. */
function* toldIn(
	body: unknown,
	{ headers, query = {} }: Sent,
	{ eventPath }: PayloadSettings,
	own: OwnEvents,
): Generator<{ chain: Chain; name: string } | undefined, void, undefined> {
	const headed = Object.keys(headers).filter((header) => NAME_HEADER.test(header));
	const sent = headed.flatMap((header) => {
		const name = nameOf(headers[header], own, NAMES.keys.length);
		if (!name || name.rank < UNKNOWN || SURE_HEADER.test(header)) return name ?? [];
		return { ...name, rank: MAY_NAME_RECORD + NAMES.keys.length };
	});
	const asked = Object.keys(query).filter((key) => NAMES.query.includes(plainKey(key)));
	sent.push(...asked.flatMap((key) => nameOf(query[key], own, NAMES.keys.length) ?? []));
	const read: Read = (object, isNamed = sent.length > 0) => factsIn(object, own, isNamed);
	const beside = headers['ce-specversion'] ? [read(headers, true)] : [];
	beside.push(...sent.map((name): Facts => ({ object: {}, values: new Map(), name })));
	for (const chain of eventsIn(body, beside, read)) {
		const names = chain?.flatMap(({ name }) => name ?? []) ?? [];
		const [surest] = names.sort((a, b) => a.rank - b.rank);
		const found = surest?.text ?? '';
		const at = eventPath && chain && valueAtPath(chain, eventPath, { headers, query });
		yield chain && { chain, name: eventPath ? textIn(at) : found };
	}
}

/** What is said of each event; undefined for what cannot be one. What stands beside a list holds for each of its entries. */
function* eventsIn(
	body: unknown,
	beside: Facts[],
	read: Read,
	depth = 0,
): Generator<Chain | undefined, void, undefined> {
	if (depth <= MAX_DEPTH && Array.isArray(body)) {
		if (body.length === 0) yield undefined;
		for (const entry of body) yield* eventsIn(entry, beside, read, depth + 1);
	} else if (depth <= MAX_DEPTH && isObject(body)) {
		const facts = read(body);
		const chain: Chain = [facts, ...beside];
		const { list = '', contracts } = facts;
		if (list && listsEvents(chain, read)) yield* eventsIn(body[list], chain, read, depth + 1);
		else if (contracts && areOfEvent(chain)) yield* eventsIn(contracts, chain, read, depth + 1);
		else yield chain;
	} else {
		yield undefined;
	}
}

function eventOf(
	chain: Chain,
	name: string,
	sent: Sent,
	settings: PayloadSettings,
	own: OwnEvents,
): NamedEvent | undefined {
	const told = subjectOf(own(name));
	// "Updated" beside a counterparty is of that; "contract.updated" and "signed" never are.
	const ofCounterparty = `counterparty.${name}`;
	const mayBeOf = !told && !/contract/i.test(name) && eventNamed(ofCounterparty) !== undefined;
	const { contractIdPath: path } = settings;
	const atPath = path ? idIn(valueAtPath(chain, path, sent)) : undefined;
	const about = subjectIn(chain, told ?? subjectNamed(name), mayBeOf, name, atPath);
	if (!about) return undefined;
	const full = mayBeOf && about.subject === 'counterparty' ? ofCounterparty : name;
	const event = own(full) ?? eventNamed(full);
	const [status, previousStatus, at] = [KEYS.status, KEYS.previousStatus, KEYS.at].map((keys) =>
		valueIn(chain, keys),
	);
	return { ...about, name, event, status, previousStatus, at };
}

/** What is named comes before what only its place tells, and a contract before its counterparty, unless the event is, or may be, of that. */
function subjectIn(
	chain: Chain,
	subject: Subject['subject'],
	mayBeOf: boolean,
	name: string,
	atPath: string | undefined,
): Subject | undefined {
	const as = (one: Subject['subject'], id: string | undefined) =>
		isIdentifier(id) ? { subject: one, id } : undefined;
	if (atPath !== undefined && subject === 'contract') return as(subject, atPath);
	const counterparty = as('counterparty', valueIn(chain, KEYS.counterparty));
	const id = as(subject, valueIn([chain[0]], KEYS.id));
	const alias = subject === 'contract' ? as(subject, valueIn(chain, KEYS.alias)) : undefined;
	// "document.signed" is of the document; beside a contract's own id a document may be a part of it.
	const own = /contract/i.test(name) ? (id ?? alias) : (alias ?? id);
	const cloudEvents = chain.filter(({ object }) => object.specversion ?? object['ce-specversion']);
	return (
		(subject === 'contract' ? as(subject, valueIn(chain, KEYS.contract)) : counterparty) ??
		as(subject, valueIn(chain, KEYS.resource)) ??
		as(subject, valueIn(cloudEvents, KEYS.address)) ??
		as(subject, valueIn(chain, subject === 'contract' ? KEYS.farContract : [])) ??
		(mayBeOf ? (counterparty ?? own) : (own ?? counterparty))
	);
}

/** The first of these properties that somebody tells, the event itself before what stands beside it. */
function valueIn(chain: Facts[], keys: string[]): string | undefined {
	return chain.flatMap(({ values }) => keys.map((key) => values.get(key))).find((text) => text);
}
