/** First in, first out; an item that leaves from the middle is gone at once. */
class Queue<T> {
	private readonly items = new Set<T>();
	// Goes on where it was, and sees what is added: from the front, a set walks over all that was taken before.
	private next = this.items.values();

	get isEmpty(): boolean {
		return this.items.size === 0;
	}

	add(item: T): void {
		this.items.add(item);
	}

	delete(item: T): void {
		this.items.delete(item);
	}

	/** Undefined when it is empty. */
	take(): T | undefined {
		let { value, done } = this.next.next();
		if (done) {
			this.next = this.items.values();
			({ value, done } = this.next.next());
		}
		this.items.delete(value as T);
		return value;
	}

	*[Symbol.iterator](): Generator<T> {
		yield* this.items;
	}
}

interface Execution<T> {
	/** What has had a turn before. */
	readonly again: Queue<T>;
	readonly waiting: Queue<T>;
	/** Whether it has had a turn. */
	isKnown: boolean;
}

/** So many executions are remembered after their last request, in order not to take one that comes back for a new one. */
const MAX_REMEMBERED = 1_000;

/**
 * Waiting requests, which executions send in turn: a bulk import does not starve a webhook's one request. Every second
 * turn belongs to executions that are new, so a single new one waits for two turns at the most, and many new ones leave
 * every second turn to the others.
 */
export class FairQueue<T extends object> {
	private readonly executions = new Map<string, Execution<T>>();
	private readonly fresh = new Queue<Execution<T>>();
	private readonly rotation = new Queue<Execution<T>>();
	private freshIsNext = true;

	get isEmpty(): boolean {
		return this.fresh.isEmpty && this.rotation.isEmpty;
	}

	/** How many executions are kept, for tests of the memory bound. */
	get size(): number {
		return this.executions.size;
	}

	/**
	 * Adds a request.
	 *
	 * @param again it has had its turn and was turned away, so it goes before the others of its execution
	 * @returns takes it out again, if it was not taken
	 */
	add(name: string, item: T, again = false): () => void {
		const execution = this.executionOf(name);
		const queue = again ? execution.again : execution.waiting;
		queue.add(item);
		this.turnsOf(execution).add(execution);
		return () => {
			queue.delete(item);
			if (isIdle(execution)) this.turnsOf(execution).delete(execution);
		};
	}

	/** Forgets who has had a turn. Only while nobody waits. */
	forget(): void {
		this.executions.clear();
	}

	/** The next one in turn, or undefined when nobody waits. */
	take(): T | undefined {
		const isFresh = this.rotation.isEmpty || (this.freshIsNext && !this.fresh.isEmpty);
		const execution = (isFresh ? this.fresh : this.rotation).take();
		if (!execution) return undefined;
		this.freshIsNext = !isFresh;
		execution.isKnown = true;
		const item = (execution.again.isEmpty ? execution.waiting : execution.again).take();
		if (!isIdle(execution)) this.rotation.add(execution);
		return item;
	}

	/** Everyone who waits. */
	*[Symbol.iterator](): Generator<T> {
		for (const { again, waiting } of this.executions.values()) {
			yield* again;
			yield* waiting;
		}
	}

	private turnsOf({ isKnown }: Execution<T>): Queue<Execution<T>> {
		return isKnown ? this.rotation : this.fresh;
	}

	private executionOf(name: string): Execution<T> {
		const execution = this.executions.get(name) ?? {
			again: new Queue<T>(),
			waiting: new Queue<T>(),
			isKnown: false,
		};
		// At the end of the map, whose beginning is what was not used for longest.
		this.executions.delete(name);
		this.executions.set(name, execution);
		for (const [oldest, one] of this.executions) {
			if (this.executions.size <= MAX_REMEMBERED || !isIdle(one)) break;
			this.executions.delete(oldest);
		}
		return execution;
	}
}

function isIdle<T>({ again, waiting }: Execution<T>): boolean {
	return again.isEmpty && waiting.isEmpty;
}
