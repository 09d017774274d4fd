import type { IDataObject } from 'n8n-workflow';
import { accountOf } from './credential';
import { Gate, type GateLimits } from './gate';

const gates = new Map<string, Gate>();

/** A gate that nobody used for so long is forgotten. In milliseconds. */
const EXPIRY_MS = 600_000;

/** The gate that every node and workflow of this process shares for one API key. */
export function gateFor(credentials: IDataObject): Gate {
	const limits = limitsOf(credentials);
	const key = accountOf(credentials);
	const known = gates.get(key);
	if (known) {
		known.configure(limits);
		return known;
	}
	forgetIdleGates();
	const gate = new Gate(limits);
	gates.set(key, gate);
	return gate;
}

/** How many gates are kept, for tests of the memory bound. */
export function gateCount(): number {
	return gates.size;
}

function forgetIdleGates(): void {
	for (const [key, gate] of gates) {
		if (gate.idleMs > EXPIRY_MS) gates.delete(key);
	}
}

const DEFAULT_CONCURRENCY = 8;

function limitsOf({ maxConcurrentRequests, maxRequestsPerSecond }: IDataObject): GateLimits {
	return {
		concurrency: Math.floor(atLeast(1, maxConcurrentRequests) ?? DEFAULT_CONCURRENCY),
		perSecond: atLeast(Number.MIN_VALUE, maxRequestsPerSecond) ?? 0,
	};
}

function atLeast(minimum: number, value: unknown): number | undefined {
	const number = Number(value);
	return Number.isFinite(number) && number >= minimum ? number : undefined;
}
