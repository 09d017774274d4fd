/**
 * So many per millisecond at first, 60 per second, four times as fast doubling: a near service, which answers in a moment,
 * is not sent a hundred requests before its first rejection is heard of.
 */
const UNKNOWN_RATE = 0.06;
/** After the first rejection so many per millisecond: 15 per second, a third of what services usually allow. */
const FIRST_RATE = 0.015;
/** From there it doubles in this time, until the next rejection: 50 per second are found in 2 s, 500 in 6 s. */
const DOUBLING_MS = 1_200;
/** From then on so many accepted requests measure a rate as well as it was known before: at 50 per second those of 0.4 s. */
const SAMPLE = 20;
/**
 * A rejection takes this part of 10 per second, and more of faster ones (by the cube root), so that those who send the most
 * make room: at most 15 %.
 */
const DECREASE = 0.1;
/** It grows again about so long after a rejection: cubic, so that it stays for a while where it was met. */
const GROWTH_MS = 11_000;

/**
 * How many requests per millisecond may start, as learned from rejections: each slows them down to a little less than was
 * accepted since the one before, and with time they become faster.
 */
export class Rate {
	private rate: number;
	/** Since when it grows. */
	private since = Infinity;
	private decreases = 0;
	/** Requests accepted since the last rejection, or since nobody waited. */
	private accepts = 0;
	private acceptsSince = 0;

	/** @param isOwn whether nobody else sends to the service */
	constructor(isOwn?: boolean) {
		this.rate = isOwn ? Infinity : UNKNOWN_RATE;
	}

	/** What is accepted counts from now on. */
	countFrom(now: number): void {
		this.accepts = 0;
		this.acceptsSince = now;
	}

	accepted(): void {
		this.accepts += 1;
	}

	growFrom(now: number): void {
		this.since = now;
	}

	/** After a rejection; it does not grow until it is told to. */
	slowDown(now: number): void {
		// May forget what was known.
		const rate = this.at(now);
		const planned = rate * (now - this.acceptsSince);
		const found = this.decreases > 1 ? (this.accepts + SAMPLE) / (planned + SAMPLE) : 1;
		const decrease = Math.min(0.15, DECREASE * Math.cbrt(rate / 0.01));
		this.rate = this.decreases > 0 ? rate * Math.min(1, found) * (1 - decrease) : FIRST_RATE;
		this.decreases += 1;
		this.since = Infinity;
	}

	at(now: number): number {
		const passed = Math.max(0, now - this.since);
		const growth = (passed / GROWTH_MS) ** 3;
		// Twenty times as much was never rejected: it is no limit any more.
		if (growth >= 3 && this.decreases > 0) [this.decreases, this.rate] = [0, Infinity];
		if (this.decreases > 1) return this.rate * Math.exp(growth);
		return this.rate * 2 ** (passed / (this.decreases === 1 ? DOUBLING_MS : DOUBLING_MS / 4));
	}
}
