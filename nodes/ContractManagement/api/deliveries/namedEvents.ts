import { eventNamed, ownEvents, subjectNamed, subjectOf, type OwnEvents } from '../events';
import { DELIVERIES } from './profile';
import { isObject } from '../shapes';
import { idIn, plainKey, shortText, textIn } from '../texts';
import type { DeliveryRequest, Facts, Json, NamedEvent, PayloadSettings, Role } from './event';
import { factsIn, MAX_LOOKED_AT, saidBeside, UNSURE } from './facts';

/** The event that stands for every name that is not known; it is emitted under the service's own name. */
export const OTHER = 'other';

/** What a hostile body may cost is bounded: events, and lists in lists. */
export const MAX_EVENTS = 1_000;
const MAX_DEPTH = 4;

/** All that is said of one event: by itself, then by what stands beside its list, from the inside out; undefined for none. */
type Chain = [Facts, ...Facts[]];
type Chains = Generator<Chain | undefined>;

/** What came beside the body, and what the person has set. */
type Ask = PayloadSettings & DeliveryRequest & { own: OwnEvents; isNamed: boolean };

/** The events that a body names: none when it names no record, undefined when it holds more than MAX_EVENTS. */
export function namedEvents(body: unknown, sent: DeliveryRequest, settings: PayloadSettings) {
	const events: NamedEvent[] = [];
	let count = 0;
	for (const [chain, ask] of toldIn(body, sent, settings)) {
		if ((count += 1) > MAX_EVENTS) return undefined;
		const named = chain && eventOf(chain, ask);
		if (named) events.push({ ...named, nth: count });
	}
	return events;
}

/** The name of the first event, whatever it is about; empty where there is none. */
export function firstName(body: unknown, sent: DeliveryRequest, settings: PayloadSettings): string {
	const [[chain, ask]] = toldIn(body, sent, settings);
	return chain ? nameFor(chain, ask) : '';
}

function* toldIn(body: unknown, sent: DeliveryRequest, settings: PayloadSettings) {
	const own = ownEvents(settings.names);
	const beside = saidBeside(sent, own);
	const ask: Ask = { ...sent, ...settings, own, isNamed: beside.length > 0 };
	for (const chain of chainsIn(body, beside, ask)) yield [chain, ask] as const;
}

/** What is said of each event. What stands beside a list holds for each of its entries. */
function* chainsIn(body: unknown, beside: Facts[], ask: Ask, depth = 0): Chains {
	if (depth > MAX_DEPTH || typeof body !== 'object' || body === null) return yield undefined;
	const chain = isObject(body)
		? ([factsIn(body, ask.own, ask.isNamed), ...beside] as Chain)
		: undefined;
	const list = chain ? listIn(chain, ask) : (body as unknown[]);
	if (!list || list.length === 0) return yield chain;
	for (const entry of list) yield* chainsIn(entry, chain ?? beside, ask, depth + 1);
}

/** The list of the object whose entries are events, or the contracts of its one event. */
function listIn(chain: Chain, { own }: Ask): unknown[] | undefined {
	const [{ list = '', entries, values, contracts }] = chain;
	const isOfContract = valueIn(chain, 'contract', 'resource', 'held');
	// Where the object itself names an event and a contract, the list may be a part of either, such as the items of an order:
	// then an entry has to name an event, or a contract as such. An id beside other lists may be the delivery's.
	const isItem = plainKey(list) === 'items' && values.get('id');
	const isEvent = chain.some(({ name }) => name) && (isOfContract ?? isItem);
	const isOfEvents = (entry: Json) => {
		const told = factsIn(entry, own, true);
		return (told.name?.rank ?? Infinity) < UNSURE || told.values.get('contract');
	};
	const ofEvents = () => entries?.slice(0, MAX_LOOKED_AT).filter(isObject).some(isOfEvents);
	if (entries && (!isEvent || ofEvents())) return entries;
	const isOther = chain.some(({ name }) => name && subjectNamed(name.text) === 'counterparty');
	return isOther || isOfContract ? undefined : contracts;
}

