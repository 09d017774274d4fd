import { Headroom, MINUTE_MS, SECOND_MS, type Quota } from './headroom';
import { Rate } from './rate';

/** How much may be sent. */
export interface Limits {
	/** Requests in flight at the same time. */
	concurrency: number;
	/** The same before the first answer, where nobody else is sending; 2, and slowly, when absent. */
	initial?: number;
	/** Requests started per second; 0 means that the service's limit is not known. */
	perSecond: number;
}

/** Timers are late by up to this, which is caught up with. */
const LATENESS_MS = 20;

/** A request that is to find out whether others may follow is waited for so long. */
const PROBE_MS = 2_000;

/**
 * Finds out what a service lets through, for one of the processes that share its limit: how many requests may be in
 * flight, and when the next one may start. A rejection pauses all requests until one has passed, and slows them down.
 * Times are of one monotonic clock.
 */
export class Controller {
	private readonly headroom = new Headroom();
	private window: number;
	private readonly rate: Rate;
	private startedAt = -Infinity;
	/** When the last start would have been if none were late. */
	private evenAt = -Infinity;
	private pausedUntil = -Infinity;
	private rejectedAt = -Infinity;
	private rejectionsInARow = 0;

	constructor(
		public limits: Limits,
		private readonly random: () => number = Math.random,
	) {
		this.window = limits.initial ?? 2;
		this.rate = new Rate(limits.initial !== undefined);
	}

	/** For how long the service is to be left alone. */
	pauseAt(now: number): number {
		return Math.max(0, this.pausedUntil - now);
	}

	/** How long the next request has to wait; forever means until one in flight is answered. */
	delayAt(now: number, inFlight: number): number {
		const window = Math.min(this.limits.concurrency, this.window, this.headroom.mostInFlight);
		if (inFlight >= Math.floor(window)) return Infinity;
		// What began before a rejection may take long: it is not waited for.
		const isProbed = this.rejectionsInARow > 0 && this.startedAt > this.rejectedAt;
		const spacedAt = this.startedAt + (isProbed ? PROBE_MS : this.headroom.intervalMs);
		const evenAt = this.evenAt + this.intervalAt(now) - LATENESS_MS;
		return Math.max(this.pauseAt(now), spacedAt - now, evenAt - now);
	}

	started(now: number): void {
		if (this.startedAt === -Infinity) this.rate.growFrom(now);
		this.evenAt = Math.max(this.evenAt + this.intervalAt(now), now);
		this.startedAt = now;
	}

	/** Nobody waits: what was accepted is not all that would have been. */
	idle(now: number): void {
		this.rate.countFrom(now);
	}

	/** The service let a request pass. */
	accepted(startedAt: number, now: number, quota?: Quota): void {
		this.rate.accepted();
		this.window += 1 / 8;
		this.pause(now, this.headroom.told(quota, { startedAt, now, passed: true }));
		if (this.rejectionsInARow === 0 || startedAt <= this.rejectedAt) return;
		this.rejectionsInARow = 0;
		this.rate.growFrom(now);
		this.resume();
	}

	/** The service rejected a request, with its Retry-After. One under way at the last rejection tells nothing new. */
	rejected(startedAt: number, now: number, askedMs = 0, quota?: Quota): void {
		this.pause(now, this.headroom.told(quota, { startedAt, now, passed: false }));
		if (startedAt <= this.rejectedAt) return;
		if (this.rejectionsInARow === 0) {
			this.rate.slowDown(now);
			this.evenAt = now;
		}
		this.rejectionsInARow += 1;
		this.idle(now);
		this.rejectedAt = now;
		const intervals = 1.75 ** (this.rejectionsInARow - 1) * (0.45 + this.random() * 0.3);
		this.pause(now, Math.min(SECOND_MS, intervals / this.rate.at(now)));
		if (askedMs > MINUTE_MS) this.pause(now, askedMs);
		else if (this.rejectionsInARow > 2) this.pause(now, askedMs - SECOND_MS);
	}

	/** The service is to be left alone for so long. */
	pause(now: number, pauseMs: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, now + pauseMs);
	}

	/** The service may be asked again at once. */
	resume(): void {
		this.pausedUntil = -Infinity;
	}

	private intervalAt(now: number): number {
		return 1 / Math.min(this.limits.perSecond / SECOND_MS || Infinity, this.rate.at(now));
	}
}
