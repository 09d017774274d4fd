import { exchange } from './exchange.mts';
import type {
	Delivery,
	DeliverySettings,
	Fault,
	RateLimit,
	RequestFilter,
	RequestLogEntry,
	RequestSummary,
	SandboxContract,
	Webhook,
	WebhookInput,
} from './sandboxTypes.mts';

export type Control = ReturnType<typeof controlOf>;

/** A client of the control plane; an answer other than 2xx is an error with the sandbox's message. */
export function controlOf(origin: string) {
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
		/** The same with the clock standing still at that instant, so that two seeds are alike. */
		resetAt: (now: string) => call<void>('POST', '/reset', { seed: 'demo', now }),
		/** Adds generated contracts to what is there. */
		seed: (input: {
			contracts: number;
			types?: number;
			counterparties?: number;
			statuses?: string[];
		}) =>
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
			call<{
				variants: string[];
				known: Array<{ name: string; summary: string }>;
				consulted: string[];
			}>(names ? 'PUT' : 'GET', '/variants', names && { variants: names }),
		/** What the service does where the specification leaves it open; back to the plain sandbox with `{}`. */
		profile: (entries: Record<string, string>) =>
			call<Record<string, string>>('PUT', '/profile', entries),
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