function nameFor(chain: Chain, ask: Ask): string {
	if (ask.eventPath) return textIn(valueAtPath(chain, ask.eventPath, ask));
	const [surest] = chain.flatMap(({ name }) => name ?? []).sort((a, b) => a.rank - b.rank);
	return surest?.text ?? '';
}

function eventOf(chain: Chain, ask: Ask): NamedEvent | undefined {
	const { own, contractIdPath: path } = ask;
	const name = nameFor(chain, ask);
	const told = subjectOf(own(name));
	const subject = told ?? subjectNamed(name);
	// "Updated" beside a counterparty is of that; "contract.updated" and "signed" never are.
	const ofParty = `counterparty.${name}`;
	const mayBeOf = !told && !/contract/i.test(name) && eventNamed(ofParty) !== undefined;
	const isContract = subject === 'contract';
	// For a counterparty it stands in for what is not named; it may lead to a contract beside.
	const atPath = path && idIn(valueAtPath(chain, path, ask));
	const party = isContract && path ? undefined : valueIn(chain, 'counterparty');
	const id = (isContract ? path : atPath && !valueIn(chain, 'counterparty', 'resource', 'held'))
		? atPath
		: recordOf(chain, subject, name, mayBeOf ? party : undefined);
	if (!id && !party) return undefined;
	const full = mayBeOf && !id ? ofParty : name;
	return {
		...(id ? { subject, id } : { subject: 'counterparty', id: party! }),
		name,
		event: own(full) ?? eventNamed(full),
		status: valueIn(chain, 'status'),
		previousStatus: valueIn(chain, 'before'),
		at: valueIn(chain, 'at', 'created', 'around'),
	};
}

/** The id of the event's record. What is named comes before what only its place tells, and that before a counterparty that the event may be of. */
function recordOf(chain: Chain, subject: NamedEvent['subject'], name: string, party?: string) {
	const isContract = subject === 'contract';
	const isCloudEvent = ({ object: it }: Facts) =>
		it.specversion ?? it['ce-specversion'] ?? /contracts\//i.test(shortText(it.subject));
	const alias = isContract ? valueIn(chain, 'alias') : undefined;
	const named =
		valueIn(chain, subject) ??
		(DELIVERIES.ofAlias.test(name) ? alias : undefined) ??
		valueIn(chain, 'resource', 'held') ??
		valueIn(chain.filter(isCloudEvent), 'address') ??
		(isContract ? valueIn(chain, 'far') : undefined);
	if (named ?? party) return named;
	const id = valueIn([chain[0]], 'id', 'envelope');
	// Beside a contract's own id a document may be a part of it.
	return /contract/i.test(name) ? (id ?? alias) : (alias ?? id);
}

/** The first of these that somebody tells, the event itself before what stands beside it. */
function valueIn(chain: Facts[], ...roles: Role[]): string | undefined {
	return chain.flatMap(({ values }) => roles.map((role) => values.get(role))).find((text) => text);
}

/** The value at a path, such as `data.contract.id`, of the event or what stands beside it, or of the delivery, whose body the editor calls `payload`. */
function valueAtPath([own, ...beside]: Chain, path: string, { headers, query }: Ask): unknown {
	const names = path.split(/[.[\]]+/).filter((name) => name !== '');
	const [first = ''] = names;
	// An id of the whole delivery is not the event's.
	const shared = plainKey(first) === 'id' ? [] : beside.filter(({ list }) => list !== first);
	const roots: Json[] = [own, ...shared].map(({ object }) => object);
	roots.push({ headers, query, body: own.object, payload: own.object });
	const root = roots.find((one) => Object.hasOwn(one, first));
	return names.reduce<unknown>((value, key) => {
		const holds = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
		return holds ? (value as Json)[key] : undefined;
	}, root);
}
