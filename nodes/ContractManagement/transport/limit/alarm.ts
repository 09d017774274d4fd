import { waitFor } from '../olderN8n';

/** Calls back once, at the earliest of the moments that it is set to. */
export class Alarm {
	private set?: { at: number; from: number; stop: AbortController };
	private past = 0;

	constructor(private readonly wake: () => void) {}

	/** For how long it was set so far, in milliseconds. */
	get setMs(): number {
		return this.past + (this.set ? performance.now() - this.set.from : 0);
	}

	/** @param delay in milliseconds; forever sets nothing */
	in(delay: number): void {
		const from = performance.now();
		const at = from + delay;
		if (delay === Infinity || (this.set && this.set.at <= at)) return;
		this.stop();
		const stop = new AbortController();
		this.set = { at, from, stop };
		const ring = () => {
			this.end();
			this.wake();
		};
		void waitFor(Math.ceil(delay), stop.signal).then(ring, () => undefined);
	}

	stop(): void {
		this.set?.stop.abort();
		this.end();
	}

	private end(): void {
		this.past = this.setMs;
		this.set = undefined;
	}
}
