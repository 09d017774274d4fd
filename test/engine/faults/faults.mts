import type { Fault } from '../../support/sandbox.mts';

/** A column of the matrix: what goes wrong with one request, once. */
export interface FaultColumn {
	name: string;
	/** Whether the service has executed the request before its answer got lost or spoilt. */
	fault: Omit<Fault, 'route'>;
}

/** A server that is not the service; filled in by the test. */
export const ELSEWHERE = 'http://elsewhere/stolen';

export const FAULTS = {
	seconds: {
		name: '429, Retry-After in seconds',
		fault: { kind: 'status', status: 429, retryAfter: 1 },
	},
	date: {
		name: '429, Retry-After as a date',
		fault: { kind: 'status', status: 429, retryAfter: 1, retryAfterFormat: 'date' },
	},
	noRetryAfter: { name: '429 alone', fault: { kind: 'status', status: 429 } },
	s500: { name: '500', fault: { kind: 'status', status: 500 } },
	s502: { name: '502', fault: { kind: 'status', status: 502 } },
	s503: { name: '503', fault: { kind: 'status', status: 503 } },
	s504: { name: '504, executed', fault: { kind: 'status', status: 504, when: 'after' } },
	reset: { name: 'reset before the answer', fault: { kind: 'reset', at: 'start' } },
	resetExecuted: {
		name: 'reset before the answer, executed',
		fault: { kind: 'reset', at: 'start', when: 'after' },
	},
	resetMiddle: { name: 'reset in the middle, executed', fault: { kind: 'reset', at: 'body' } },
	truncated: { name: 'truncated JSON, executed', fault: { kind: 'truncatedJson' } },
	malformed: { name: 'malformed JSON, executed', fault: { kind: 'malformedJson', when: 'after' } },
	html: { name: 'HTML page', fault: { kind: 'html' } },
	empty: { name: 'empty body, executed', fault: { kind: 'emptyBody', when: 'after' } },
	redirect: { name: 'redirect to another host', fault: { kind: 'redirect', location: ELSEWHERE } },
	hang: { name: 'no answer until the timeout', fault: { kind: 'hang' } },
	drip: { name: 'a body that drips past the timeout, executed', fault: { kind: 'drip' } },
	stall: { name: 'a body that stops in its middle, executed', fault: { kind: 'stall' } },
	switchProtocols: { name: '101 Switching Protocols', fault: { kind: 'switchProtocols' } },
} satisfies Record<string, FaultColumn>;

export type FaultName = keyof typeof FAULTS;

/** Those that only a deadline ends. */
export const LATE: ReadonlySet<FaultName> = new Set<FaultName>([
	'hang',
	'drip',
	'stall',
	'switchProtocols',
]);
