import { waitFor } from '../olderN8n';

/** Calls back once, at the earliest of the moments that it is set to. */
export class Alarm {
	private set?: { at: number; stop: AbortController };

	constructor(private readonly wake: () => void) {}

	/** @param delay in milliseconds; forever sets nothing */
	in(delay: number): void {
		const at = performance.now() + delay;
		if (delay === Infinity || (this.set && this.set.at <= at)) return;
		this.stop();
		const stop = new AbortController();
		this.set = { at, stop };
		const ring = () => {
			this.set = undefined;
			this.wake();
		};
		void waitFor(Math.ceil(delay), stop.signal).then(ring, () => undefined);
	}

	stop(): void {
		this.set?.stop.abort();
		this.set = undefined;
	}
}
