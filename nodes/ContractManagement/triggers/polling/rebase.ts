import { compareInstants } from '../../api/instants';
import { uuidOf } from '../../api/identifiers';
import type { TriggerFilters } from '../filters';
import type { PollState } from './state';

/** Names which records the state knows, and whether it knows their statuses. */
export function scopeOf(
	{ contractTypeIds, counterpartyId }: TriggerFilters,
	withStatuses: boolean,
): string {
	const types = contractTypeIds.map(uuidOf).toSorted();
	return JSON.stringify([types, uuidOf(counterpartyId), withStatuses]);
}

/**
 * The state of a trigger that was published with other filters or events. What changed since the last poll is news; what
 * the filters kept away before that is no more news than on the first poll.
 *
 * @param seeded what a first poll sees now
 */
export function rebased(state: PollState, seeded: PollState): PollState {
	const { floor, met = floor } = state;
	if (floor === undefined) return seeded;
	const before = [...seeded.versions].filter(
		([, { updatedAt }]) => compareInstants(updatedAt, floor) <= 0,
	);
	return {
		...state,
		order: state.order ?? seeded.order,
		// Its cursor belongs to another list.
		pending: undefined,
		horizon: { created: met, signed: met },
		versions: new Map([...state.versions, ...before]),
	};
}
