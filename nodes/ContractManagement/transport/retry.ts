import { DateTime } from 'luxon';
import { isUnreadable, type ApiRequest, type Exchange } from './exchange';

/** How long and how often a request may be tried again. Times in milliseconds. */
export interface RetryPolicy {
	/** Wait before the first retry; doubles with every further one. */
	baseDelayMs: number;
	/** No single wait is longer. */
	maxDelayMs: number;
	/** Retries after a fault. Rejections by the rate limit are bounded by time alone. */
	maxRetries: number;
	/** Retries end when this much time has passed since the first attempt. */
	maxTotalMs: number;
}

export const DEFAULT_RETRY: RetryPolicy = {
	baseDelayMs: 500,
	maxDelayMs: 30_000,
	maxRetries: 4,
	maxTotalMs: 120_000,
};

/** What the decision depends on, as values, so that it can be tested without a clock. */
export interface RetryState {
	/** 1 for the first attempt. */
	attempt: number;
	elapsedMs: number;
	now: number;
	/** Between 0 and 1. */
	random: number;
}

const TRANSIENT = new Set([429, 500, 502, 503, 504]);

/**
 * Milliseconds to wait before the next attempt, or undefined to give up.
 * A repeatable request is sent again after every transient answer; any other only when the service certainly did
 * not execute it: it was rejected by the rate limit, or the connection was refused ("Limits", rate limiting).
 */
export function retryDelay(
	request: ApiRequest,
	answer: Exchange,
	policy: RetryPolicy,
	state: RetryState,
): number | undefined {
	if (!mayRepeat(request, answer) || exhausted(request, answer, policy, state.attempt)) {
		return undefined;
	}
	const asked = retryAfter(answer.headers, state.now);
	const delay = asked ?? backoff(policy, state);
	return state.elapsedMs + delay > policy.maxTotalMs ? undefined : delay;
}

/** Whether the request is one that GET, or the caller, declares harmless to send twice. */
export function isRepeatable(request: ApiRequest): boolean {
	return request.repeatable ?? request.method === 'GET';
}

/** Milliseconds that the service asks to wait (seconds or an HTTP date), or undefined. */
export function retryAfter(headers: Exchange['headers'], now: number): number | undefined {
	const value = String(headers['retry-after'] ?? '').trim();
	if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
	const date = DateTime.fromHTTP(value);
	return date.isValid ? Math.max(date.toMillis() - now, 0) : undefined;
}

function mayRepeat(request: ApiRequest, answer: Exchange): boolean {
	if (answer.failure === 'unsent' || answer.status === 429) return true;
	if (!isRepeatable(request)) return false;
	return answer.failure === 'lost' || TRANSIENT.has(answer.status) || isUnreadable(request, answer);
}

// A page that cannot be read is asked for once more only: a proxy's login page would never go away.
function exhausted(
	request: ApiRequest,
	answer: Exchange,
	policy: RetryPolicy,
	attempt: number,
): boolean {
	if (answer.status === 429) return false;
	return attempt > (isUnreadable(request, answer) ? 1 : policy.maxRetries);
}

// Full jitter: requests that failed together must not retry together.
function backoff(
	{ baseDelayMs, maxDelayMs }: RetryPolicy,
	{ attempt, random }: RetryState,
): number {
	return random * Math.min(baseDelayMs * 2 ** (attempt - 1), maxDelayMs);
}
