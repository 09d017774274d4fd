/** A timer that wakes this late does not slow the pace down. In milliseconds. */
const LATENESS_MS = 20;

/** Shorter times between two rejections say too little about the service's rate. In milliseconds. */
const SHORTEST_MEASUREMENT_MS = 250;

/** A learned pace starts this much below what was measured, rises slowly and then ever faster … */
const CAUTION = 0.03;

/** … until it is forgotten after so long without a rejection: measured while others used the key, say. */
const FORGOTTEN_AFTER_MS = 10_000;

/** No learned pace is slower, as a few requests say little about a service. Per second. */
const SLOWEST = 1;

/**
 * How many requests start per second: as the person set it, and as the service's rejections teach it. Whenever the
 * service rejects, its allowance is used up; so what it accepted between two rejections, divided by the time between
 * them, is its rate. All times in milliseconds of one monotonic clock.
 */
export class Pace {
	private nextStart = -Infinity;
	private learned?: { perSecond: number; at: number };
	private measurement?: { since: number; accepted: number };

	/** @param perSecond 0 when the service's limit is not known */
	constructor(private readonly perSecond: number) {}

	/** How long the next request has to wait. */
	delayAt(now: number): number {
		return Math.max(0, this.nextStart - now);
	}

	/** A request starts. Waking late is caught up with, idleness is not. */
	started(now: number): void {
		const interval = 1000 / this.rateAt(now);
		const due = now - this.nextStart > LATENESS_MS ? now : this.nextStart;
		this.nextStart = due + interval;
	}

	/** The service let a request pass. */
	accepted(): void {
		if (this.measurement) this.measurement.accepted += 1;
	}

	/** The service rejected a request by its rate limit. */
	rejected(now: number): void {
		if (!this.measurement) {
			this.measurement = { since: now, accepted: 0 };
			return;
		}
		const { since, accepted } = this.measurement;
		if (now - since < SHORTEST_MEASUREMENT_MS) return;
		const measured = (accepted * 1000) / (now - since);
		this.learned = { perSecond: Math.max(SLOWEST, measured), at: now };
		this.measurement = { since: now, accepted: 0 };
	}

	/** Nobody waits: what passes from now on is not all that the service would have let pass. */
	interrupted(): void {
		this.measurement = undefined;
	}

	private rateAt(now: number): number {
		const known = this.perSecond > 0 ? this.perSecond : Infinity;
		return Math.min(known, this.learnedAt(now));
	}

	// The exponential finds a rate that was measured far too low within seconds; one measured well it leaves for long.
	private learnedAt(now: number): number {
		if (!this.learned) return Infinity;
		const age = now - this.learned.at;
		if (age <= FORGOTTEN_AFTER_MS) {
			return this.learned.perSecond * (1 - CAUTION + CAUTION * (2 ** (age / 1000) - 1));
		}
		this.learned = undefined;
		return Infinity;
	}
}
