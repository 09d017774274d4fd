const attempts = new Map<number, AbortController[]>();

/** Timeouts pass when a test says so: by the clock, what comes of a cell would depend on how busy the machine is. */
export function holdDeadlines(): void {
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((timeoutMs) => {
		const attempt = new AbortController();
		attempts.set(timeoutMs, [...(attempts.get(timeoutMs) ?? []), attempt]);
		return attempt.signal;
	});
}

/** Lets the deadline pass for every request with this Timeout that is on its way. */
export function passDeadline(timeoutMs: number): void {
	for (const attempt of attempts.get(timeoutMs) ?? []) {
		attempt.abort(new DOMException('The time is over', 'TimeoutError'));
	}
}
