import { isIdentifier } from '../api/identifiers';
import {
	CONTRACT_KEYS,
	COUNTERPARTY_KEYS,
	idIn,
	RESOURCE_KEYS,
	valueAtPath,
	valueIn,
	type Chain,
} from './facts';
import type { PayloadPaths } from './payload';

/** The record that an event is about. */
export interface Subject {
	subject: 'contract' | 'counterparty';
	id: string;
}

/**
 * The subject of an event. What is named is taken before what only its place tells, and a contract before the
 * counterparty that its payload may carry as well, unless the event's name is about counterparties.
 */
export function subjectIn(
	chain: Chain,
	eventName: string,
	{ contractId: path, subjectOf }: PayloadPaths,
): Subject | undefined {
	const own = subjectOf?.(eventName) ?? subjectNamed(eventName);
	if (path !== '' && own === 'contract') return of('contract', idIn(valueAtPath(chain, path)));
	const counterparty = () => of('counterparty', valueIn(chain, COUNTERPARTY_KEYS));
	return (
		(own === 'contract' ? of(own, valueIn(chain, CONTRACT_KEYS)) : counterparty()) ??
		of(own, valueIn(chain, RESOURCE_KEYS)) ??
		counterparty() ??
		of(own, chain[0].values.get('id'))
	);
}

// `contract.counterparty_signed` is about the contract.
function subjectNamed(eventName: string): Subject['subject'] {
	const place = eventName.search(/counter[\s._-]*party/i);
	return place >= 0 && !/contract/i.test(eventName.slice(0, place)) ? 'counterparty' : 'contract';
}

function of(subject: Subject['subject'], id: string | undefined): Subject | undefined {
	return isIdentifier(id) ? { subject, id } : undefined;
}
