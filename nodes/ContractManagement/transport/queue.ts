/** A place in a queue, by which it can be left from the middle. */
export interface Link<T> {
	readonly item: T;
	previous: Link<T>;
	next: Link<T>;
}

/** First in, first out; leaving from the middle costs no more than from the front. */
export class Queue<T> {
	// Stands before the first and after the last item, so that no link is ever missing.
	private readonly end: Link<T>;

	constructor() {
		const end = {} as Link<T>;
		end.previous = end;
		end.next = end;
		this.end = end;
	}

	get isEmpty(): boolean {
		return this.end.next === this.end;
	}

	add(item: T): Link<T> {
		return insertBefore(this.end, item);
	}

	addFirst(item: T): Link<T> {
		return insertBefore(this.end.next, item);
	}

	take(): T | undefined {
		const first = this.end.next;
		if (first === this.end) return undefined;
		unlink(first);
		return first.item;
	}

	*[Symbol.iterator](): Generator<T> {
		for (let link = this.end.next; link !== this.end; link = link.next) yield link.item;
	}
}

/** Takes an item out of its queue. Once only. */
export function unlink<T>({ previous, next }: Link<T>): void {
	previous.next = next;
	next.previous = previous;
}

function insertBefore<T>(next: Link<T>, item: T): Link<T> {
	const link = { item, previous: next.previous, next };
	next.previous.next = link;
	next.previous = link;
	return link;
}
