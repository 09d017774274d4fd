import type { IDataObject } from 'n8n-workflow';
import { accountOf } from '../credential';
import { Gate } from './gate';

/** So many gates are kept, beside those that are in use. */
const MAX_GATES = 1_000;

/** What the window finds is less, unless the service bears it. */
const DEFAULT_CONCURRENCY = 100;

/** By API key, in the order of their last use. */
export const gates = new Map<string, Gate>();

/** The gate that every node and workflow of this process shares for one API key. */
export function gateFor(credentials: IDataObject): Gate {
	const { maxConcurrentRequests, maxRequestsPerSecond, isOwn } = credentials;
	const most = Number(maxConcurrentRequests);
	const limits = {
		concurrency: Math.floor(most >= 1 ? most : DEFAULT_CONCURRENCY),
		...(isOwn === true && { isOwn }),
		perSecond: Math.max(0, Number(maxRequestsPerSecond) || 0),
	};
	const key = accountOf(credentials);
	const gate = gates.get(key) ?? new Gate(limits);
	gate.configure(limits);
	gates.delete(key);
	for (const [oldest, other] of gates) {
		if (gates.size < MAX_GATES) break;
		if (other.isIdle) gates.delete(oldest);
	}
	gates.set(key, gate);
	return gate;
}
