import { onAbort } from '../abort';
import { waitFor } from '../olderN8n';
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

type Waiting = Visit & { decide: (isAdmitted: boolean) => void };

/** Decides when a request may start, and whose. One per API key and process. */
export class Gate {
	private waiting = new FairQueue<Waiting>();
	private readonly controller: Controller;
	private inFlight = 0;
	private pausedAt = 0;
	/** Since when somebody waits because of a limit, and what ends the timer that looks again. */
	private hold?: { from: number; stop: AbortController };
	private heldBefore = 0;

	constructor(limits: Limits) {
		this.controller = new Controller(limits);
	}

	/** Takes over what the person changed in the credential. What was learned about the service stays. */
	configure(limits: Limits): void {
		this.controller.limits = limits;
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
		return this.heldBefore + (this.hold ? performance.now() - this.hold.from : 0);
	}

	/**
	 * Waits for a place.
	 *
	 * @returns undefined when the service asked for a longer pause than the visitor has patience
	 * @throws the signal's reason when it is aborted first
	 */
	async enter(visit: Visit): Promise<Place | undefined> {
		const { signal } = visit;
		signal?.throwIfAborted();
		if (this.isTooLongFor(visit) && !this.isTimeToProbe()) return undefined;
		const isAdmitted = await new Promise<boolean>((resolve, reject) => {
			const decide = (isAdmitted: boolean) => {
				release();
				resolve(isAdmitted);
			};
			const waiting = { ...visit, decide };
			const release = onAbort(signal, () => {
				this.waiting.remove(waiting);
				this.admitWaiting();
				reject(signal?.reason as Error);
			});
			this.waiting.add(waiting);
			this.admitWaiting();
		});
		const startedAt = performance.now();
		return isAdmitted ? { leave: (reply) => this.leave(startedAt, reply) } : undefined;
	}

	private isTooLongFor({ patienceMs = Infinity }: Visit): boolean {
		return this.pauseMs > Math.max(patienceMs, MINUTE_MS);
	}

	// A pause of hours may have been a mistake: ends it for the one who asks, whose answer will tell.
	private isTimeToProbe(): boolean {
		if (performance.now() < this.pausedAt + MINUTE_MS) return false;
		this.controller.resume();
		return true;
	}

	private leave(startedAt: number, { status, askedMs, quota }: Reply = { status: 0 }): void {
		const now = performance.now();
		this.inFlight -= 1;
		if (status === 429) this.controller.rejected(startedAt, now, askedMs, quota);
		else if (status >= 500 && askedMs) this.controller.pause(now, askedMs);
		else if (status > 0) this.controller.accepted(startedAt, now, quota);
		if (status >= 429 && askedMs && askedMs > MINUTE_MS) this.turnAwayHasty(now);
		this.admitWaiting();
		// Who comes now is in nobody's way, and nobody in theirs.
		if (this.isIdle) this.waiting = new FairQueue();
	}

	private turnAwayHasty(now: number): void {
		this.pausedAt = now;
		for (const one of [...this.waiting].filter((waiting) => this.isTooLongFor(waiting))) {
			this.waiting.remove(one);
			one.decide(false);
		}
	}

	private admitWaiting(): void {
		this.heldBefore = this.heldMs;
		this.hold?.stop.abort();
		this.hold = undefined;
		while (!this.waiting.isEmpty) {
			const now = performance.now();
			const delay = this.controller.delayAt(now, this.inFlight);
			if (delay > 0) return this.lookAgainIn(delay);
			this.inFlight += 1;
			this.controller.started(now);
			this.waiting.take().decide(true);
		}
		this.controller.idle(performance.now());
	}

	private lookAgainIn(delay: number): void {
		if (delay === Infinity) return;
		const stop = new AbortController();
		this.hold = { from: performance.now(), stop };
		const look = () => this.admitWaiting();
		void waitFor(Math.ceil(delay), stop.signal).then(look, () => undefined);
	}
}
