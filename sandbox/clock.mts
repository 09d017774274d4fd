/** The sandbox's idea of now. It can be moved and stopped, so that expiry and dates can be tested. */
export class Clock {
	#shiftMs = 0;
	#frozenAt: number | undefined;

	/** Milliseconds since the epoch. */
	now(): number {
		return this.#frozenAt ?? Date.now() + this.#shiftMs;
	}

	/** ISO 8601, UTC, milliseconds. */
	timestamp(): string {
		return new Date(this.now()).toISOString();
	}

	/** The time of a change to a record: later than its last change, even within one millisecond. */
	timestampAfter(previous: string): string {
		return new Date(Math.max(this.now(), Date.parse(previous) + 1)).toISOString();
	}

	set({ now, shiftMs, frozen }: { now?: string; shiftMs?: number; frozen?: boolean }): void {
		const target = now === undefined ? Date.now() + (shiftMs ?? this.#shiftMs) : Date.parse(now);
		this.#shiftMs = target - Date.now();
		this.#frozenAt = (frozen ?? this.#frozenAt !== undefined) ? target : undefined;
	}

	reset(): void {
		this.#shiftMs = 0;
		this.#frozenAt = undefined;
	}

	/** What changes when somebody moves or stops the clock, and not with time. */
	position(): string {
		return `${this.#shiftMs} ${this.#frozenAt ?? ''}`;
	}

	state() {
		return {
			now: this.timestamp(),
			shiftMs: this.#shiftMs,
			frozen: this.#frozenAt !== undefined,
		};
	}
}
