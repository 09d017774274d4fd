import { isIdentifier } from '../api/identifiers';
import { CONTRACT_STATUSES } from '../api/limits';
import { isObject } from '../api/shapes';
import type { ContractStatus } from '../api/types';
import type { PayloadPaths } from './payload';
import { byKey, idAtTop, textOf, valueAt, type Found } from './search';

/** The record that an event is about. */
export interface Subject {
	subject: 'contract' | 'counterparty';
	id: string;
}

const CONTRACT_KEYS = ['contractid', 'contractuuid', 'contract'];
const COUNTERPARTY_KEYS = ['counterpartyid', 'counterpartyuuid', 'counterparty'];
/** Objects whose `id` is the id of what the event is about. */
const HOLDERS = ['data', 'payload', 'resource', 'object', 'entity', 'record'];
const HOLDER_IDS = ['resourceid', 'objectid', 'entityid', 'recordid'];
const STATUS_KEYS = ['status', 'newstatus', 'tostatus', 'to'];
const PREVIOUS_KEYS = ['previousstatus', 'oldstatus', 'fromstatus', 'from', 'previous'];

/**
 * The subject of an event. What is named is taken before what only its place tells, and a contract before the
 * counterparty that its payload may carry as well, unless the event's name is about counterparties.
 */
export function subjectIn(
	entry: Record<string, unknown>,
	found: Found[],
	eventName: string,
	{ contractId: path, subjectOf }: PayloadPaths,
): Subject | undefined {
	const own = subjectOf?.(eventName) ?? subjectNamed(eventName);
	if (path !== '' && own === 'contract') return of('contract', idIn(valueAt(entry, path)));
	const counterparty = () => of('counterparty', firstId(byKey(found, COUNTERPARTY_KEYS)));
	return (
		(own === 'contract' ? of(own, firstId(byKey(found, CONTRACT_KEYS))) : counterparty()) ??
		of(own, firstId([...byKey(found, HOLDER_IDS), ...heldIds(found)])) ??
		counterparty() ??
		of(own, idIn(idAtTop(found)))
	);
}

// `contract.counterparty_signed` is about the contract.
function subjectNamed(eventName: string): Subject['subject'] {
	const place = eventName.search(/counter[\s._-]*party/i);
	return place >= 0 && !/contract/i.test(eventName.slice(0, place)) ? 'counterparty' : 'contract';
}

/** The status that the payload says the contract has now. */
export function statusIn(found: Found[]): ContractStatus | undefined {
	return firstStatus(byKey(found, STATUS_KEYS));
}

/** The status that the payload says the contract had before. */
export function previousStatusIn(found: Found[]): ContractStatus | undefined {
	return firstStatus(byKey(found, PREVIOUS_KEYS));
}

function of(subject: Subject['subject'], id: string | undefined): Subject | undefined {
	return id === undefined ? undefined : { subject, id };
}

function heldIds(found: Found[]): Found[] {
	return found.filter(({ key, parent }) => key === 'id' && HOLDERS.includes(parent));
}

function firstId(candidates: Found[]): string | undefined {
	return candidates.map(({ value }) => idIn(value)).find((id) => id !== undefined);
}

/** The id itself, or the id of a record that stands in its place. */
function idIn(value: unknown): string | undefined {
	const id = isObject(value) ? value.id : value;
	return isIdentifier(id) ? id : undefined;
}

function firstStatus(candidates: Found[]): ContractStatus | undefined {
	const texts = candidates.map(({ value }) => textOf(value).toLowerCase());
	return texts.flatMap((text) => CONTRACT_STATUSES.find((status) => status === text) ?? [])[0];
}
