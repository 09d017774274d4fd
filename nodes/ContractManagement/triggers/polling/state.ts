import { compareInstants, later } from '../../api/instants';
import type { Version, Versions } from './version';

/** A scan that did not get to its end within one tick (D12). */
export interface PendingScan {
	/** Newest change when the scan began: the watermark once it has ended. */
	upper?: string;
	/** Where it goes on. */
	cursor: string;
	/** Where it ends: changes up to this instant were seen by earlier scans. */
	target?: string;
	/** When it began, by this machine's clock, in milliseconds. */
	startedAt: number;
}

/** Whether the service lists newest changes first: asked for and kept, asked for and ignored, or refused to. */
export type ListOrder = 'ignored' | 'kept' | 'refused';

/**
 * What happened up to these instants is old for a contract that is not remembered: it happened before the trigger
 * started, or the trigger may have handled it and forgotten.
 */
export interface Horizon {
	created?: string;
	signed?: string;
}

/**
 * What polling knows (D12). Instants are the service's own, in the form of `instantOf`; nothing compares them with this
 * machine's clock. Never changed in place: a tick that fails leaves it as it was.
 */
export interface PollState {
	/** Newest `updatedAt` that was seen. */
	watermark?: string;
	/** Every change up to this instant was seen: scans go back to here. */
	floor?: string;
	/** What was created or signed up to this instant was handled. Behind the floor while scans take several pages. */
	met?: string;
	/** A watermark that becomes the floor when changes stored late or by a slow clock have had time to appear. */
	settling?: { watermark: string; at: number };
	pending?: PendingScan;
	/** Undefined until there was enough data to tell. */
	order?: ListOrder;
	horizon: Horizon;
	versions: Versions;
	/** Ticks that failed one after the other. */
	failures: number;
	/** Which records are known (`scopeOf`), and of which organization. */
	scope?: string;
	organization?: string;
}

/** How many versions are remembered. */
export const MAX_VERSIONS = 10_000;

/** How many more while they cannot be told from those that were not handled yet. */
const PATIENCE = 3;

/**
 * Forgets what changed longest ago. What is forgotten must not look new later: the horizon moves up to it, but never
 * beyond what was met, as what happened and was not handled would look old. Where there is too much of it, it is
 * forgotten without the horizon: what is emitted twice is not lost.
 */
export function forgetOldest(
	state: PollState,
	most = MAX_VERSIONS,
	limit = PATIENCE * most,
): PollState {
	const { versions: all, met, floor } = state;
	if (all.size <= most) return state;
	const versions = new Map(all);
	const horizon = { ...state.horizon };
	for (const [id, { status, updatedAt }] of oldest(versions, met, most)) {
		versions.delete(id);
		horizon.created = later(horizon.created, updatedAt);
		if (status === 'signed') horizon.signed = later(horizon.signed, updatedAt);
	}
	for (const [id] of oldest(versions, floor, limit)) versions.delete(id);
	return { ...state, versions, horizon };
}

/** Those beyond the `most` newest ones, as far as they are not after the instant. */
function oldest(
	versions: Versions,
	instant: string | undefined,
	most: number,
): Array<[string, Version]> {
	if (versions.size <= most || instant === undefined) return [];
	return [...versions]
		.filter(([, { updatedAt }]) => compareInstants(updatedAt, instant) <= 0)
		.sort(([, a], [, b]) => compareInstants(a.updatedAt, b.updatedAt))
		.slice(0, versions.size - most);
}
