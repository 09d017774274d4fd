/** What a service says about its limit. */
export interface Quota {
	limit: number;
	remaining: number;
	/** Until the limit starts anew, or nothing of it is used. In milliseconds. */
	resetMs: number;
}

/** What an answer says about the service's limits. */
export interface Reply {
	status: number;
	/** How long the service asks to be left alone, in milliseconds. */
	askedMs?: number;
	quota?: Quota;
}

/** Smaller limits are used up before anybody hears of it. */
const LEAST_LIMIT = 16;
/** Below this requests are spaced. */
const LOW = 16;
/** A process sends at most this part of what is left at the same time. */
const SHARE = 6;
/** So many answers in a row that say the same tell nothing. */
const STUCK = 5;
/** After so many of its own requests in a row, and no others, a process knows that it is alone. */
const ALONE = 3;
const LONGEST_INTERVAL_MS = 1_000;
export const MINUTE_MS = 60_000;

/**
 * Spaces requests by what the service says is left of its limit. All processes that share the limit hear the same, so
 * the less is left, the longer each waits before its next request: without knowing of each other they come to rest where
 * all of them together send what the service lets through, each as much as the others.
 */
export class Headroom {
	/** How many requests may be in flight, and how far apart they start. */
	mostInFlight = Infinity;
	intervalMs = 0;
	private remaining = Infinity;
	/** The longest time until the limit starts anew: as good as what it counts. */
	private windowMs = 0;
	/** Answers in a row that show one request more, and none more, than the one before. */
	private own = 0;
	private same = STUCK;

	/** @returns for how long nothing is left */
	told({ limit = 0, remaining = Infinity, resetMs = 0 }: Partial<Quota> = {}) {
		const used = this.remaining - remaining;
		this.own = used === 1 ? this.own + 1 : 0;
		this.same = used === 0 || this.remaining === Infinity ? this.same + 1 : 0;
		this.remaining = remaining;
		this.windowMs = Math.max(this.windowMs, resetMs);
		const isHeard = limit >= LEAST_LIMIT && (remaining >= LOW || this.same < STUCK);
		const isLow = isHeard && remaining < LOW;
		const fair = (this.windowMs / limit) * Math.exp(4 * (1 - remaining / LOW));
		this.intervalMs = isLow && this.own < ALONE ? Math.min(LONGEST_INTERVAL_MS, fair) : 0;
		this.mostInFlight = isHeard ? Math.max(1, Math.floor(remaining / SHARE)) : Infinity;
		return isLow && remaining === 0 ? Math.min(MINUTE_MS, resetMs) : 0;
	}
}
