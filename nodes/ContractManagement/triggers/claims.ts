import { unlessAborted } from '../transport/abort';

/** What is known of a key: a promise while somebody is at it, the time of its success afterwards. */
type Entry = Promise<void> | number;

/** Keys that are the claimant's until it says what came of them. */
export interface Claim {
	has(key: string): boolean;
	/** Remembers the keys as done, or gives them back. */
	settle(isDone: boolean): void;
}

const MAX_KEYS = 10_000;
const REMEMBERED_MS = 24 * 60 * 60 * 1000;

/**
 * Which events this process has handed on. Keys are claimed before an event is handed on and settled afterwards; whoever
 * comes in between waits for the outcome, so that a failure is never remembered and a success happens once. Bounded in
 * number and time. Other processes, and this one after a restart, know nothing of it (docs/triggers.md).
 */
export class Claims {
	private readonly entries = new Map<string, Entry>();

	get size(): number {
		return this.entries.size;
	}

	/** Whether the event was handed on. Does not wait for anybody. */
	isDone(key: string): boolean {
		const entry = this.entries.get(key);
		return typeof entry === 'number' && entry + REMEMBERED_MS > Date.now();
	}

	/**
	 * Claims all keys of each event of which none is done. Waits until nobody else is at any of them, and then takes all
	 * at once: two who want the same keys never wait for each other.
	 *
	 * @param events the keys of each event
	 * @throws the signal's reason when it is aborted first; nothing is claimed then
	 */
	async claim(events: string[][], signal: AbortSignal): Promise<Claim> {
		const all = events.flat();
		for (let other = this.pendingOf(all); other; other = this.pendingOf(all)) {
			await unlessAborted(other, signal);
		}
		const free = events.filter((event) => !event.some((key) => this.isDone(key)));
		const keys = new Set(free.flat());
		const settled = deferred();
		for (const key of keys) this.entries.set(key, settled.promise);
		return {
			has: (key) => keys.has(key),
			settle: (isDone) => {
				this.settle(keys, isDone);
				settled.resolve();
			},
		};
	}

	private pendingOf(keys: string[]): Promise<void> | undefined {
		const entries = keys.map((key) => this.entries.get(key));
		return entries.find((entry) => typeof entry === 'object');
	}

	private settle(keys: Set<string>, isDone: boolean): void {
		for (const key of keys) {
			this.entries.delete(key);
			if (isDone) this.entries.set(key, Date.now());
		}
		this.forgetOldest();
	}

	// A Map keeps the order of insertion, and a key is inserted anew when it is done.
	private forgetOldest(): void {
		for (const [key, entry] of this.entries) {
			if (this.entries.size <= MAX_KEYS) return;
			if (typeof entry === 'number') this.entries.delete(key);
		}
	}
}

/** The events that the webhook triggers of this process have handed on. */
export const claims = new Claims();

function deferred() {
	let resolve: () => void = () => undefined;
	const promise = new Promise<void>((fulfil) => (resolve = fulfil));
	return { promise, resolve };
}
