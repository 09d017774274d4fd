/** Timers are late by up to this, which is caught up with. */
const LATENESS_MS = 20;

/** Requests that may start at once. They come with time, up to what the service takes at once. */
export class Tokens {
	private count = Infinity;
	private burst = 1;
	private filledAt = 0;

	/** How long until there is one, at so many per millisecond. */
	delayAt(now: number, rate: number): number {
		this.fill(now, rate);
		return Math.max(0, 1 - this.count) / rate;
	}

	take(now: number, rate: number): void {
		this.fill(now, rate);
		this.count -= 1;
	}

	empty(now: number): void {
		this.count = 0;
		this.filledAt = now;
	}

	/** @param accepted so many requests were, in a row; `isFirst` where nothing is known but that */
	learn(accepted: number, isFirst: boolean): void {
		const less = Math.min(this.burst, (this.burst + accepted) / 2);
		this.burst = Math.max(1, isFirst ? accepted : less);
	}

	private fill(now: number, rate: number): void {
		const more = Math.min(
			this.burst + rate * LATENESS_MS,
			this.count + rate * (now - this.filledAt),
		);
		this.count = rate < Infinity ? more : Infinity;
		this.filledAt = now;
	}
}
