import { Queue, unlink, type Link } from './queue';

interface Lane<T> {
	readonly waiting: Queue<T>;
	/** Its place among the lanes that wait for their turn; absent while nothing waits. */
	turn?: Link<Lane<T>>;
	/** Whether it has had a turn. */
	isKnown: boolean;
}

/** So many lanes are remembered after their last request, in order not to take one that comes back for a new one. */
const MAX_REMEMBERED = 1_000;

/**
 * Waiting requests, one queue per execution, served in turn: a bulk import does not starve a webhook's one request.
 * Every second turn belongs to lanes that are new, so a single new one waits for two turns at the most, and many new
 * ones leave every second turn to the others.
 */
export class Lanes<T> {
	private readonly lanes = new Map<string, Lane<T>>();
	private readonly fresh = new Queue<Lane<T>>();
	private readonly rotation = new Queue<Lane<T>>();
	private freshIsNext = true;

	get isEmpty(): boolean {
		return this.fresh.isEmpty && this.rotation.isEmpty;
	}

	/** How many lanes are kept, for tests of the memory bound. */
	get size(): number {
		return this.lanes.size;
	}

	/**
	 * Adds a request.
	 *
	 * @param again it has had its turn and was turned away, so it goes before the others of its lane
	 * @returns takes it out again, if it was not taken
	 */
	add(name: string, item: T, again = false): () => void {
		const lane = this.laneOf(name);
		const link = again ? lane.waiting.addFirst(item) : lane.waiting.add(item);
		lane.turn ??= (lane.isKnown ? this.rotation : this.fresh).add(lane);
		return () => {
			unlink(link);
			if (!lane.waiting.isEmpty || !lane.turn) return;
			unlink(lane.turn);
			lane.turn = undefined;
		};
	}

	/** Forgets who has had a turn. Only while nobody waits. */
	forget(): void {
		this.lanes.clear();
	}

	/** The next one in turn, or undefined when nobody waits. */
	take(): T | undefined {
		const isFresh = this.rotation.isEmpty || (this.freshIsNext && !this.fresh.isEmpty);
		const lane = (isFresh ? this.fresh : this.rotation).take();
		if (!lane) return undefined;
		this.freshIsNext = !isFresh;
		lane.isKnown = true;
		const item = lane.waiting.take();
		lane.turn = lane.waiting.isEmpty ? undefined : this.rotation.add(lane);
		return item;
	}

	/** Everyone who waits. */
	*[Symbol.iterator](): Generator<T> {
		for (const { waiting } of this.lanes.values()) yield* waiting;
	}

	private laneOf(name: string): Lane<T> {
		const lane = this.lanes.get(name) ?? { waiting: new Queue<T>(), isKnown: false };
		// At the end of the map, whose beginning is what was not used for longest.
		this.lanes.delete(name);
		this.lanes.set(name, lane);
		this.forgetOldest();
		return lane;
	}

	private forgetOldest(): void {
		for (const [name, { waiting }] of this.lanes) {
			if (this.lanes.size <= MAX_REMEMBERED || !waiting.isEmpty) return;
			this.lanes.delete(name);
		}
	}
}
