import { onAbort } from '../abort';
import { Alarm } from './alarm';
import { Controller, type Limits } from './controller';
import { FairQueue } from './fairQueue';
import { MINUTE_MS, type Quota } from './headroom';

/** Who asks for a place. */
export interface Visit {
	/** Executions take turns. */
	execution: string;
	/** Ends waiting at once. */
	signal?: AbortSignal;
	/** Whether this request goes before the others of its execution, as one that has had a place before. */
	again?: boolean;
	/** Whoever has less patience than the service asks for is turned away, unless it is a matter of a minute. */
	patienceMs?: number;
}

/** What an answer says about the service's limits. */
export interface Reply {
	status: number;
	/** How long the service asks to be left alone, in milliseconds. */
	askedMs?: number;
	quota?: Quota;
}

/** A place in the gate: hand it back, with the answer if there is one. */
export interface Place {
	leave(reply?: Reply): void;
}

interface Waiting {
	patienceMs: number;
	admit: () => void;
	turnAway: () => void;
}

/** Decides when a request may start, and whose. One per API key and process. */
export class Gate {
	private readonly waiting = new FairQueue<Waiting>();
	private readonly controller: Controller;
	private inFlight = 0;
	private pausedAt = 0;
	private readonly alarm = new Alarm(() => this.admitWaiting());

	constructor(limits: Limits) {
		this.controller = new Controller(limits);
	}

	/** Takes over what the person changed in the credential. What was learned about the service stays. */
	configure(limits: Limits): void {
		this.controller.configure(limits);
		this.admitWaiting();
	}

	/** Whether nothing is in flight or waiting. */
	get isIdle(): boolean {
		return this.inFlight === 0 && this.waiting.isEmpty;
	}

	/** How long the service is left alone, from now on. In milliseconds. */
	get pauseMs(): number {
		return this.controller.pauseAt(performance.now());
	}

	/** For how long requests have had to wait because of a limit, ever. In milliseconds. */
	get heldMs(): number {
		return this.alarm.setMs;
	}

	/** For tests of the memory bound. */
	get executionCount(): number {
		return this.waiting.size;
	}

	/**
	 * Waits for a place.
	 *
	 * @returns undefined when the service asked for a longer pause than the visitor has patience
	 * @throws the signal's reason when it is aborted first
	 */
	async enter(visit: Visit): Promise<Place | undefined> {
		const { execution, signal, again, patienceMs = Infinity } = visit;
		signal?.throwIfAborted();
		if (exceeds(this.pauseMs, patienceMs) && !this.isTimeToProbe()) return undefined;
		const isAdmitted = await new Promise<boolean>((resolve, reject) => {
			const leave = this.waiting.add(execution, { patienceMs, admit, turnAway }, again);
			const release = onAbort(signal, () => {
				leave();
				this.admitWaiting();
				reject(signal?.reason as Error);
			});
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
		if (!isAdmitted) return undefined;
		const startedAt = performance.now();
		return { leave: (reply) => this.leave(startedAt, reply) };
	}

	// A pause of hours may have been a mistake: ends it for the one who asks, whose answer will tell.
	private isTimeToProbe(): boolean {
		if (performance.now() - this.pausedAt < MINUTE_MS) return false;
		this.controller.resume();
		return true;
	}

	private leave(startedAt: number, { status, askedMs, quota }: Reply = { status: 0 }): void {
		const now = performance.now();
		if (status === 429) this.controller.rejected(startedAt, now, askedMs, quota);
		else if (status >= 500 && askedMs) this.controller.pause(now, askedMs);
		else if (status > 0) this.controller.accepted(startedAt, now, quota);
		this.inFlight -= 1;
		if (status === 429 || status >= 500) this.turnAwayHasty(now, askedMs);
		this.admitWaiting();
		// Who comes now is in nobody's way, and nobody in theirs.
		if (this.isIdle) this.waiting.forget();
	}

	private turnAwayHasty(now: number, askedMs = 0): void {
		if (askedMs <= MINUTE_MS) return;
		this.pausedAt = now;
		for (const waiting of [...this.waiting]) {
			if (exceeds(askedMs, waiting.patienceMs)) waiting.turnAway();
		}
	}

	private admitWaiting(): void {
		while (!this.waiting.isEmpty) {
			const now = performance.now();
			const delay = this.controller.delayAt(now, this.inFlight);
			if (delay > 0) return this.alarm.in(delay);
			this.inFlight += 1;
			this.controller.started(now);
			this.waiting.take()?.admit();
		}
		this.controller.idle();
		this.alarm.stop();
	}
}

function exceeds(pauseMs: number, patienceMs: number): boolean {
	return pauseMs > Math.max(patienceMs, MINUTE_MS);
}
