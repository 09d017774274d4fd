/** How many requests are let through. Exactly one of the three groups of properties. */
export interface Allowance {
	/** A token bucket: so many tokens come per second, and `burst` of them are kept. */
	requestsPerSecond?: number;
	burst?: number;
	/** A window: so many requests in so many seconds, which begin anew together, or with each request if `sliding`. */
	requests?: number;
	seconds?: number;
	sliding?: boolean;
	/** So many requests at the same time. */
	concurrent?: number;
}

/** What is left for a key. */
export interface Left {
	isAllowed: boolean;
	limit: number;
	remaining: number;
	/** Until a rejected request would be allowed. */
	waitSeconds: number;
	/** Until nothing is used up. */
	resetSeconds: number;
	/** What the limit counts. */
	windowSeconds: number;
}

/** Counts the requests of one key. */
export interface Counter {
	/** @param now milliseconds of a monotonic clock */
	take(now: number): Left;
	/** An allowed request has been answered. */
	release?(): void;
}

export function counterFor(allowance: Allowance): Counter {
	const { requestsPerSecond, burst, requests, seconds, concurrent, sliding } = allowance;
	if (concurrent !== undefined) return concurrency(concurrent);
	if (requests === undefined) return bucket(requestsPerSecond!, burst!);
	return sliding ? slidingWindow(requests, seconds!) : fixedWindow(requests, seconds!);
}

function bucket(perSecond: number, limit: number): Counter {
	let tokens = limit;
	let at: number | undefined;
	return {
		take(now) {
			tokens = Math.min(limit, tokens + ((now - (at ?? now)) / 1000) * perSecond);
			at = now;
			const isAllowed = tokens >= 1;
			const waitSeconds = Math.max(0, (1 - tokens) / perSecond);
			if (isAllowed) tokens -= 1;
			const resetSeconds = (limit - tokens) / perSecond;
			const remaining = Math.floor(tokens);
			const windowSeconds = limit / perSecond;
			return { isAllowed, limit, remaining, waitSeconds, resetSeconds, windowSeconds };
		},
	};
}

function fixedWindow(limit: number, windowSeconds: number): Counter {
	let used = 0;
	let current: number | undefined;
	return {
		take(now) {
			const window = Math.floor(now / 1000 / windowSeconds);
			if (window !== current) used = 0;
			current = window;
			const isAllowed = used < limit;
			if (isAllowed) used += 1;
			const resetSeconds = (window + 1) * windowSeconds - now / 1000;
			const waitSeconds = isAllowed ? 0 : resetSeconds;
			return {
				isAllowed,
				limit,
				remaining: limit - used,
				waitSeconds,
				resetSeconds,
				windowSeconds,
			};
		},
	};
}

function slidingWindow(limit: number, windowSeconds: number): Counter {
	let taken: number[] = [];
	return {
		take(now) {
			taken = taken.filter((at) => at > now - windowSeconds * 1000);
			const isAllowed = taken.length < limit;
			const until = (at: number) => windowSeconds - (now - at) / 1000;
			const waitSeconds = isAllowed ? 0 : until(taken[0]!);
			if (isAllowed) taken.push(now);
			const remaining = limit - taken.length;
			const resetSeconds = until(taken.at(-1)!);
			return { isAllowed, limit, remaining, waitSeconds, resetSeconds, windowSeconds };
		},
	};
}

function concurrency(limit: number): Counter {
	let busy = 0;
	return {
		take() {
			const isAllowed = busy < limit;
			if (isAllowed) busy += 1;
			const remaining = limit - busy;
			return {
				isAllowed,
				limit,
				remaining,
				waitSeconds: 0,
				resetSeconds: 0,
				windowSeconds: 1,
			};
		},
		release() {
			busy -= 1;
		},
	};
}
