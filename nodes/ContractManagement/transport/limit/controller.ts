import { Headroom, MINUTE_MS, SECOND_MS, type Quota } from './headroom';

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

/**
 * So many per millisecond begin, doubling until the first rejection: a process that begins some tenths of a second before
 * others does not use up all that the service has saved up for them.
 */
const UNKNOWN_RATE = 0.06;
const UNKNOWN_DOUBLING_MS = 250;
/** After the first rejection so many per millisecond are tried; more where more were accepted than services save up. */
const FIRST_RATE = 0.0032;
const RATE_PER_ACCEPTED = 0.0015;
const BURST = 37;
const LARGEST_BURST = 96;
/** That rate doubles until the next rejection, and ends at no less than this part, as a service saves requests up. */
const DOUBLING_MS = 1_250;
const LEAST_FOUND = 0.64;
/** From then on so many accepted requests measure a rate as well as it was known before. */
const SAMPLE = 23;
/** A rejection leaves this part of the rate, or more where it comes after many were accepted. */
const DECREASE = 0.945;
const TOO_MANY = 5;
/** A rate of 10 per second grows about so long after a rejection, faster ones sooner; it soon has nothing to do with it. */
const GROWTH_MS = 7_100;
const FORGOTTEN_AT = 3;
/** A request that is to find out whether others may follow is waited for so long. */
const PROBE_MS = 2_000;

/**
 * Finds out what a service lets through, for one of the processes that share its limit: how many requests may be in
 * flight, and when the next one may start. A rejection pauses all requests until one has passed, and slows them down to
 * a little less than was accepted since the one before; with time they become faster. Times are of one monotonic clock.
 */
export class Controller {
	private readonly headroom = new Headroom();
	private window: number;
	private rate: number;
	private rateSince = 0;
	private decreases = 0;
	/** Requests accepted since the last rejection, or since nobody waited. */
	private accepts = 0;
	private acceptsSince = 0;
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
		this.rate = limits.initial ? Infinity : UNKNOWN_RATE;
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
		if (this.startedAt === -Infinity) this.rateSince = now;
		this.evenAt = Math.max(this.evenAt + this.intervalAt(now), now);
		this.startedAt = now;
	}

	/** Nobody waits: what was accepted is not all that would have been. */
	idle(now: number): void {
		this.accepts = 0;
		this.acceptsSince = now;
	}

	/** The service let a request pass. */
	accepted(startedAt: number, now: number, quota?: Quota): void {
		this.accepts += 1;
		this.window += 1 / 8;
		this.pause(now, this.headroom.told(quota, { startedAt, now, passed: true }));
		if (this.rejectionsInARow === 0 || startedAt <= this.rejectedAt) return;
		this.rejectionsInARow = 0;
		this.rateSince = now;
		this.resume();
	}

	/** The service rejected a request, with its Retry-After. One under way at the last rejection tells nothing new. */
	rejected(startedAt: number, now: number, askedMs = 0, quota?: Quota): void {
		this.pause(now, this.headroom.told(quota, { startedAt, now, passed: false }));
		if (startedAt <= this.rejectedAt) return;
		if (this.rejectionsInARow === 0) this.slowDown(now);
		this.rejectionsInARow += 1;
		this.idle(now);
		this.rejectedAt = now;
		const intervals = 1.75 ** (this.rejectionsInARow - 1) * (0.45 + this.random() * 0.3);
		this.pause(now, Math.min(SECOND_MS, intervals / this.rateAt(now)));
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

	private slowDown(now: number): void {
		// May forget what was known.
		const rate = this.rateAt(now);
		const [sample, least] = this.decreases > 1 ? [SAMPLE, 0] : [0, LEAST_FOUND];
		const found = (this.accepts + sample) / (rate * (now - this.acceptsSince) + sample);
		const burst = RATE_PER_ACCEPTED * (Math.min(LARGEST_BURST, this.accepts) - BURST);
		const part = Math.max(DECREASE, 1 - TOO_MANY / this.accepts);
		const less = rate * Math.min(1, Math.max(least, found)) * part;
		this.rate = this.decreases > 0 ? less : Math.max(FIRST_RATE, burst);
		this.decreases += 1;
		this.rateSince = this.evenAt = now;
	}

	private intervalAt(now: number): number {
		return 1 / Math.min(this.limits.perSecond / SECOND_MS || Infinity, this.rateAt(now));
	}

	private rateAt(now: number): number {
		const passed = this.rejectionsInARow > 0 ? 0 : now - this.rateSince;
		if (this.decreases === 0) return this.rate * 2 ** (passed / UNKNOWN_DOUBLING_MS);
		const growth = ((passed / GROWTH_MS) * (this.rate / 0.01) ** 0.3) ** 2.86;
		if (growth >= FORGOTTEN_AT) [this.decreases, this.rate] = [0, Infinity];
		const isDoubling = this.decreases < 2;
		return this.rate * (isDoubling ? 2 ** (passed / DOUBLING_MS) : Math.exp(growth));
	}
}
