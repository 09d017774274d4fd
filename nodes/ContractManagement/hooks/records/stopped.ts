import type { NodeApiError } from 'n8n-workflow';
import type { RowResult } from './results';
import type { Row } from './rows';

/** How many ranges of rows are named. */
const MOST_RANGES = 10;

/** The error that ends the node, which says what has been written by then, and whether running again repeats it. */
export function stoppedBy(error: Error, written: RowResult[], rows: Row[]): Error {
	if (written.length === 0) return error;
	const places = rangesOf(written.map(({ itemIndex }) => itemIndex).toSorted((a, b) => a - b));
	const isCreated = new Set(
		written.filter(({ json }) => json.action === 'created').map(({ itemIndex }) => itemIndex),
	);
	const isRepeated = rows.some(
		({ itemIndex, matchBy }) => isCreated.has(itemIndex) && matchBy.length === 0,
	);
	const count = written.length === 1 ? '1 row was' : `${written.length} rows were`;
	const description = [
		(error as NodeApiError).description,
		`${count} written before (items ${places}).`,
		isRepeated
			? 'Running again with all rows would create them a second time: leave them out, or choose fields to match on first.'
			: 'Running again with all rows repeats nothing: existing records are found and updated.',
	];
	return Object.assign(error, { description: description.filter(Boolean).join(' ') });
}

function rangesOf(indexes: number[]): string {
	const ranges: number[][] = [];
	for (const index of indexes) {
		const last = ranges.at(-1);
		if (last && index === last[1] + 1) last[1] = index;
		else ranges.push([index, index]);
	}
	const named = ranges
		.slice(0, MOST_RANGES)
		.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`));
	return named.join(', ') + (ranges.length > MOST_RANGES ? ' and more' : '');
}
