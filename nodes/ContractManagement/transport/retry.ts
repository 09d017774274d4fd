import { DateTime } from 'luxon';
import { effectOf } from '../api/effects';
import { isUnreadable, type ApiRequest, type Exchange } from './exchange';
import type { RetryPolicy } from './retryPolicy';

/** What the decision depends on, as values, so that it can be tested without a clock. */
export interface RetryState {
	/** 1 for the first attempt. */
	attempt: number;
	/** Since the first attempt started. */
	elapsedMs: number;
	/** Milliseconds since the epoch. */
	now: number;
	/** Between 0 and 1. */
	random: number;
}

/** What comes next: after a wait, another attempt; or nothing. Times in milliseconds. */
export interface Verdict {
	/** Before the next attempt; absent to give up. */
	delayMs?: number;
	/** Given up because the service asks for a longer wait than the person allows. */
	tooLongMs?: number;
}

/**
 * Whether and when to send a request again. A repeatable request is sent again after every transient answer; any other
 * only when the service certainly did not execute it: it was rejected by the rate limit, or the connection was refused
 * ("Limits", rate limiting). The service's Retry-After beats our own backoff. Pure.
 */
export function retryVerdict(
	request: ApiRequest,
	answer: Exchange,
	policy: RetryPolicy,
	state: RetryState,
): Verdict {
	if (!mayRepeat(request, answer) || isExhausted(request, answer, policy, state)) return {};
	const askedMs = retryAfter(answer.headers, state.now) || undefined;
	const waitMs = askedMs ?? backoff(answer, policy, state);
	const isInTime = state.elapsedMs + waitMs <= policy.maxTotalMs;
	return isInTime && policy.maxTotalMs > 0 ? { delayMs: waitMs } : { tooLongMs: askedMs };
}

/** Whether the request does no harm when it arrives twice. */
export function isRepeatable(request: ApiRequest): boolean {
	return effectIn(request) !== 'adds';
}

/** Whether the request leaves the service as it was. */
export function isReading(request: ApiRequest): boolean {
	return effectIn(request) === 'reads';
}

function effectIn(request: ApiRequest) {
	return request.effect ?? effectOf(request);
}

/** Whether the status says nothing of what came of the request: a gateway gave up, or the service failed, over it. */
export function isInconclusive(status: number): boolean {
	// With these it is refused for good, with 511 by a login before the network.
	return status === 408 || (status >= 500 && ![501, 505, 511].includes(status));
}

/** Whether the request may have changed the service, although no answer says so. */
export function mayHaveHappened(request: ApiRequest, answer: Exchange): boolean {
	if (isReading(request)) return false;
	const { failure, status } = answer;
	const isCutOff = failure === 'lost' || failure === 'canceled';
	// It leads to what has come of the request (RFC 9110, 15.4.4).
	const isSeeOther = status === 303;
	return isCutOff || isSeeOther || isInconclusive(status) || isUnreadable(request, answer);
}

/** Milliseconds that the service asks to wait (seconds or an HTTP date, by the service's own clock), or undefined. */
export function retryAfter(headers: Exchange['headers'], now: number): number | undefined {
	const value = String(headers['retry-after'] ?? '').trim();
	if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
	const texts = [value, String(headers.date)];
	const [date, own] = texts.map((text) => DateTime.fromHTTP(text).toMillis());
	return Number.isNaN(date) ? undefined : Math.max(date - (own || now), 0);
}

function mayRepeat(request: ApiRequest, answer: Exchange): boolean {
	if (answer.failure === 'unsent' || answer.status === 429) return true;
	if (!isRepeatable(request)) return false;
	return (
		answer.failure === 'lost' || isInconclusive(answer.status) || isUnreadable(request, answer)
	);
}

// An answer that cannot be read is asked for once more only: a proxy's login page would never go away.
function isExhausted(
	request: ApiRequest,
	answer: Exchange,
	{ maxRetries, maxRefused = maxRetries }: RetryPolicy,
	{ attempt }: RetryState,
): boolean {
	if (answer.status === 429) return false;
	if (answer.code === 'ECONNREFUSED') return attempt > maxRefused;
	return attempt > (isUnreadable(request, answer) ? 1 : maxRetries);
}

// Full jitter, as requests that failed together must not retry together. After a rejection the gate lets them go on one
// by one, and a pause near zero would only be rejected again.
function backoff(
	{ status }: Exchange,
	{ baseDelayMs, maxDelayMs }: RetryPolicy,
	{ attempt, random }: RetryState,
): number {
	const ceiling = Math.min(baseDelayMs * 2 ** (attempt - 1), maxDelayMs);
	return ceiling * (status === 429 ? (1 + random) / 2 : random);
}
