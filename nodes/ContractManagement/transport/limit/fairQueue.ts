/** Who waits. */
interface Waiting {
	/** Executions take turns. */
	execution: string;
	/** Whether it goes before the others of its execution, as one that has had its turn before. */
	again?: boolean;
}

/** So many executions that have had a turn are remembered, in order not to take one that comes back for a new one. */
const MAX_REMEMBERED = 1_000;

/**
 * Waiting requests, which executions send in turn: a bulk import does not starve a webhook's one request. Every second
 * turn belongs to executions that are new, so a single new one waits for two turns at the most, and many new ones leave
 * every second turn to the others.
 */
export class FairQueue<T extends Waiting> {
	private readonly lines = new Map<string, T[]>();
	private readonly served = new Set<string>();
	private readonly fresh: string[] = [];
	private readonly rotation: string[] = [];
	private freshIsNext = true;

	get isEmpty(): boolean {
		return this.lines.size === 0;
	}

	add(item: T): void {
		const line = this.lines.get(item.execution) ?? [];
		const place = item.again ? line.findIndex(({ again }) => !again) : -1;
		line.splice(place < 0 ? line.length : place, 0, item);
		if (line.length > 1) return;
		this.lines.set(item.execution, line);
		(this.served.has(item.execution) ? this.rotation : this.fresh).push(item.execution);
	}

	/** Takes out one that waits. */
	remove(item: T): void {
		const line = this.lines.get(item.execution)!;
		drop(line, item);
		if (line.length > 0) return;
		this.lines.delete(item.execution);
		drop(this.fresh, item.execution);
		drop(this.rotation, item.execution);
	}

	/** The next one in turn. Only while somebody waits. */
	take(): T {
		const isFresh = this.rotation.length === 0 || (this.freshIsNext && this.fresh.length > 0);
		this.freshIsNext = !isFresh;
		const execution = (isFresh ? this.fresh : this.rotation).shift()!;
		if (this.served.size >= MAX_REMEMBERED) this.served.clear();
		this.served.add(execution);
		const line = this.lines.get(execution)!;
		const item = line.shift()!;
		if (line.length > 0) this.rotation.push(execution);
		else this.lines.delete(execution);
		return item;
	}

	/** Everyone who waits. */
	[Symbol.iterator](): Iterator<T> {
		return [...this.lines.values()].flat().values();
	}
}

// Who is stopped together leaves in the order of coming, so the item is found at the front.
function drop<U>(list: U[], item: U): void {
	const place = list.indexOf(item);
	if (place >= 0) list.splice(place, 1);
}
