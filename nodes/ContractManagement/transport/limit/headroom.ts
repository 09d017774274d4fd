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
/** A time in whole seconds is rounded up by as much. */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;

/** A request whose answer was heard. Times are of one monotonic clock. */
interface Heard {
	startedAt: number;
	now: number;
	/** Whether it was let through. */
	passed: boolean;
}

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
	/** Between these times nothing was to be left, and whether that turned out to be so. */
	private empty = { from: Infinity, until: 0 };
	private isTrue?: boolean;

	/** @returns for how long nothing is left */
	told({ limit = 0, remaining = Infinity, resetMs = 0 }: Partial<Quota> = {}, heard: Heard) {
		const { startedAt, now, passed } = heard;
		// Such as milliseconds that look like seconds, or a limit that nobody enforces. Whole seconds may be rounded up.
		const isWithin = startedAt > this.empty.from && startedAt < this.empty.until - SECOND_MS;
		if (isWithin && this.isTrue !== false) this.isTrue = !passed;
		const used = this.remaining - remaining;
		this.own = used === 1 ? this.own + 1 : 0;
		this.same = used === 0 || this.remaining === Infinity ? this.same + 1 : 0;
		this.remaining = remaining;
		this.windowMs = Math.max(this.windowMs, resetMs);
		const isHeard = limit >= LEAST_LIMIT && (remaining >= LOW || this.same < STUCK);
		const isLow = isHeard && remaining < LOW;
		const fair = (this.windowMs / limit) * Math.exp(4 * (1 - remaining / LOW));
		const isSpaced = isLow && this.own < ALONE && this.isTrue !== false;
		this.intervalMs = isSpaced ? Math.min(SECOND_MS, fair) : 0;
		this.mostInFlight = isHeard ? Math.max(1, Math.floor(remaining / SHARE)) : Infinity;
		if (!isLow || remaining > 0 || this.isTrue === false) return 0;
		this.empty = { from: now, until: now + resetMs };
		return Math.min(this.isTrue ? MINUTE_MS : SECOND_MS, resetMs);
	}
}
