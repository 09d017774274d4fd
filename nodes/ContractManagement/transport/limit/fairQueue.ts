/** Who waits. */
export interface Waiting {
	/** Executions take turns. */
	execution: string;
	/** Whether it goes before the others of its execution, as one that has had its turn before. */
	again?: boolean;
	/** Whether the next of the others goes before it all the same. */
	stepsAside?: boolean;
}

/** Waiting requests, which executions send in turn: a bulk import does not starve a webhook's one request. */
export class FairQueue<T extends Waiting> {
	/** What waits by execution, in the order of their turns. */
	private readonly lines = new Map<string, T[]>();

	get isEmpty(): boolean {
		return this.lines.size === 0;
	}

	add(item: T): void {
		const { execution, again, stepsAside } = item;
		const line = this.lines.get(execution) ?? [];
		const others = again ? line.findIndex((other) => !other.again) : -1;
		line.splice(others < 0 ? line.length : others + Number(stepsAside ?? false), 0, item);
		this.lines.set(execution, line);
	}

	remove(item: T): void {
		const line = this.lines.get(item.execution)!;
		line.splice(line.indexOf(item), 1);
		if (line.length === 0) this.lines.delete(item.execution);
	}

	/** The next one in turn. Only while somebody waits. */
	take(): T {
		const [[execution, line]] = this.lines;
		this.lines.delete(execution);
		if (line.length > 1) this.lines.set(execution, line);
		return line.shift()!;
	}

	[Symbol.iterator](): Iterator<T> {
		return [...this.lines.values()].flat().values();
	}
}
