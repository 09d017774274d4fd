/** A start that is no later than this does not slow the pace down: timers and other work delay it. In milliseconds. */
const LATENESS_MS = 20;

/** Shorter times between two rejections say too little about the service's rate. In milliseconds. */
const SHORTEST_MEASUREMENT_MS = 250;

/** A learned pace starts this much below what was measured; what is below doubles its distance every so often. */
const CAUTION = 0.03;

const FIRST_DOUBLING_MS = 500;
const LAST_DOUBLING_MS = 8_000;

/** A measurement that differs by no more than this part confirms the one before. */
const AGREEMENT = 0.25;

/** At so many times what was measured, a pace has nothing to do with it any more. */
const FORGOTTEN_AT = 8;

/** No learned pace is slower, as a few requests say little about a service. Per second. */
const SLOWEST = 1;

/** What a service saves up during a pause, if it does: nearly all of it, and no more than a second's worth. */
const SAVED_PART = 0.9;
const LONGEST_SAVED_MS = 1_000;

/**
 * How many requests start per second: as the person set it, and as the service's rejections teach it. Whenever the
 * service rejects, its allowance is used up; so what it accepted between two rejections, divided by the time between
 * them, is its rate. All times in milliseconds of one monotonic clock.
 */
export class Pace {
	private nextStart = -Infinity;
	private learned?: { perSecond: number; at: number; doublingMs: number };
	private measurement?: { since: number; accepted: number };
	/** How far behind the pace we may be after a pause and still catch up; 0 when that is done. */
	private creditMs = 0;
	/** Whether the service lets pass after a pause what it would have let pass during it. */
	private savesUp = true;

	/** @param perSecond 0 when the service's limit is not known */
	constructor(private readonly perSecond: number) {}

	/** How long the next request has to wait. */
	delayAt(now: number): number {
		return Math.max(0, this.nextStart - now);
	}

	/** A request starts. Lateness and pauses are caught up with, idleness is not. */
	started(now: number): void {
		const interval = 1000 / this.rateAt(now);
		this.nextStart = this.dueAt(now) + interval;
	}

	/** The service let a request pass. */
	accepted(): void {
		if (this.measurement) this.measurement.accepted += 1;
	}

	/** The service rejected a request by its rate limit, and is left alone for a while. */
	rejected(now: number, pauseMs: number): void {
		if (this.measurement) this.learn(now, this.measurement);
		this.measurement = { since: now, accepted: 0 };
		const isSaved = this.savesUp && this.learned !== undefined;
		this.creditMs = isSaved ? Math.min(pauseMs, LONGEST_SAVED_MS) * SAVED_PART : 0;
	}

	/** Nobody waits: what passes from now on is not all that the service would have let pass. */
	interrupted(): void {
		this.measurement = undefined;
	}

	private dueAt(now: number): number {
		if (now - this.nextStart > LATENESS_MS) return Math.max(this.nextStart, now - this.creditMs);
		this.creditMs = 0;
		return this.nextStart;
	}

	private learn(now: number, { since, accepted }: { since: number; accepted: number }): void {
		if (now - since < SHORTEST_MEASUREMENT_MS) return;
		const perSecond = Math.max(SLOWEST, (accepted * 1000) / (now - since));
		const isShort = perSecond < (1 - AGREEMENT) * (this.learned?.perSecond ?? 0);
		// Not a slower service: it did not save up during the pause what was then taken from it at once.
		if (isShort && this.creditMs > 0) this.savesUp = false;
		else this.learned = { perSecond, at: now, doublingMs: this.doublingMs(perSecond) };
	}

	private doublingMs(measured: number): number {
		const { perSecond, doublingMs } = this.learned ?? { perSecond: 0, doublingMs: 0 };
		const agrees = Math.abs(measured - perSecond) < AGREEMENT * perSecond;
		return agrees ? Math.min(doublingMs * 2, LAST_DOUBLING_MS) : FIRST_DOUBLING_MS;
	}

	private rateAt(now: number): number {
		const known = this.perSecond > 0 ? this.perSecond : Infinity;
		return Math.min(known, this.learnedAt(now));
	}

	// The exponential finds a rate that was measured far too low within seconds; one measured well it leaves for long.
	private learnedAt(now: number): number {
		if (!this.learned) return Infinity;
		const { perSecond, at, doublingMs } = this.learned;
		const part = 1 - CAUTION + CAUTION * (2 ** ((now - at) / doublingMs) - 1);
		if (part < FORGOTTEN_AT) return perSecond * part;
		this.learned = undefined;
		this.savesUp = true;
		return Infinity;
	}
}
