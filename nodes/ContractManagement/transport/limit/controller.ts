import { Headroom, MINUTE_MS, type Quota } from './headroom';
import { Rate } from './rate';
import { Tokens } from './tokens';

/** How much may be sent. */
export interface Limits {
	/** Requests in flight at the same time. */
	concurrency: number;
	/** The same before the first answer; 2 when absent, as others may be sending already. */
	initial?: number;
	/** Requests started per second; 0 means that the service's limit is not known. */
	perSecond: number;
}

const FIRST_PAUSE_MS = 110;
const LONGEST_PAUSE_MS = 2_000;
/** A Retry-After in whole seconds is rounded up by up to this. */
const ROUNDING_MS = 1_000;
/** The part of it that is waited for at first: a bucket lets the next request pass long before it is full again. */
const LEAST_TRUST = 1 / 32;

/**
 * Finds out what a service lets through, for one of the processes that share its limit: how many requests may be in
 * flight, and when the next one may start. A rejection pauses all requests until one has passed, and slows them down.
 * Pure: times are milliseconds of one monotonic clock.
 */
export class Controller {
	private readonly rate = new Rate();
	private readonly headroom = new Headroom();
	private readonly tokens = new Tokens();
	private window: number;
	private pausedUntil = -Infinity;
	private rejectedAt = -Infinity;
	/** In a row. */
	private rejections = 0;
	private trust = LEAST_TRUST;
	private askedMs = 0;

	constructor(
		private limits: Limits,
		private readonly random: () => number = Math.random,
	) {
		this.window = limits.initial ?? 2;
	}

	/** Takes over what the person changed. What was learned about the service stays. */
	configure(limits: Limits): void {
		if (this.window >= this.limits.concurrency) this.window = limits.concurrency;
		this.limits = limits;
	}

	/** For how long the service is to be left alone. */
	pauseAt(now: number): number {
		return Math.max(0, this.pausedUntil - now);
	}

	/** How long the next request has to wait; forever means until one in flight is answered. */
	delayAt(now: number, inFlight: number): number {
		if (inFlight >= this.mostInFlight()) return Infinity;
		const missing = this.tokens.delayAt(now, this.rateAt(now));
		return Math.max(this.pauseAt(now), missing, this.headroom.delayAt(now, this.trust));
	}

	started(now: number): void {
		this.tokens.take(now, this.rateAt(now));
		this.headroom.started(now, this.random());
	}

	/** Nobody waits. */
	idle(): void {
		this.rate.idle();
	}

	/** The service let a request pass. */
	accepted(startedAt: number, now: number, quota?: Quota): void {
		this.rate.accepts += 1;
		this.window = Math.min(this.limits.concurrency, this.window + 1 / 4);
		this.headroom.told(now, quota);
		if (this.rejections === 0 || startedAt <= this.rejectedAt) return;
		const isEarly = now < this.rejectedAt + 0.9 * this.askedMs;
		if (isEarly) this.trust = Math.max(LEAST_TRUST, this.trust / 4);
		if (this.rate.isLost) this.tokens.empty(now);
		this.rate.opened(now);
		this.rejections = 0;
		this.resume();
	}

	/**
	 * The service rejected a request by its rate limit. Those that were under way at the last rejection tell nothing new.
	 *
	 * @param askedMs its Retry-After
	 */
	rejected(startedAt: number, now: number, askedMs = 0, quota?: Quota): void {
		const wasForeseen = this.headroom.isLow;
		this.headroom.told(now, quota);
		if (startedAt <= this.rejectedAt) return;
		this.rejections += 1;
		if (this.rejections === 1 && !wasForeseen) this.slowDown(now);
		this.rate.measure();
		this.rejectedAt = now;
		this.pause(now, this.pauseFor(askedMs || this.headroom.resetIn(now)));
	}

	/** The service is to be left alone for so long. */
	pause(now: number, pauseMs: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, now + pauseMs);
	}

	/** The service may be asked again at once. */
	resume(): void {
		this.pausedUntil = -Infinity;
	}

	private mostInFlight(): number {
		if (this.rejections > 1 || this.rate.isLost) return 1;
		return Math.min(this.limits.concurrency, Math.floor(this.window), this.headroom.mostInFlight);
	}

	private slowDown(now: number): void {
		this.tokens.learn(this.rate.accepts, this.rate.isUnlimited);
		this.rate.rejected(now, this.rejectedAt);
		this.tokens.empty(now);
		this.window = Math.max(1, this.window / 2);
	}

	private pauseFor(askedMs: number): number {
		if (askedMs > MINUTE_MS) return askedMs;
		this.askedMs = Math.max(0, askedMs - ROUNDING_MS);
		if (this.rejections === 2) this.trust = Math.max(this.trust, 1 / 4);
		if (this.rejections > 2) this.trust = 1;
		const interval = this.rate.isLost ? FIRST_PAUSE_MS : 1 / this.rate.at(this.rejectedAt);
		const own = interval * 2 ** (this.rejections - 1) * (0.75 + this.random() / 2);
		const longest = Math.max(interval, LONGEST_PAUSE_MS);
		return Math.max(Math.min(own, longest), this.askedMs * this.trust);
	}

	private rateAt(now: number): number {
		const known = this.limits.perSecond > 0 ? this.limits.perSecond / 1000 : Infinity;
		return Math.min(known, this.rate.at(now));
	}
}
