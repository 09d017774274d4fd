import { ApiError } from './apiError.mts';

export interface RateLimit {
	requestsPerSecond: number;
	burst: number;
	retryAfter?: 'seconds' | 'date' | 'none';
	/** Name of the key it applies to; every key when absent. */
	key?: string;
}

/** A token bucket per API key. Its time is the real one: the sandbox's clock may stand still. */
export class RateLimiter {
	#limits: RateLimit[] = [];
	#buckets = new Map<string, { tokens: number; at: number }>();

	/** Replaces the limit of the same key. */
	set(limit: RateLimit): void {
		this.#limits = [...this.#limits.filter(({ key }) => key !== limit.key), limit];
		this.#buckets.clear();
	}

	clear(): void {
		this.#limits = [];
		this.#buckets.clear();
	}

	/** Takes one token of the key, or answers 429. */
	take(key: string): void {
		const limit =
			this.#limits.find((candidate) => candidate.key === key) ??
			this.#limits.find((candidate) => candidate.key === undefined);
		if (!limit) return;
		const now = performance.now();
		const bucket = this.#buckets.get(key) ?? { tokens: limit.burst, at: now };
		const refilled = bucket.tokens + ((now - bucket.at) / 1000) * limit.requestsPerSecond;
		const tokens = Math.min(limit.burst, refilled);
		this.#buckets.set(key, { tokens: tokens < 1 ? tokens : tokens - 1, at: now });
		if (tokens < 1) throw exceeded(limit, (1 - tokens) / limit.requestsPerSecond);
	}
}

/** The header's value, whole seconds, as a number or as an HTTP date. */
export function retryAfterValue(seconds: number, format: 'seconds' | 'date' = 'seconds'): string {
	const whole = Math.max(0, Math.ceil(seconds));
	return format === 'date' ? httpDate(whole) : String(whole);
}

function exceeded({ retryAfter = 'seconds', ...limit }: RateLimit, waitSeconds: number): ApiError {
	const headers: Record<string, string> =
		retryAfter === 'none' ? {} : { 'retry-after': retryAfterValue(waitSeconds, retryAfter) };
	const { requestsPerSecond, burst } = limit;
	return new ApiError(
		'RATE_LIMIT_EXCEEDED',
		'Rate limit exceeded',
		{ requestsPerSecond, burst },
		headers,
	);
}

/** An HTTP date has whole seconds, so it is rounded up: waiting until then is waiting long enough. */
function httpDate(secondsFromNow: number): string {
	return new Date(Math.ceil(Date.now() / 1000 + secondsFromNow) * 1000).toUTCString();
}
