import { counterFor, type Allowance, type Counter, type Left } from './allowance.mts';
import { ApiError } from './apiError.mts';

export interface RateLimit extends Allowance {
	retryAfter?: 'seconds' | 'date' | 'none';
	/** The headers in which every answer says what is left; none when absent. */
	headers?: RateLimitHeaders;
	/** How they say when the limit starts anew; seconds from now when absent. */
	reset?: ResetFormat;
	/** Name of the key it applies to; every key when absent. */
	key?: string;
}

/** `RateLimit` stands for itself and RateLimit-Policy. */
export type RateLimitHeaders = 'RateLimit' | 'RateLimit-*' | 'X-RateLimit-*';
export type ResetFormat = 'date' | 'epoch' | 'epochMs' | 'seconds';

/** What the limit makes of a request. */
export interface Admission {
	headers: Record<string, string>;
	/** Of a limit of requests at the same time: this one has been answered. */
	release?: () => void;
}

/** A limit per API key. Its time is the real one: the sandbox's clock may stand still. */
export class RateLimiter {
	#limits: RateLimit[] = [];
	#counters = new Map<string, Counter>();

	/** Replaces the limit of the same key. */
	set(limit: RateLimit): void {
		this.#limits = [...this.#limits.filter(({ key }) => key !== limit.key), limit];
		this.#counters.clear();
	}

	all(): RateLimit[] {
		return this.#limits;
	}

	clear(): void {
		this.#limits = [];
		this.#counters.clear();
	}

	/** Takes one request from the key's allowance. Throws 429 when nothing is left. */
	take(key: string): Admission {
		const limit =
			this.#limits.find((candidate) => candidate.key === key) ??
			this.#limits.find((candidate) => candidate.key === undefined);
		if (!limit) return { headers: {} };
		const counter = this.#counters.get(key) ?? counterFor(limit);
		this.#counters.set(key, counter);
		const left = counter.take(performance.now());
		const headers = headersOf(limit, left);
		if (!left.isAllowed) throw exceeded(limit, left, headers);
		return { headers, release: counter.release };
	}
}

/** The header's value, whole seconds, as a number or as an HTTP date. */
export function retryAfterValue(seconds: number, format: 'seconds' | 'date' = 'seconds'): string {
	const whole = Math.max(0, Math.ceil(seconds));
	return format === 'date' ? httpDate(whole) : String(whole);
}

function exceeded(
	limit: RateLimit,
	{ waitSeconds }: Left,
	headers: Record<string, string>,
): ApiError {
	const { retryAfter = 'seconds', requestsPerSecond, burst, requests, seconds, concurrent } = limit;
	const advice: Record<string, string> =
		retryAfter === 'none' ? {} : { 'retry-after': retryAfterValue(waitSeconds, retryAfter) };
	return new ApiError(
		'RATE_LIMIT_EXCEEDED',
		'Rate limit exceeded',
		{ requestsPerSecond, burst, requests, seconds, concurrent },
		{ ...headers, ...advice },
	);
}

function headersOf(
	{ headers, reset: format = 'seconds' }: RateLimit,
	{ limit, remaining, resetSeconds, windowSeconds }: Left,
): Record<string, string> {
	if (!headers) return {};
	const reset = resetValue(resetSeconds, format);
	if (headers === 'RateLimit') {
		return {
			'ratelimit-policy': `"default";q=${limit};w=${Math.ceil(windowSeconds)}`,
			ratelimit: `"default";r=${remaining};t=${reset}`,
		};
	}
	const prefix = headers.slice(0, -1).toLowerCase();
	return {
		[`${prefix}limit`]: String(limit),
		[`${prefix}remaining`]: String(remaining),
		[`${prefix}reset`]: reset,
	};
}

function resetValue(seconds: number, format: ResetFormat): string {
	const at = Date.now() + seconds * 1000;
	const values = {
		seconds: () => String(Math.ceil(seconds)),
		epoch: () => String(Math.ceil(at / 1000)),
		epochMs: () => String(Math.ceil(at)),
		date: () => httpDate(seconds),
	};
	return values[format]();
}

/** An HTTP date has whole seconds, so it is rounded up: waiting until then is waiting long enough. */
function httpDate(secondsFromNow: number): string {
	return new Date(Math.ceil(Date.now() / 1000 + secondsFromNow) * 1000).toUTCString();
}
