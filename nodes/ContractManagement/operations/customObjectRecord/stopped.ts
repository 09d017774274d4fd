import type { NodeApiError } from 'n8n-workflow';
import { withProgress } from '../../transport/progress';
import type { RowOutcome, RowResult } from './results';
import type { Row } from './rows';

/** The error of a row that ends the node, which says what has been written by then, and whether running again repeats it. */
export function stoppedBy(
	error: Error,
	outcomes: RowOutcome[],
	{ rows, count }: { rows: Row[]; count: number },
): Error {
	const failures = outcomes.filter((outcome) => 'error' in outcome);
	const written = outcomes.filter((outcome) => 'json' in outcome);
	return withProgress(error, Number(contextOf(error).itemIndex), {
		count,
		executed: written.map(({ itemIndex }) => itemIndex),
		unknown: failures
			.filter((failure) => contextOf(failure.error).outcome === 'unknown')
			.map(({ itemIndex }) => itemIndex),
		failed: failures.map(({ itemIndex }) => itemIndex),
		again: isRepeated(written, rows)
			? 'Running this again creates their rows a second time: leave these items out, or choose fields to match on first.'
			: 'Running this again does no harm: existing records are found and updated.',
	});
}

function isRepeated(written: RowResult[], rows: Row[]): boolean {
	const created = new Set(
		written.filter(({ json }) => json.action === 'created').map(({ itemIndex }) => itemIndex),
	);
	return rows.some(({ itemIndex, matchBy }) => created.has(itemIndex) && matchBy.length === 0);
}

function contextOf(error: Error) {
	return (error as Partial<NodeApiError>).context ?? {};
}
