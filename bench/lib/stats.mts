/** The middle value; of an even number of values the mean of the two in the middle. */
export function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	return Number.isInteger(middle)
		? (sorted[middle - 1]! + sorted[middle]!) / 2
		: sorted[Math.floor(middle)]!;
}

/** How far the values lie apart, for people: `12–18`. */
export function range(values: number[]): string {
	const [low, high] = [Math.min(...values), Math.max(...values)].map((value) =>
		value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 }),
	);
	return low === high ? low! : `${low}–${high}`;
}
