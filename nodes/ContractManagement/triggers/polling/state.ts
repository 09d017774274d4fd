import { compareInstants, later } from '../../api/instants';

/** What is remembered of a record: the version that was handled last. */
export interface Version {
	updatedAt: string;
	status: string;
}

/** By the UUID part of the id. */
export type Versions = ReadonlyMap<string, Version>;

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
	/** A watermark that becomes the floor when changes stored late or by a slow clock have had time to appear. */
	settling?: { watermark: string; at: number };
	pending?: PendingScan;
	/** Undefined until there was enough data to tell. */
	order?: ListOrder;
	horizon: Horizon;
	versions: Versions;
	/** Ticks that failed one after the other. */
	failures: number;
}

/** Versions that are remembered beyond those that a scan may meet again. */
export const MAX_VERSIONS = 10_000;

/**
 * Forgets what changed longest ago, but nothing that a scan can still meet. What is forgotten must not
 * look new later.
 */
export function forgetOldest(state: PollState, most = MAX_VERSIONS): PollState {
	const excess = state.versions.size - most;
	const { floor } = state;
	if (excess <= 0 || floor === undefined) return state;
	const old = [...state.versions]
		.filter(([, { updatedAt }]) => compareInstants(updatedAt, floor) <= 0)
		.sort(([, a], [, b]) => compareInstants(a.updatedAt, b.updatedAt))
		.slice(0, excess);
	const versions = new Map(state.versions);
	const horizon = { ...state.horizon };
	for (const [id, { status, updatedAt }] of old) {
		versions.delete(id);
		horizon.created = later(horizon.created, updatedAt);
		if (status === 'signed') horizon.signed = later(horizon.signed, updatedAt);
	}
	return { ...state, versions, horizon };
}
