import { isLater, isWholeSecond, later } from '../../api/instants';
import { printOf } from '../../api/print';
import type { Row } from './rows';
import { sinceOf, targetOf, type Bounds, type PollState } from './state';
import { isSameTime } from './versions';

/**
 * Whether the row tells of a change that was not handled: of another version than the one that is known, whichever of the two is later.
 * Times are compared as coarsely as the coarser one: a service may begin to show finer ones.
 */
export function isNews(
	state: PollState,
	bounds: Bounds,
	{ id, instant, status, print }: Row,
	record?: object,
): boolean {
	const target = targetOf(state, bounds);
	const known = state.versions.get(id);
	if (!known) return isLater(instant, later(target, sinceOf(state, bounds)));
	const hasMoved = known.status && status && status !== known.status;
	if (isSameTime(instant, known.updatedAt)) {
		// `updatedAt` may be too coarse to show a change. But a list that is behind the record shows again what was handled.
		const wasCoarse = isWholeSecond(known.updatedAt) && known.print !== undefined;
		const shown = wasCoarse && !isWholeSecond(instant) && record ? printOf(record) : print;
		const isEdited = wasCoarse && isLater(instant, target) && isAlike(known.print!, shown);
		return !!(hasMoved || isEdited) && known.print !== shown;
	}
	if (isLater(instant, known.updatedAt)) return true;
	// A record stamped ahead has no other versions for long; else its list may be behind, though not for so long.
	const isAhead = isLater(known.updatedAt, bounds.startedAt);
	return isAhead || (bounds.quietMs ?? 0) >= bounds.lookbackMs;
}

/** Whether both prints are of records with the same properties: a service may begin to show another one. */
function isAlike(print: string, other: string): boolean {
	return print.slice(0, 3) === other.slice(0, 3);
}
