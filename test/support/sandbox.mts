import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Starts the sandbox as a child process and speaks to it over HTTP. Runs in jest (as CommonJS) and in plain Node 24
 * scripts, so the repository root is `process.cwd()`. Bodies of the control plane are described in docs/sandbox.md.
 */
export interface SandboxOptions {
	/** Data at the start and after each `reset()`. Default `demo`. */
	seed?: 'demo' | 'empty' | number;
	/** Alternative response shapes, see docs/sandbox.md. */
	variants?: string[];
	/** Database file. In memory when absent. */
	db?: string;
	/** Milliseconds that every API answer waits. */
	latency?: number;
	/** Port. A free one when absent. */
	port?: number;
	/** A webhook subscription to register at the start. */
	webhook?: { url: string; secret: string };
}

/** The keys of the demo and the empty seed. `readonly` belongs to the organization of `admin`. */
export const KEYS = {
	admin: 'sandbox-admin-key',
	readonly: 'sandbox-readonly-key',
	otherOrg: 'sandbox-other-org-key',
} as const;

/** `none`: no key was sent. `unknown`: a key that the service does not know. Else the key's name. */
export type KeyName = keyof typeof KEYS | 'none' | 'unknown' | (string & {});

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
		| 'hang'
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
	/** `latency`: the wait; `slowBody`: the time that the body takes. Milliseconds. */
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

export interface RateLimit {
	requestsPerSecond: number;
	burst: number;
	retryAfter?: 'seconds' | 'date' | 'none';
	/** Name of the key it applies to. Every key when absent. */
	key?: KeyName;
}

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
	attempts: Array<{ at: string; status: number | null; error: string | null; ms: number }>;
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

export interface ApiAnswer<T = any> {
	status: number;
	body: T;
	headers: Headers;
}

export interface ApiOptions {
	/** The API key to send, `null` for none. Default: the admin key. */
	key?: string | null;
	headers?: Record<string, string>;
}

export interface Sandbox {
	/** `http://127.0.0.1:PORT/v2` */
	baseUrl: string;
	/** `http://127.0.0.1:PORT` */
	origin: string;
	/** Process id of the sandbox itself. */
	pid: number;
	keys: typeof KEYS;
	control: Control;
	/** One API request. `path` is relative to the base URL; an object `body` is sent as JSON, a string as it is. */
	api<T = any>(
		method: string,
		path: string,
		body?: unknown,
		options?: ApiOptions,
	): Promise<ApiAnswer<T>>;
	/** Ends the process in order. */
	stop(): Promise<void>;
	/** Ends the process with SIGKILL. */
	kill(): Promise<void>;
}

export type Control = ReturnType<typeof controlOf>;

