import { onAbort } from '../abort';
import { waitFor } from '../olderN8n';
import { Controller, MINUTE_MS, type Limits, type Reply } from './controller';
import { FairQueue, type Waiting } from './fairQueue';

/** Who asks for a place; who asks again does so as the same visitor. */
export interface Visit extends Waiting {
	/** Ends waiting at once. */
	signal?: AbortSignal;
	/** Whoever has less patience than the service asks for is turned away, unless it is a matter of a minute. */
	patienceMs?: number;
	/** When it was rejected first, which the gate notes. */
	rejectedAt?: number;
}

/** A place in the gate: hand it back, with the answer if there is one. */
export interface Place {
	/** @returns whether the gate makes the visitor wait who asks again, who else waits by himself */
	leave(reply?: Reply): boolean;
}

/** Decides when a request may start, and whose. One per API key, or host of storage, and process. */
export class Gate {
	private waiting = new FairQueue<Visit & { visit: Visit; decide: (place?: Place) => void }>();
	private readonly controller: Controller;
	private inFlight = 0;
	private leftAt = 0;
	/** When the last of those began that were not rejected. */
	private passedAt = -Infinity;
	/** Ends the timer that looks again, where somebody waits because of a limit. */
	private hold?: AbortController;

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

	/**
	 * Waits for a place.
	 * @returns undefined when the service asked for a longer pause than the visitor has patience
	 * @throws the signal's reason when it is aborted first
	 */
	async enter(visit: Visit): Promise<Place | undefined> {
		const { signal } = visit;
		signal?.throwIfAborted();
		// A pause of hours may have been a mistake: who comes after a minute of silence finds out.
		const isSilent = () => performance.now() > this.leftAt + MINUTE_MS;
		if (this.isTooLongFor(visit) && isSilent()) this.controller.resume();
		return await new Promise((resolve, reject) => {
			const decide = (place?: Place) => {
				release();
				resolve(place);
			};
			const waiting = { ...visit, visit, decide };
			const release = onAbort(signal, () => {
				this.waiting.remove(waiting);
				this.admitWaiting();
				reject(signal?.reason as Error);
			});
			this.waiting.add(waiting);
			this.admitWaiting();
		});
	}

	private isTooLongFor({ patienceMs = Infinity }: Visit): boolean {
		return this.pauseMs > Math.max(patienceMs, MINUTE_MS);
	}

	private leave(visit: Visit, startedAt: number, reply: Reply = { status: 0 }): boolean {
		const isHeld = this.hears(visit, startedAt, reply);
		this.inFlight -= 1;
		visit.again = true;
		this.admitWaiting();
		return isHeld;
	}

	private hears(visit: Visit, startedAt: number, { status, askedMs }: Reply): boolean {
		const now = (this.leftAt = performance.now());
		if (status === 429) {
			visit.stepsAside = visit.rejectedAt !== undefined;
			visit.rejectedAt ??= now;
			// Where others have passed since, it is the visitor's own matter.
			if (visit.rejectedAt < this.passedAt) return false;
			this.controller.rejected(startedAt, now, askedMs);
			return true;
		}
		if (status === 0 || status === 503) this.controller.overloaded(startedAt, now);
		if (status === 0) return false;
		this.passedAt = Math.max(this.passedAt, startedAt);
		const isBusy = status >= 500 && askedMs;
		if (isBusy) this.controller.pause(now, askedMs);
		else if (status !== 503) this.controller.accepted(startedAt, now);
		return Boolean(isBusy);
	}

	private admitWaiting(): void {
		this.hold?.abort();
		this.hold = undefined;
		if (this.pauseMs > MINUTE_MS) this.turnAwayHasty();
		for (; !this.waiting.isEmpty; this.inFlight += 1) {
			const now = performance.now();
			const delay = this.controller.delayAt(now, this.inFlight);
			if (delay > 0) return this.lookAgainIn(delay);
			this.controller.started(now);
			const { visit, decide } = this.waiting.take();
			decide({ leave: (reply) => this.leave(visit, now, reply) });
		}
		this.controller.idle(performance.now());
	}

	private turnAwayHasty(): void {
		for (const one of [...this.waiting].filter((visit) => this.isTooLongFor(visit))) {
			this.waiting.remove(one);
			one.decide();
		}
	}

	private lookAgainIn(delay: number): void {
		if (delay === Infinity) return;
		this.hold = new AbortController();
		const look = () => this.admitWaiting();
		void waitFor(Math.ceil(delay), this.hold.signal).then(look, () => undefined);
	}
}
