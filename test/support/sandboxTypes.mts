/** What the sandbox's control plane takes and answers, as described in docs/sandbox.md. */

/** `none`: no key was sent. `unknown`: a key that the service does not know. Else the key's name. */
export type KeyName = 'admin' | 'readonly' | 'otherOrg' | 'none' | 'unknown' | (string & {});

export interface Fault {
	/** `POST /contracts/:id/signed-version`, `/contracts` (any method), `PUT /storage/uploads/:uploadId` or `*`. */
	route: string;
	kind:
		| 'status'
		| 'latency'
		| 'reset'
		| 'truncatedJson'
		| 'malformedJson'
		| 'html'
		| 'emptyBody'
		| 'redirect'
		| 'slowBody'
		| 'drip'
		| 'stall'
		| 'hang'
		| 'switchProtocols'
		| 'repeatedCursor'
		| 'wrongPageShape';
	/** Before the operation runs (default), or after it was executed and committed: a lost answer. */
	when?: 'before' | 'after';
	/** How many requests it hits. Default 1; 0 = until cleared. */
	times?: number;
	/** How many matching requests pass first. Default 0. */
	skip?: number;
	/** Only requests whose path and query contain this text. */
	match?: string;
	/** Only requests with the key of this name. */
	key?: KeyName;
	/** `status`, `html`, `emptyBody`, `redirect`, `malformedJson`: the HTTP status. */
	status?: number;
	/** `status`: fields of the error body; `body` replaces it as a whole. */
	errorId?: string;
	message?: string;
	details?: Record<string, unknown>;
	body?: unknown;
	headers?: Record<string, string>;
	/** Seconds, sent as a number or as an HTTP date. Absent: no header. */
	retryAfter?: number;
	retryAfterFormat?: 'seconds' | 'date';
	/** `latency`: the wait; `slowBody`: the time that the body takes; `drip`: between two bytes. Milliseconds. */
	ms?: number;
	/** `reset`: before anything is sent (default), or in the middle of the body. */
	at?: 'start' | 'body';
	/** `redirect`: the target. */
	location?: string;
}

export interface RequestLogEntry {
	seq: number;
	at: string;
	method: string;
	/** Path without the query, e.g. `/v2/contracts`. */
	path: string;
	/** Pattern relative to the base URL, e.g. `/contracts/:id`. */
	route: string;
	query: Record<string, string | string[]>;
	key: KeyName;
	versionHeader: string | null;
	/** 0 when no status was sent. */
	status: number;
	/** The operation's handler ran and committed. */
	executed: boolean;
	startedMs: number;
	endedMs: number;
	/** Requests in flight with the same key when this one started, itself included. */
	concurrent: number;
	closedByClient: boolean;
	/** Bytes of the answer's body. */
	bytes: number;
}

export interface RequestSummary {
	total: number;
	maxConcurrent: number;
	byRoute: Record<
		string,
		{ count: number; executed: number; maxConcurrent: number; statuses: Record<string, number> }
	>;
}

export interface RequestFilter {
	method?: string;
	route?: string;
	key?: KeyName;
	status?: number;
	/** Entries with a greater `seq`. */
	since?: number;
	/** Only the last so many. */
	last?: number;
}

/** A token bucket, a window, or requests at the same time. */
export type RateLimit = (
	| { requestsPerSecond: number; burst: number }
	| { requests: number; seconds: number; sliding?: boolean }
	| { concurrent: number }
) & {
	retryAfter?: 'seconds' | 'date' | 'none';
	/** In which every answer says what is left. */
	headers?: 'RateLimit' | 'RateLimit-*' | 'X-RateLimit-*';
	reset?: 'date' | 'epoch' | 'epochMs' | 'seconds';
	/** Name of the key it applies to. Every key when absent. */
	key?: KeyName;
};

export interface WebhookInput {
	url: string;
	secret?: string;
	/** Default: every event. */
	events?: string[];
	organization?: 'main' | 'other';
	/** Name of a header in which the plain secret is sent as well, for shared-secret verification. */
	sendSecretHeader?: string;
	/** Default `x-webhook-signature`. */
	signatureHeader?: string;
}

export interface Webhook extends WebhookInput {
	id: string;
}

export interface Delivery {
	id: string;
	webhookId: string;
	event: string;
	contractId: string;
	status: 'pending' | 'delivered' | 'failed';
	createdAt: string;
	body: unknown;
	attempts: Array<{
		at: string;
		status: number | null;
		error: string | null;
		answer: string | null;
		ms: number;
	}>;
}

export interface DeliverySettings {
	paused: boolean;
	/** In which order waiting deliveries are taken. */
	order: 'oldestFirst' | 'newestFirst' | 'random';
	/** How many times more than once each delivery is sent. */
	duplicates: number;
	backoffMs: number;
	maxBackoffMs: number;
	maxAttempts: number;
	timeoutMs: number;
	concurrency: number;
}

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
