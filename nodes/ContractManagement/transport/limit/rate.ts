/**
 * So many per millisecond begin, doubling until the first rejection: a process that begins some tenths of a second before
 * others does not use up all that the service has saved up for them.
 */
const UNKNOWN_RATE = 0.06;
const UNKNOWN_DOUBLING_MS = 250;
/** After the first rejection so many per millisecond are tried; more where more were accepted than services save up. */
const FIRST_RATE = 0.0047;
const RATE_PER_ACCEPTED = 0.0015;
const BURST = 37;
const LARGEST_BURST = 96;
/** That rate doubles until the next rejection. */
const DOUBLING_MS = 1_570;
/** From then on so many accepted requests measure a rate as well as it was known before. */
const SAMPLE = 13;
/** 10 per second: what the next figures are for. */
const USUAL_RATE = 0.01;
/** A rejection takes this part of it, and more of faster ones: those who send the most make room. */
const DECREASE = 0.085;
const DECREASE_POWER = 0.33;
const MOST_DECREASE = 0.15;
/** Much less where more requests than these were accepted before it: then few others are sending, or none. */
const MANY = 95;
/** It grows about so long after a rejection, faster ones a little sooner; it soon has nothing to do with what it was. */
const GROWTH_MS = 7_800;
const GROWTH_POWER = 3;
const SOONER_POWER = 0.15;
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
		const planned = rate * (now - this.acceptsSince);
		const found = this.decreases > 1 ? (this.accepts + SAMPLE) / (planned + SAMPLE) : 1;
		const burst = RATE_PER_ACCEPTED * (Math.min(LARGEST_BURST, this.accepts) - BURST);
		const decrease = DECREASE * (rate / USUAL_RATE) ** DECREASE_POWER;
		const part = Math.min(MOST_DECREASE, decrease) * Math.min(1, MANY / this.accepts) ** 3;
		const less = rate * Math.min(1, found) * (1 - part);
		this.rate = this.decreases > 0 ? less : Math.max(FIRST_RATE, burst);
		this.decreases += 1;
		this.since = Infinity;
	}

	at(now: number): number {
		const passed = Math.max(0, now - this.since);
		if (this.decreases === 0) return this.rate * 2 ** (passed / UNKNOWN_DOUBLING_MS);
		const sooner = (this.rate / USUAL_RATE) ** SOONER_POWER;
		const growth = ((passed / GROWTH_MS) * sooner) ** GROWTH_POWER;
		if (growth >= FORGOTTEN_AT) [this.decreases, this.rate] = [0, Infinity];
		const isDoubling = this.decreases < 2;
		return this.rate * (isDoubling ? 2 ** (passed / DOUBLING_MS) : Math.exp(growth));
	}
}
