import { onAbort } from '../abort';
import { waitFor } from '../olderN8n';
import { Controller, type Limits } from './controller';
import { FairQueue, type Waiting } from './fairQueue';
import { MINUTE_MS, type Quota } from './headroom';

/** Who asks for a place. */
export interface Visit extends Waiting {
	/** Ends waiting at once. */
	signal?: AbortSignal;
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

/** Decides when a request may start, and whose. One per API key and process. */
export class Gate {
	private waiting = new FairQueue<Visit & { decide: (place?: Place) => void }>();
	private readonly controller: Controller;
	private inFlight = 0;
	private leftAt = 0;
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
		// A pause of hours may have been a mistake: who comes after a minute of silence finds out.
		const isSilent = performance.now() > this.leftAt + MINUTE_MS;
		if (isSilent && this.isTooLongFor(visit)) this.controller.resume();
		return await new Promise((resolve, reject) => {
			const decide = (place?: Place) => {
				release();
				resolve(place);
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
	}

	private isTooLongFor({ patienceMs = Infinity }: Visit): boolean {
		return this.pauseMs > Math.max(patienceMs, MINUTE_MS);
	}

	private leave(startedAt: number, { status, askedMs, quota }: Reply = { status: 0 }): void {
		const now = performance.now();
		this.leftAt = now;
		this.inFlight -= 1;
		if (status === 429) this.controller.rejected(startedAt, now, askedMs, quota);
		else if (status >= 500 && askedMs) this.controller.pause(now, askedMs);
		else if (status > 0) this.controller.accepted(startedAt, now, quota);
		this.admitWaiting();
		// Who comes now is in nobody's way, and nobody in theirs.
		if (this.isIdle) this.waiting = new FairQueue();
	}

	private admitWaiting(): void {
		this.heldBefore = this.heldMs;
		this.hold?.stop.abort();
		this.hold = undefined;
		if (this.pauseMs > MINUTE_MS) this.turnAwayHasty();
		for (; !this.waiting.isEmpty; this.inFlight += 1) {
			const now = performance.now();
			const delay = this.controller.delayAt(now, this.inFlight);
			if (delay > 0) return this.lookAgainIn(delay);
			this.controller.started(now);
			this.waiting.take().decide({ leave: (reply) => this.leave(now, reply) });
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
		this.hold = { from: performance.now(), stop: new AbortController() };
		const look = () => this.admitWaiting();
		void waitFor(Math.ceil(delay), this.hold.stop.signal).then(look, () => undefined);
	}
}
