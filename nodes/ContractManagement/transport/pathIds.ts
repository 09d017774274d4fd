import { plainPath } from '../api/identifiers';
import { REFUSED } from './errors/requestError';
import { isSuccess, type ApiRequest, type Exchange } from './exchange';
import type { Gate } from './limit/gate';
import { isReading } from './retry';

/**
 * By account, whether its service takes ids in paths as plain UUIDs only, as the specification has them, or also as
 * records show them, with a prefix. Absent until it has accepted a path that had one.
 */
const takesUuidsOnly = new WeakMap<Gate, boolean>();

/** The request with the ids in its path as the service takes them, as far as that is known. */
export function asTaken(gate: Gate, asked: ApiRequest, isRefused: boolean): ApiRequest {
	if (!isRefused && !takesUuidsOnly.get(gate)) return asked;
	return { ...asked, path: plainPath(asked) };
}

const OF_IDS = /uuid|\b(contract_?)?id\b/i;

/** Learns from the answer. Whether the same is to be asked with UUIDs, as the prefix may be all that was refused. */
export function asksForUuids(gate: Gate, asked: ApiRequest, sent: ApiRequest, answer: Exchange) {
	const plain = plainPath(asked);
	if (plain === asked.path) return false;
	const isKnown = takesUuidsOnly.has(gate);
	const isPlain = sent.path === plain;
	if (isSuccess(asked, answer) && (isPlain || !isKnown)) takesUuidsOnly.set(gate, isPlain);
	if (isPlain || !REFUSED.includes(answer.status)) return false;
	const isMissing = answer.status === 404;
	if (!isMissing && OF_IDS.test(JSON.stringify(answer.body))) return true;
	return !isKnown && (isMissing || isReading(asked));
}
