import type { Allowance } from '../../sandbox/http/allowance.mts';
import type { RateLimit as Limit } from '../../sandbox/http/rateLimit.mts';
import type { LogEntry, LogFilter, RequestLog } from '../../sandbox/http/requestLog.mts';
import type { deliveryView } from '../../sandbox/webhooks/delivery.mts';
import type { SubscriptionInput } from '../../sandbox/webhooks/subscription.mts';

/** What the sandbox's control plane takes and answers, as described in docs/sandbox.md: its own types, as JSON. */
export type { Fault } from '../../sandbox/faults/fault.mts';
export type { DeliverySettings } from '../../sandbox/webhooks/settings.mts';

/** `key`: `none` where none was sent, `unknown` for one that the service does not know, else its name. */
export interface RequestLogEntry extends Omit<LogEntry, 'search'> {
	at: string;
	query: Record<string, string | string[]>;
}

/** A token bucket, a window, or requests at the same time. */
export type RateLimit = Omit<Limit, keyof Allowance> &
	(
		| { requestsPerSecond: number; burst: number }
		| { requests: number; seconds: number; sliding?: boolean }
		| { concurrent: number }
	);

export type RequestFilter = LogFilter;
export type RequestSummary = ReturnType<RequestLog['summary']>;

/** Names of events may be wrong ones. */
export interface WebhookInput extends Omit<SubscriptionInput, 'events'> {
	events?: string[];
}

export interface Webhook extends WebhookInput {
	id: string;
}

export type Delivery = ReturnType<typeof deliveryView>;

/** A contract as the sandbox stores it: the API's contract and what the API does not show. */
export interface SandboxContract {
	id: string;
	name: string;
	status: string;
	organization: string;
	signatureProcess: 'external' | 'native' | 'provider' | null;
	signatureDate: string | null;
	startAt: string | null;
	endAt: string | null;
	createdAt: string;
	updatedAt: string;
	[field: string]: unknown;
}
