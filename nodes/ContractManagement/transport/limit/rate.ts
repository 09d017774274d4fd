/** What is tried first after the first rejection, and how soon it doubles. Rates are per millisecond. */
const FIRST_RATE = 0.0035;
const DOUBLING_MS = 250;

/** Within so much time without a rejection a rate of ten per second doubles; a slower one sooner, a faster one later. */
const GROWTH_MS = 6_200;
const USUAL_RATE = 0.01;
const EQUALIZING = 0.22;
/** At so many times what was found out, a rate has nothing to do with it any more. */
const FORGOTTEN_AT = 8;

/** A rejection costs up to this part of the rate: more after few accepted requests than after many. */
const DECREASE = 0.2;
const FEW = 50;
/** So many accepted requests measure a rate as well as it was known before. */
const SAMPLE = 15;
/** Doubling ends at no less than this part of what it came to, as unused requests may not have been saved up. */
const LEAST_FOUND = 0.36;

/**
 * The rate that a service lets this process have, as its rejections teach it: what was accepted between two of them, a
 * little less, and from there more with time. Slower rates grow faster, so that those of several processes become equal.
 */
export class Rate {
	/** `lost`: rejected for the first time, and nothing has passed since. */
	private phase: 'doubling' | 'lost' | 'steady' | 'unlimited' = 'unlimited';
	private base = 0;
	private began = -Infinity;
	private busy = true;
	/** Accepted requests since the last rejection. */
	accepts = 0;

	get isLost(): boolean {
		return this.phase === 'lost';
	}

	get isUnlimited(): boolean {
		return this.phase === 'unlimited';
	}

	at(now: number): number {
		const passed = now - this.began;
		if (this.phase === 'doubling') return this.base * 2 ** (passed / DOUBLING_MS);
		if (this.phase !== 'steady') return Infinity;
		const growth = (passed / (GROWTH_MS * (this.base / USUAL_RATE) ** EQUALIZING)) ** 3;
		if (growth > FORGOTTEN_AT) this.enter('unlimited', Infinity, now);
		return this.base * (1 + growth);
	}

	/** Nobody waits: what is accepted from now on is not all that would have been. */
	idle(): void {
		this.busy = false;
	}

	/** The service is open again. */
	opened(now: number): void {
		if (this.isLost) this.enter('doubling', FIRST_RATE, now);
	}

	/** @param since the last rejection */
	rejected(now: number, since: number): void {
		if (this.isUnlimited) return this.enter('lost', Infinity, now);
		const decrease = (DECREASE * FEW) / (FEW + this.accepts);
		this.enter('steady', this.found(now, since) * (1 - decrease), now);
	}

	/** Begins to count what is accepted. */
	measure(): void {
		this.accepts = 0;
		this.busy = true;
	}

	private found(now: number, since: number): number {
		const rate = this.at(now);
		if (!this.busy) return rate;
		const measured = this.accepts / (now - since);
		if (this.phase === 'doubling') return Math.min(rate, Math.max(measured, LEAST_FOUND * rate));
		const weight = this.accepts / (this.accepts + SAMPLE);
		return Math.min(rate, weight * measured + (1 - weight) * rate);
	}

	private enter(phase: Rate['phase'], base: number, now: number): void {
		this.phase = phase;
		this.base = base;
		this.began = now;
	}
}
