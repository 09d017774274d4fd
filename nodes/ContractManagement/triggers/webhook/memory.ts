import { unlessAborted } from '../../transport/abort';

/** A map whose entries end by themselves: so many milliseconds after they were set, and beyond so many the oldest first. */
export class Memory<V> {
	private readonly entries = new Map<string, { value: V; until: number }>();

	constructor(
		private readonly ms: number,
		private readonly maxEntries: number,
	) {}

	get size(): number {
		return this.entries.size;
	}

	get(key: string): V | undefined {
		const entry = this.entries.get(key);
		return entry && entry.until > Date.now() ? entry.value : undefined;
	}

	set(key: string, value: V): void {
		this.entries.delete(key);
		this.entries.set(key, { value, until: Date.now() + this.ms });
		// A Map keeps the order of insertion: the first entry is the oldest.
		for (const [oldest, { until }] of this.entries) {
			if (this.entries.size <= this.maxEntries && until > Date.now()) return;
			this.entries.delete(oldest);
		}
	}

	delete(key: string): void {
		this.entries.delete(key);
	}
}

/** Keys that are the claimant's until it says what came of them. */
export interface Claim {
	has(key: string): boolean;
	/** Remembers the keys as done, or gives them back. */
	settle(isDone: boolean): void;
}

const MAX_KEYS = 10_000;
const REMEMBERED_MS = 24 * 60 * 60 * 1000;

/**
 * Which events this process has emitted. Keys are claimed before an event is emitted and settled afterwards; whoever
 * comes in between waits for the outcome, so that a failure is never remembered and a success happens once. Other
 * processes, and this one after a restart, know nothing of it (docs/triggers.md).
 */
export class Claims {
	private readonly pending = new Map<string, Promise<void>>();
	private readonly done = new Memory<true>(REMEMBERED_MS, MAX_KEYS);

	get size(): number {
		return this.done.size;
	}

	/** Whether the event was emitted. Does not wait for anybody. */
	isDone(key: string): boolean {
		return this.done.get(key) === true;
	}

	/**
	 * Claims those of the keys that are not done. Waits until nobody else is at any of them, and then takes all at once:
	 * two who want the same keys never wait for each other.
	 *
	 * @throws the signal's reason when it is aborted first; nothing is claimed then
	 */
	async claim(keys: string[], signal: AbortSignal): Promise<Claim> {
		const pending = () => keys.map((key) => this.pending.get(key)).find((other) => other);
		for (let other = pending(); other; other = pending()) await unlessAborted(other, signal);
		const claimed = new Set(keys.filter((key) => !this.isDone(key)));
		let settled = () => undefined as void;
		const settling = new Promise<void>((resolve) => (settled = resolve));
		for (const key of claimed) this.pending.set(key, settling);
		return {
			has: (key) => claimed.has(key),
			settle: (isDone) => {
				for (const key of claimed) {
					this.pending.delete(key);
					if (isDone) this.done.set(key, true);
				}
				settled();
			},
		};
	}
}

/** The events that the webhook triggers of this process have emitted. */
export const claims = new Claims();