/** Starts a sandbox and resolves when it listens. It ends with this process, however that ends. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const child = spawn(process.execPath, command(options), {
		cwd: process.cwd(),
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const baseUrl = await listening(child);
	const origin = baseUrl.slice(0, -'/v2'.length);
	const control = controlOf(origin);
	const { pid } = await control.health();
	return {
		baseUrl,
		origin,
		pid,
		keys: KEYS,
		control,
		api: (method, resource, body, apiOptions) =>
			exchange(method, baseUrl + resource, body, apiOptions),
		stop: () => ended(child, () => child.kill('SIGTERM')),
		kill: () => ended(child, () => process.kill(pid, 'SIGKILL')),
	};
}

function command(options: SandboxOptions): string[] {
	const recentEnough = Number(process.versions.node.split('.')[0]) >= 24;
	const entry = path.join('sandbox', 'main.mts');
	const args = recentEnough ? [entry] : [path.join('scripts', 'node24.mjs'), entry];
	args.push('--port', String(options.port ?? 0), '--until-stdin-closes');
	if (options.seed !== undefined) args.push('--seed', String(options.seed));
	if (options.variants?.length) args.push('--variant', options.variants.join(','));
	if (options.db !== undefined) args.push('--db', options.db);
	if (options.latency !== undefined) args.push('--latency', String(options.latency));
	if (options.webhook) {
		args.push('--webhook', options.webhook.url, '--webhook-secret', options.webhook.secret);
	}
	return args;
}

async function listening(child: ChildProcess): Promise<string> {
	const lines = createInterface({ input: child.stdout! });
	try {
		for await (const line of lines) {
			const address = /^Sandbox listening on (http:\S+)$/.exec(line)?.[1];
			if (address) return address;
		}
		throw new Error(`The sandbox ended before it listened (exit code ${child.exitCode})`);
	} finally {
		child.stdout!.resume();
	}
}

async function ended(child: ChildProcess, end: () => void): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const exit = once(child, 'exit');
	end();
	await exit;
}

async function exchange<T>(
	method: string,
	url: string,
	body?: unknown,
	{ key = KEYS.admin, headers = {} }: ApiOptions = {},
): Promise<ApiAnswer<T>> {
	const isRaw = typeof body === 'string' || body instanceof Uint8Array;
	const response = await fetch(url, {
		method,
		redirect: 'manual',
		headers: {
			...(key === null ? {} : { 'x-api-key': key }),
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
			...headers,
		},
		body: body === undefined ? undefined : isRaw ? (body as string) : JSON.stringify(body),
	});
	return { status: response.status, headers: response.headers, body: await read(response) };
}

async function read(response: Response): Promise<any> {
	const bytes = Buffer.from(await response.arrayBuffer());
	if (bytes.length === 0) return undefined;
	const isJson = (response.headers.get('content-type') ?? '').includes('json');
	return isJson ? JSON.parse(bytes.toString('utf8')) : bytes;
}

function controlOf(origin: string) {
	/** One request to the control plane; an answer other than 2xx is an error with the sandbox's message. */
	async function call<T = any>(method: string, resource: string, body?: unknown): Promise<T> {
		const url = `${origin}/_sandbox${resource}`;
		const answer = await exchange<any>(method, url, body, { key: null });
		if (answer.status < 300) return answer.body as T;
		throw new Error(
			`${method} /_sandbox${resource} answered ${answer.status}: ${JSON.stringify(answer.body)}`,
		);
	}

	return {
		call,
		health: () => call<{ status: 'ok'; pid: number; baseUrl: string }>('GET', '/health'),
		/** Back to the start: data, faults, limits, log, subscriptions, clock, variants. */
		reset: (seed?: 'demo' | 'empty' | number) => call<void>('POST', '/reset', { seed }),
		/** Adds generated contracts to what is there. */
		seed: (input: { contracts: number; types?: number; counterparties?: number }) =>
			call<{
				contracts: number;
				contractTypeIds: string[];
				templateIds: string[];
				counterpartyIds: string[];
				ms: number;
			}>('POST', '/seed', input),
		/** Ids and names of everything but contracts: types with templates and fields, members, custom objects … */
		fixtures: (organization: 'main' | 'other' = 'main') =>
			call('GET', `/fixtures?organization=${organization}`),
		fault: (fault: Fault | Fault[]) =>
			call<Array<Fault & { id: string }>>('POST', '/faults', fault),
		faults: () => call<Array<Fault & { id: string; left: number }>>('GET', '/faults'),
		clearFaults: () => call<void>('DELETE', '/faults'),
		rateLimit: (limit: RateLimit | null) =>
			limit ? call('PUT', '/rate-limit', limit) : call('DELETE', '/rate-limit'),
		latency: (ms: number) => call('PUT', '/latency', { ms }),
		/** `shiftMs` moves the clock against the real time, `now` sets it, `frozen` stops it, null = real time. */
		clock: (input?: { now?: string; shiftMs?: number; frozen?: boolean } | null) =>
			call<{ now: string; shiftMs: number; frozen: boolean }>(
				input === undefined ? 'GET' : input === null ? 'DELETE' : 'PUT',
				'/clock',
				input ?? undefined,
			),
		variants: (names?: string[]) =>
			call<{ variants: string[]; known: Array<{ name: string; summary: string }> }>(
				names ? 'PUT' : 'GET',
				'/variants',
				names && { variants: names },
			),
		requests: (filter: RequestFilter = {}) =>
			call<RequestLogEntry[]>('GET', `/requests${query(filter)}`),
		requestSummary: () => call<RequestSummary>('GET', '/requests/summary'),
		clearRequests: () => call<void>('DELETE', '/requests'),
		subscribe: (webhook: WebhookInput) => call<Webhook>('POST', '/webhooks', webhook),
		subscriptions: () => call<Webhook[]>('GET', '/webhooks'),
		unsubscribe: (id: string) => call<void>('DELETE', `/webhooks/${id}`),
		deliveries: (
			filter: { webhookId?: string; event?: string; contractId?: string; status?: string } = {},
		) => call<Delivery[]>('GET', `/deliveries${query(filter)}`),
		redeliver: (id: string) => call<Delivery>('POST', `/deliveries/${id}/redeliver`),
		clearDeliveries: () => call<void>('DELETE', '/deliveries'),
		deliverySettings: (settings?: Partial<DeliverySettings>) =>
			call<DeliverySettings>(settings ? 'PUT' : 'GET', '/delivery-settings', settings),
		/** Sends an event as if it had happened, also for a contract that does not exist. */
		sendEvent: (event: {
			event: string;
			contractId: string;
			status?: string;
			previousStatus?: string | null;
		}) => call<Delivery[]>('POST', '/events', event),
		contracts: (filter: { organization?: string; status?: string; last?: number } = {}) =>
			call<SandboxContract[]>('GET', `/contracts${query(filter)}`),
		contract: (id: string) => call<SandboxContract>('GET', `/contracts/${id}`),
		/** Creates a contract in any state; what is left out is filled in. */
		createContract: (contract: Record<string, unknown> = {}) =>
			call<SandboxContract>('POST', '/contracts', contract),
		/** Sets any part of a contract, with the events that belong to it unless `silent`. */
		setContractState: (
			id: string,
			state: {
				status?: string;
				signatureProcess?: 'external' | 'native' | 'provider' | null;
				silent?: boolean;
				[field: string]: unknown;
			},
		) => call<SandboxContract>('PATCH', `/contracts/${id}`, state),
		deleteContract: (id: string) => call<void>('DELETE', `/contracts/${id}`),
		createCounterparty: (counterparty: Record<string, unknown>) =>
			call<{ id: string; name: string }>('POST', '/counterparties', counterparty),
		uploads: () =>
			call<
				Array<{
					key: string;
					name: string;
					contentType: string;
					size: number | null;
					sha256: string | null;
				}>
			>('GET', '/uploads'),
	};
}

function query(filter: object): string {
	const entries = Object.entries(filter).filter(([, value]) => value !== undefined);
	return entries.length === 0
		? ''
		: `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)] as [string, string]))}`;
}
