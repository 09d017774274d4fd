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
		return entry && entry.until > performance.now() ? entry.value : undefined;
	}

	/** The entry begins anew, as the youngest. */
	set(key: string, value: V): void {
		const now = performance.now();
		this.entries.delete(key);
		this.entries.set(key, { value, until: now + this.ms });
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

/** What each of such objects has with it, made when it is asked for first; it ends with the object. */
export function keptWith<K extends object, V>(make: () => V): (key: K) => V {
	const kept = new WeakMap<K, V>();
	return (key) => {
		const value = kept.get(key) ?? make();
		kept.set(key, value);
		return value;
	};
}
