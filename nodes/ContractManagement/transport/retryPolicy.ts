/** How long and how often a request may be tried again. Times in milliseconds. */
export interface RetryPolicy {
	/** Wait before the first retry; doubles with every further one. */
	baseDelayMs: number;
	/** No single wait is longer, unless the service asks for it. */
	maxDelayMs: number;
	/** Retries after a fault. Rejections by the rate limit are bounded by time alone. */
	maxRetries: number;
	/** The same where nothing listens, while a person builds the workflow and waits. Default as many as after a fault. */
	maxRefused?: number;
	/** Retries end when this much time has passed since the first attempt. */
	maxTotalMs: number;
	/** All requests of a tool's call end their retries by then, by `performance.now()`: a client that gives up calls again. */
	endsAt?: number;
}

/** How long a request that begins at the time may be retried. */
export function retriedFor({ maxTotalMs, endsAt = Infinity }: RetryPolicy, from: number): number {
	return Math.min(maxTotalMs, endsAt - from);
}

/** Clients give up after 60 s, some sooner. */
export const endingSoon = () => ({ endsAt: performance.now() + 25_000 });

/** Five retries after a fault, within 0.5, 1, 2, 4 and 8 s; after rejections as many as two minutes hold. */
export const DEFAULT_RETRY: RetryPolicy = {
	baseDelayMs: 500,
	maxDelayMs: 30_000,
	maxRetries: 5,
	maxTotalMs: 120_000,
};

/** From the first byte of a request to the last one of its answer. */
export const DEFAULT_TIMEOUT_MS = 300_000;
