import { onAbort, waitFor } from './abort';
import { Lanes } from './lanes';
import { Pace } from './pace';

/** How much a gate lets through. */
export interface GateLimits {
	/** Requests in flight at the same time. */
	concurrency: number;
	/** Requests started per second; 0 means that the service's limit is not known. */
	perSecond: number;
}

/** Who asks for a place. */
export interface Visit {
	/** Lanes take turns. One execution is one lane. */
	lane: string;
	/** Ends waiting at once. */
	signal?: AbortSignal;
	/** Whether this request goes before the others of its lane, as one that has had a place before. */
	again?: boolean;
	/** Whoever has less patience than the service asks for is turned away, unless it is a matter of a minute. */
	patienceMs?: number;
}

/** A place in the gate: hand it back with what came of it. */
export interface Place {
	/** The request was answered, or failed for a reason of its own. */
	leave(): void;
	/** The service asked to be left alone: everyone waits `pauseMs` and goes on more slowly. */
	leaveThrottled(pauseMs: number): void;
}

interface Waiting {
	patienceMs: number;
	admit: () => void;
	turnAway: () => void;
}

/** Everyone waits so long, and so long after the service asked for more, somebody may find out whether it still does. */
const MINUTE_MS = 60_000;

/**
 * Decides when a request may start: as many in flight as the service bears (additive increase, multiplicative
 * decrease after a rejection), paced, in turn between executions. One per API key and process.
 */
export class Gate {
	private readonly waiting = new Lanes<Waiting>();
	private pace: Pace;
	private window: number;
	private inFlight = 0;
	private pausedUntil = 0;
	private pausedAt = 0;
	private decreasedAt = -Infinity;
	private alarm?: AbortController;

	constructor(private limits: GateLimits) {
		this.window = limits.concurrency;
		this.pace = new Pace(limits.perSecond);
	}

	/** Takes over what the person changed in the credential. What was learned about the service stays. */
	configure(limits: GateLimits): void {
		const { concurrency, perSecond } = this.limits;
		if (concurrency === limits.concurrency && perSecond === limits.perSecond) return;
		this.limits = limits;
		if (perSecond !== limits.perSecond) this.pace = new Pace(limits.perSecond);
		if (this.window >= concurrency || this.window > limits.concurrency) {
			this.window = limits.concurrency;
		}
		this.alarm?.abort();
		this.admitWaiting();
	}

	/** Whether nothing is in flight or waiting. */
	get isIdle(): boolean {
		return this.inFlight === 0 && this.waiting.isEmpty;
	}

	/** How long the service asked to be left alone, from now on. In milliseconds. */
	get pauseMs(): number {
		return Math.max(0, this.pausedUntil - performance.now());
	}

	/** How many lanes are remembered, for tests of the memory bound. */
	get laneCount(): number {
		return this.waiting.size;
	}

	/**
	 * Waits for a place.
	 *
	 * @returns undefined when the service asked for a longer pause than the visitor has patience
	 * @throws the signal's reason when it is aborted first
	 */
	async enter({ lane, signal, again, patienceMs = Infinity }: Visit): Promise<Place | undefined> {
		signal?.throwIfAborted();
		if (exceeds(this.pauseMs, patienceMs) && !this.isTimeToProbe()) return undefined;
		const isAdmitted = await new Promise<boolean>((resolve, reject) => {
			const leave = this.waiting.add(lane, { patienceMs, admit, turnAway }, again);
			const cancel = () => {
				leave();
				this.stopAlarmIfIdle();
				reject(signal?.reason as Error);
			};
			const release = onAbort(signal, cancel);
			function admit() {
				release();
				resolve(true);
			}
			function turnAway() {
				release();
				leave();
				resolve(false);
			}
			this.admitWaiting();
		});
		return isAdmitted ? this.place(performance.now()) : undefined;
	}

	// A pause of hours may have been a mistake: ends it for the one who asks, whose answer will tell.
	private isTimeToProbe(): boolean {
		if (performance.now() - this.pausedAt < MINUTE_MS) return false;
		this.pausedUntil = 0;
		return true;
	}

	private place(startedAt: number): Place {
		return {
			leave: () => {
				this.pace.accepted();
				this.window = Math.min(this.limits.concurrency, this.window + 1 / this.window);
				this.free();
			},
			leaveThrottled: (pauseMs) => {
				this.pauseFor(pauseMs);
				this.slowDown(startedAt, pauseMs);
				this.free();
			},
		};
	}

	private free(): void {
		this.inFlight -= 1;
		this.admitWaiting();
		// Who comes now is in nobody's way, and nobody in theirs.
		if (this.isIdle) this.waiting.forget();
	}

	private pauseFor(pauseMs: number): void {
		this.pausedAt = performance.now();
		this.pausedUntil = Math.max(this.pausedUntil, this.pausedAt + pauseMs);
		if (pauseMs <= MINUTE_MS) return;
		for (const waiting of [...this.waiting]) {
			if (exceeds(pauseMs, waiting.patienceMs)) waiting.turnAway();
		}
	}

	// Rejections of requests that started before the last decrease tell nothing new.
	private slowDown(startedAt: number, pauseMs: number): void {
		if (startedAt <= this.decreasedAt) return;
		this.decreasedAt = performance.now();
		this.pace.rejected(this.decreasedAt, pauseMs);
		this.window = Math.max(1, this.window / 2);
	}

	private admitWaiting(): void {
		while (!this.waiting.isEmpty && this.inFlight < Math.floor(this.window)) {
			const now = performance.now();
			const delay = Math.max(this.pausedUntil - now, this.pace.delayAt(now));
			if (delay > 0) return this.wakeAfter(delay);
			this.inFlight += 1;
			this.pace.started(now);
			this.waiting.take()?.admit();
		}
		this.stopAlarmIfIdle();
	}

	private stopAlarmIfIdle(): void {
		if (!this.waiting.isEmpty) return;
		this.alarm?.abort();
		this.pace.interrupted();
	}

	private wakeAfter(delay: number): void {
		if (this.alarm && !this.alarm.signal.aborted) return;
		const alarm = new AbortController();
		this.alarm = alarm;
		const wake = () => {
			this.alarm = undefined;
			this.admitWaiting();
		};
		void waitFor(delay, alarm.signal).then(wake, () => undefined);
	}
}

function exceeds(pauseMs: number, patienceMs: number): boolean {
	return pauseMs > Math.max(patienceMs, MINUTE_MS);
}
