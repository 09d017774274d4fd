import { plainPath } from '../api/identifiers';
import { REFUSED } from './errors/requestError';
import { isSuccess, type ApiRequest, type Exchange } from './exchange';
import type { Gate } from './limit/gate';

/** By account, whether its service takes UUIDs only in paths, or also ids as records show them. Absent until it has accepted one. */
const takesUuidsOnly = new WeakMap<Gate, boolean>();

/** The request with the ids in its path as the service takes them, as far as that is known. */
export function asTaken(gate: Gate, asked: ApiRequest, isRefused: boolean): ApiRequest {
	if (!isRefused && !takesUuidsOnly.get(gate)) return asked;
	return { ...asked, path: plainPath(asked) };
}

const speaksOfIds = ({ body }: Exchange) => /uuid|\b(contract_?)?id\b/i.test(JSON.stringify(body));

/** Learns from the answer. Whether the same is to be asked with UUIDs, as the prefix may be all that was refused. */
export function asksForUuids(gate: Gate, asked: ApiRequest, sent: ApiRequest, answer: Exchange) {
	const plain = plainPath(asked);
	if (plain === asked.path) return false;
	const isPlain = sent.path === plain;
	// One route that is strict says nothing about others that took the prefix.
	if (isSuccess(asked, answer) && !takesUuidsOnly.has(gate)) takesUuidsOnly.set(gate, isPlain);
	if (isPlain || !REFUSED.includes(answer.status)) return false;
	return answer.status === 404 ? takesUuidsOnly.get(gate) !== false : speaksOfIds(answer);
}

/** Of two refusals the first; but a 404 by the UUID says more than that the ID, and no value of a body, must be a UUID. */
export function shownRefusal(gate: Gate, { body }: ApiRequest, first: Exchange, byUuid: Exchange) {
	const isOfForm = first.status !== 404 && (!body || takesUuidsOnly.get(gate) !== false);
	if (byUuid.status === 404 && isOfForm) return byUuid;
	return REFUSED.includes(byUuid.status) ? first : byUuid;
}
