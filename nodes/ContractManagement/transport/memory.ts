/** Of keys and short texts these are a few MB, and more than a process works on at once. */
const MOST_ENTRIES = 10_000;

/** A map whose entries end by themselves: so many milliseconds after they were set, and beyond so many the oldest first. */
export class Memory<V> {
	private readonly entries = new Map<string, { value: V; until: number }>();

	constructor(
		private readonly ms: number,
		private readonly maxEntries = MOST_ENTRIES,
	) {}

	get(key: string): V | undefined {
		const entry = this.entries.get(key);
		return entry && entry.until > performance.now() ? entry.value : undefined;
	}

	/** The entry begins anew, as the youngest. */
	set(key: string, value: V, ms = this.ms): void {
		const now = performance.now();
		this.entries.delete(key);
		this.entries.set(key, { value, until: now + ms });
		// A Map keeps the order of insertion: the first entry is the oldest.
		for (const [oldest, { until }] of this.entries) {
			if (this.entries.size <= this.maxEntries && until > now) return;
			this.entries.delete(oldest);
		}
	}

	delete(key: string): void {
		this.entries.delete(key);
	}

	*[Symbol.iterator](): Generator<[key: string, value: V], void, undefined> {
		for (const [key, { value }] of this.entries) yield [key, value];
	}
}

interface Kept<K, V> {
	get(key: K): V | undefined;
	set(key: K, value: V): unknown;
}

/** Makes a value for each key once, and keeps it; in a `WeakMap` it ends with its key. */
export function keptIn<K, V extends object | boolean>(kept: Kept<K, V>, make: (key: K) => V) {
	return (key: K): V => {
		const value = kept.get(key) ?? make(key);
		kept.set(key, value);
		return value;
	};
}
