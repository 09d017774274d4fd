/** What a service says about its limit. */
export interface Quota {
	limit: number;
	remaining: number;
	/** Until the limit starts anew, or nothing of it is used. In milliseconds. */
	resetMs: number;
	/** What the limit counts, where it is said. In milliseconds. */
	windowMs?: number;
}

/** Smaller limits are used up before anybody hears of it. */
const LEAST_LIMIT = 16;
/** Below this requests are spaced. */
const LOW = 16;
/** A process sends at most this part of what is left at the same time. */
const SHARE = 6;
/** As little as this tells nothing when it does not change. */
const STUCK = 5;
/** After so many of its own requests in a row, and no others, a process knows that it is alone. */
const ALONE = 3;
const LONGEST_INTERVAL_MS = 1_000;
export const MINUTE_MS = 60_000;

/**
 * Paces requests by what the service says is left of its limit. All processes that share the limit hear the same, so
 * the less is left, the longer each waits before its next request: without knowing of each other they come to rest where
 * all of them together send what the service lets through, each as much as the others.
 */
export class Headroom {
	private quota?: Quota & { at: number };
	private windowMs = 0;
	/** Answers in a row that show one request more, and none more, than the one before. */
	private own = 0;
	private same = 0;
	private startedAt = -Infinity;
	private jitter = 1;

	/** The service announces that it will reject. */
	get isLow(): boolean {
		return this.current !== undefined && this.current.remaining < LOW;
	}

	get mostInFlight(): number {
		return this.current ? Math.max(1, Math.floor(this.current.remaining / SHARE)) : Infinity;
	}

	/** Until the limit starts anew, if nothing of it is left. */
	resetIn(now: number): number {
		const quota = this.current;
		if (quota?.remaining !== 0) return 0;
		return Math.max(0, quota.at + Math.min(quota.resetMs, MINUTE_MS) - now);
	}

	/** How long the next request has to wait. `trust` is the part of a pause that the service is known to need. */
	delayAt(now: number, trust: number): number {
		const quota = this.current;
		if (!quota || quota.remaining >= LOW) return 0;
		const reset = this.resetIn(now);
		if (quota.remaining === 0 && reset === 0) return 0;
		const spaced = this.own >= ALONE ? 0 : this.startedAt + this.interval(quota) - now;
		return Math.max(0, spaced, reset - quota.resetMs * (1 - trust));
	}

	/** @param random between 0 and 1: two processes that hear the same do not start at the same moment */
	started(now: number, random: number): void {
		this.startedAt = now;
		this.jitter = 0.5 + random;
	}

	told(now: number, quota?: Quota): void {
		const used = (this.quota?.remaining ?? Infinity) - (quota?.remaining ?? 0);
		this.own = used === 1 ? this.own + 1 : 0;
		this.same = used === 0 ? this.same + 1 : 0;
		this.windowMs = Math.max(this.windowMs, quota?.windowMs ?? quota?.resetMs ?? 0);
		this.quota = quota && quota.limit >= LEAST_LIMIT ? { ...quota, at: now } : undefined;
	}

	private get current() {
		const { quota, same } = this;
		return quota && quota.remaining < LOW && same >= STUCK ? undefined : quota;
	}

	private interval({ limit, remaining }: Quota): number {
		const fair = (this.windowMs / limit) * Math.exp(4 * (1 - remaining / LOW));
		return this.jitter * Math.min(LONGEST_INTERVAL_MS, fair);
	}
}
