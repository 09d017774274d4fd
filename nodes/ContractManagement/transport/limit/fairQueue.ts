/** Who waits. */
export interface Waiting {
	/** Executions take turns. */
	execution: string;
	/** Whether it goes before the others of its execution, as one that has had its turn before. */
	again?: boolean;
	/** Whether the next of the others goes before it all the same. */
	stepsAside?: boolean;
}

/** So many executions that have had a turn are remembered, in order not to take one that comes back for a new one. */
const MAX_REMEMBERED = 1_000;

/**
 * Waiting requests, which executions send in turn: a bulk import does not starve a webhook's one request. Every second
 * turn belongs to executions that are new, so a single new one waits for two turns at the most, and many new ones leave
 * every second turn to the others.
 */
export class FairQueue<T extends Waiting> {
	private readonly served = new Set<string>();
	/** What waits by execution, in the order of their turns. */
	private readonly fresh = new Map<string, T[]>();
	private readonly known = new Map<string, T[]>();
	private freshIsNext = true;

	get isEmpty(): boolean {
		return this.fresh.size + this.known.size === 0;
	}

	add(item: T): void {
		const { execution, again, stepsAside } = item;
		const line = this.fresh.get(execution) ?? this.known.get(execution) ?? [];
		const others = again ? line.findIndex((other) => !other.again) : -1;
		line.splice(others < 0 ? line.length : others + Number(stepsAside ?? false), 0, item);
		const turns = this.served.has(execution) ? this.known : this.fresh;
		if (line.length === 1) turns.set(execution, line);
	}

	/** Takes out one that waits. */
	remove(item: T): void {
		const turns = this.fresh.has(item.execution) ? this.fresh : this.known;
		const line = turns.get(item.execution)!;
		const place = line.indexOf(item);
		if (place >= 0) line.splice(place, 1);
		if (line.length === 0) turns.delete(item.execution);
	}

	/** The next one in turn. Only while somebody waits. */
	take(): T {
		const isFresh = this.known.size === 0 || (this.freshIsNext && this.fresh.size > 0);
		this.freshIsNext = !isFresh;
		const turns = isFresh ? this.fresh : this.known;
		const [[execution, line]] = turns;
		turns.delete(execution);
		if (line.length > 1) this.known.set(execution, line);
		if (this.served.size >= MAX_REMEMBERED) this.served.clear();
		this.served.add(execution);
		return line.shift()!;
	}

	/** Everyone who waits. */
	[Symbol.iterator](): Iterator<T> {
		return [...this.fresh.values(), ...this.known.values()].flat().values();
	}
}
