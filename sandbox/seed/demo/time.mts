/** A moment before now; the demo's data is always as old as it was meant to be. */
export function ago(
	now: number,
	{ days = 0, hours = 0 }: { days?: number; hours?: number },
): string {
	return new Date(now - (days * 24 + hours) * 3_600_000).toISOString();
}

/** The calendar day so many days from now, `YYYY-MM-DD`. */
export function dayFromNow(now: number, days: number): string {
	return ago(now, { days: -days }).slice(0, 10);
}
