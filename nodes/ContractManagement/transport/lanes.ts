/** First in, first out, without moving the rest on every take. */
class Fifo<T> {
	private items: T[] = [];
	private head = 0;

	get size(): number {
		return this.items.length - this.head;
	}

	add(item: T): void {
		this.items.push(item);
	}

	addFirst(item: T): void {
		if (this.head > 0) this.items[(this.head -= 1)] = item;
		else this.items.unshift(item);
	}

	take(): T | undefined {
		if (this.size === 0) return undefined;
		const item = this.items[this.head];
		this.head += 1;
		// Half of the array is behind the head: give the memory back.
		if (this.head * 2 > this.items.length) {
			this.items = this.items.slice(this.head);
			this.head = 0;
		}
		return item;
	}
}

/**
 * Waiting requests, one queue per execution, served in turn: a bulk import does not starve a webhook's one request.
 * A lane that has just come is served after the one whose turn it is, so it waits for two places at the most.
 */
export class Lanes<T> {
	private readonly queues = new Map<string, Fifo<T>>();
	private turns: string[] = [];

	get isEmpty(): boolean {
		return this.turns.length === 0;
	}

	add(lane: string, item: T): void {
		this.queueOf(lane).add(item);
	}

	/** For a request that has already had a place and was turned away. */
	addFirst(lane: string, item: T): void {
		this.queueOf(lane).addFirst(item);
	}

	/** The next one in turn, or undefined when nobody waits. */
	take(): T | undefined {
		const lane = this.turns.shift();
		if (lane === undefined) return undefined;
		const queue = this.queues.get(lane);
		const item = queue?.take();
		if (queue && queue.size > 0) this.turns.push(lane);
		else this.queues.delete(lane);
		return item;
	}

	private queueOf(lane: string): Fifo<T> {
		const known = this.queues.get(lane);
		if (known) return known;
		const queue = new Fifo<T>();
		this.queues.set(lane, queue);
		this.turns.splice(1, 0, lane);
		return queue;
	}
}
