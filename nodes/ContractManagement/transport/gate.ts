import { createHash } from 'crypto';
import { sleep, type IDataObject } from 'n8n-workflow';
import { Lanes } from './lanes';

/** How much a gate lets through. */
export interface GateLimits {
	/** Requests in flight at the same time. */
	concurrency: number;
	/** Requests started per second; 0 means that the service's limit is not known. */
	perSecond: number;
}

/** A place in the gate: hand it back with what came of it. */
export interface Place {
	/** The request was answered, or failed for a reason of its own. */
	leave(): void;
	/** The service rejected the request by its rate limit: everyone waits `pauseMs` and goes on more slowly. */
	leaveThrottled(pauseMs: number): void;
}

interface Waiting {
	admit: () => void;
	gone: boolean;
}

/** A pause longer than this is the asking request's own affair, not everybody's. */
const MAX_PAUSE_MS = 60_000;

/**
 * Decides when a request may start: as many in flight as the service bears (additive increase, multiplicative
 * decrease after a rejection), paced where the rate is known, in turn between executions. One per API key and process.
 */
export class Gate {
	private readonly waiting = new Lanes<Waiting>();
	private inFlight = 0;
	private window: number;
	private pausedUntil = 0;
	private nextStart = 0;
	private decreasedAt = 0;
	private alarm?: AbortController;
	/** When somebody last used it, in milliseconds since the epoch. */
	usedAt = 0;

	constructor(private limits: GateLimits) {
		this.window = limits.concurrency;
	}

	get isIdle(): boolean {
		return this.inFlight === 0 && this.waiting.isEmpty;
	}

	/** Takes over what the person changed in the credential. */
	configure(limits: GateLimits): void {
		if (limits.concurrency !== this.limits.concurrency) this.window = limits.concurrency;
		this.limits = limits;
	}

	/**
	 * Waits for a place.
	 *
	 * @param again whether this request has already had a place, and so goes before the others of its lane
	 * @throws the signal's reason when it is aborted first
	 */
	async enter(lane: string, signal?: AbortSignal, again = false): Promise<Place> {
		signal?.throwIfAborted();
		this.usedAt = Date.now();
		await new Promise<void>((resolve, reject) => {
			const waiting: Waiting = { gone: false, admit };
			signal?.addEventListener('abort', cancel, { once: true });
			if (again) this.waiting.addFirst(lane, waiting);
			else this.waiting.add(lane, waiting);
			this.admitWaiting();

			function admit() {
				signal?.removeEventListener('abort', cancel);
				resolve();
			}
			function cancel() {
				waiting.gone = true;
				reject(signal?.reason as Error);
			}
		});
		return this.place(Date.now());
	}

	private place(startedAt: number): Place {
		return {
			leave: () => {
				this.window = Math.min(this.limits.concurrency, this.window + 1 / this.window);
				this.free();
			},
			leaveThrottled: (pauseMs) => {
				this.slowDown(startedAt, pauseMs);
				this.free();
			},
		};
	}

	private free(): void {
		this.inFlight -= 1;
		this.usedAt = Date.now();
		this.admitWaiting();
	}

	// Rejections of requests that started before the last decrease tell nothing new.
	private slowDown(startedAt: number, pauseMs: number): void {
		const now = Date.now();
		this.pausedUntil = Math.max(this.pausedUntil, now + Math.min(pauseMs, MAX_PAUSE_MS));
		if (startedAt <= this.decreasedAt) return;
		this.decreasedAt = now;
		this.window = Math.max(1, this.window / 2);
	}

	private admitWaiting(): void {
		while (!this.waiting.isEmpty && this.inFlight < Math.floor(this.window)) {
			const delay = Math.max(this.pausedUntil, this.nextStart) - Date.now();
			if (delay > 0) return this.wakeAfter(delay);
			const next = this.waiting.take();
			if (!next || next.gone) continue;
			this.inFlight += 1;
			this.pace();
			next.admit();
		}
		if (this.waiting.isEmpty) this.alarm?.abort();
	}

	private pace(): void {
		if (this.limits.perSecond <= 0) return;
		this.nextStart = Math.max(this.nextStart, Date.now()) + 1000 / this.limits.perSecond;
	}

	private wakeAfter(delay: number): void {
		if (this.alarm && !this.alarm.signal.aborted) return;
		const alarm = new AbortController();
		this.alarm = alarm;
		const wake = () => {
			if (this.alarm === alarm) this.alarm = undefined;
			this.admitWaiting();
		};
		void sleep(delay, alarm.signal).then(wake, () => undefined);
	}
}

const gates = new Map<string, Gate>();
const IDLE_MS = 600_000;

/** The gate that every node and workflow of this process shares for one API key. */
export function gateFor(credentials: IDataObject): Gate {
	const limits = limitsOf(credentials);
	const key = fingerprint(credentials);
	const known = gates.get(key);
	if (known) {
		known.configure(limits);
		return known;
	}
	forgetIdleGates();
	const gate = new Gate(limits);
	gate.usedAt = Date.now();
	gates.set(key, gate);
	return gate;
}

/** How many gates are kept, for tests of the memory bound. */
export function gateCount(): number {
	return gates.size;
}

function forgetIdleGates(): void {
	const expiry = Date.now() - IDLE_MS;
	for (const [key, gate] of gates) {
		if (gate.isIdle && gate.usedAt < expiry) gates.delete(key);
	}
}

function limitsOf({ maxConcurrentRequests, maxRequestsPerSecond }: IDataObject): GateLimits {
	return {
		concurrency: Math.max(1, Math.floor(Number(maxConcurrentRequests ?? 8)) || 8),
		perSecond: Math.max(0, Number(maxRequestsPerSecond ?? 0) || 0),
	};
}

// The key itself is not kept: only what tells two keys apart.
function fingerprint({ baseUrl, apiKey }: IDataObject): string {
	return createHash('sha256')
		.update(`${String(baseUrl)}\n${String(apiKey)}`)
		.digest('hex');
}
