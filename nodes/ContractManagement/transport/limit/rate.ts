/**
 * So many per millisecond begin, doubling until the first rejection: a process that begins some tenths of a second before
 * others does not use up all that the service has saved up for them.
 */
const UNKNOWN_RATE = 0.06;
const UNKNOWN_DOUBLING_MS = 250;
/** After the first rejection so many per millisecond are tried; more where more were accepted than services save up. */
const FIRST_RATE = 0.0032;
const RATE_PER_ACCEPTED = 0.0015;
const BURST = 37;
const LARGEST_BURST = 96;
/** That rate doubles until the next rejection, and ends at no less than this part, as a service saves requests up. */
const DOUBLING_MS = 1_250;
const LEAST_FOUND = 0.64;
/** From then on so many accepted requests measure a rate as well as it was known before. */
const SAMPLE = 23;
/** A rejection leaves this part of the rate, or more where it comes after many were accepted. */
const DECREASE = 0.945;
const TOO_MANY = 5;
/** A rate of 10 per second grows about so long after a rejection, faster ones sooner; it soon has nothing to do with it. */
const GROWTH_MS = 7_100;
const FORGOTTEN_AT = 3;

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
	constructor(isOwn: boolean) {
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
		const [sample, least] = this.decreases > 1 ? [SAMPLE, 0] : [0, LEAST_FOUND];
		const found = (this.accepts + sample) / (rate * (now - this.acceptsSince) + sample);
		const burst = RATE_PER_ACCEPTED * (Math.min(LARGEST_BURST, this.accepts) - BURST);
		const part = Math.max(DECREASE, 1 - TOO_MANY / this.accepts);
		const less = rate * Math.min(1, Math.max(least, found)) * part;
		this.rate = this.decreases > 0 ? less : Math.max(FIRST_RATE, burst);
		this.decreases += 1;
		this.since = Infinity;
	}

	at(now: number): number {
		const passed = Math.max(0, now - this.since);
		if (this.decreases === 0) return this.rate * 2 ** (passed / UNKNOWN_DOUBLING_MS);
		const growth = ((passed / GROWTH_MS) * (this.rate / 0.01) ** 0.3) ** 2.86;
		if (growth >= FORGOTTEN_AT) [this.decreases, this.rate] = [0, Infinity];
		const isDoubling = this.decreases < 2;
		return this.rate * (isDoubling ? 2 ** (passed / DOUBLING_MS) : Math.exp(growth));
	}
}
