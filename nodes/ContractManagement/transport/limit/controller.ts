import { Rate } from './rate';

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;

/** How much may be sent. */
export interface Limits {
	/** Requests in flight at the same time, at the most. */
	concurrency: number;
	/** Requests started per second; 0 means that the service's limit is not known. */
	perSecond: number;
	/** Whether nobody else sends to the service, so that its limit need not be shared from the start. */
	isOwn?: boolean;
}

/** What an answer says about the service's limits. */
export interface Reply {
	status: number;
	/** How long the service asks to be left alone, in milliseconds. */
	askedMs?: number;
}

/** So many requests are in flight at first. */
const FIRST_WINDOW = 8;
/** What is left of the window after a rejection: of the first ones a half, later enough for a service that bears ten. */
const [HALF, MOST] = [0.5, 0.8];
/** Timers are late by up to this, which is caught up with. */
const LATENESS_MS = 20;
/** A request that is to find out whether others may follow is waited for so long. */
const PROBE_MS = 2_000;

/**
 * Finds out what a service lets through, for one of the processes that share its limit: how many requests may be in
 * flight (`window`), and when the next one may start. A rejection pauses all requests until one has passed, and slows
 * them down. Times are of one monotonic clock.
 */
export class Controller {
	private window = FIRST_WINDOW;
	private isGrowing = true;
	/** Answers of the window that is under way, and their time altogether. */
	private count = 0;
	private sumMs = 0;
	/** The shortest mean time of an answer in a whole window. */
	private fastestMs = Infinity;
	private shrunkAt = -Infinity;
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
		this.rate = new Rate(limits.isOwn);
	}

	/** For how long the service is to be left alone. */
	pauseAt(now: number): number {
		return Math.max(0, this.pausedUntil - now);
	}

	/** How long the next request has to wait; forever means until one in flight is answered. */
	delayAt(now: number, inFlight: number): number {
		if (inFlight >= Math.floor(Math.min(this.limits.concurrency, this.window))) return Infinity;
		// What began before a rejection may take long: it is not waited for.
		const isProbed = this.rejectionsInARow > 0 && this.startedAt > this.rejectedAt;
		const spacedAt = isProbed ? this.startedAt + PROBE_MS : -Infinity;
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
	accepted(startedAt: number, now: number): void {
		this.rate.accepted();
		this.answered(now - startedAt);
		if (this.rejectionsInARow === 0 || startedAt <= this.rejectedAt) return;
		this.rejectionsInARow = 0;
		this.rate.growFrom(now);
		this.resume();
	}

	private answered(tookMs: number): void {
		this.count += 1;
		this.sumMs += tookMs;
		if (this.count < this.window) return;
		const meanMs = this.sumMs / this.count;
		this.fastestMs = Math.min(this.fastestMs, meanMs);
		// A service with too much to do answers later: more in flight would only wait there.
		if (meanMs >= 2 * this.fastestMs) this.isGrowing = false;
		else this.window += this.isGrowing ? this.window : 1;
		this.window = Math.min(this.window, this.limits.concurrency);
		this.count = this.sumMs = 0;
	}

	/** It had too much to do: a rejection, or no answer in time. One under way then tells nothing new. */
	overloaded(startedAt: number, now: number): void {
		if (startedAt <= this.shrunkAt) return;
		this.shrunkAt = now;
		this.window = Math.max(1, this.window * (this.isGrowing ? HALF : MOST));
		this.isGrowing = false;
		this.count = this.sumMs = 0;
	}

	/** The service rejected a request, with its Retry-After. One under way at the last rejection tells nothing new. */
	rejected(startedAt: number, now: number, askedMs = 0): void {
		this.overloaded(startedAt, now);
		if (startedAt <= this.rejectedAt) return;
		if (this.rejectionsInARow === 0) {
			this.rate.slowDown(now);
			this.evenAt = now;
		}
		this.rejectionsInARow += 1;
		this.idle(now);
		this.rejectedAt = now;
		// Half the time to the next request and more, by chance, as many are rejected at once; 1.75 times as long each time.
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
