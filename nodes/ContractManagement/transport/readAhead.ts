import type { Page } from '../api/shapes';

/**
 * The same values, but up to `count` of them are fetched before they are asked for. Only for a source that will be
 * read to its end: what was fetched ahead of an early stop is lost.
 */
export async function* readAhead<T>(
	source: AsyncGenerator<T, void, undefined>,
	count: number,
): AsyncGenerator<T, void, undefined> {
	const queue: Array<Promise<IteratorResult<T, void>>> = [];
	let tail: Promise<unknown> = Promise.resolve();
	let stopped = false;
	const fetchNext = () => {
		const next = tail.then(async () => (stopped ? END : await source.next()));
		// The consumer meets the failure when it comes to this value.
		next.catch(() => undefined);
		tail = next;
		queue.push(next);
	};
	try {
		for (;;) {
			while (queue.length <= count) fetchNext();
			const { done, value } = await (queue.shift() as Promise<IteratorResult<T, void>>);
			if (done) return;
			yield value as T;
		}
	} finally {
		stopped = true;
	}
}

const END = { done: true as const, value: undefined };

/** One cursor chain, consumed record by record. Reads a page when it is needed, or when told to look ahead. */
export class Chain<T> {
	private records: T[] = [];
	private index = 0;
	private coming?: Promise<IteratorResult<Page<T>, void>>;
	private ended = false;

	constructor(private readonly source: AsyncGenerator<Page<T>, void, undefined>) {}

	/** The next record, or undefined when the page is used up. */
	get head(): T | undefined {
		return this.records[this.index];
	}

	/** Whether it takes a request to know the next record. */
	get isDry(): boolean {
		return this.left === 0 && !this.ended;
	}

	/** Whether every record was used. */
	get isAtEnd(): boolean {
		return this.left === 0 && this.ended;
	}

	/** Records of the page that are not used yet. */
	get left(): number {
		return this.records.length - this.index;
	}

	/** Uses up the head. */
	advance(): void {
		this.index += 1;
	}

	/** Reads on until there is a head or the list ends, over empty pages too. */
	async fill(): Promise<void> {
		while (this.isDry) {
			const coming = this.coming ?? this.source.next();
			this.coming = undefined;
			const { done, value } = await coming;
			if (done) this.ended = true;
			else this.use(value as Page<T>);
		}
	}

	/** Starts the request for the next page once half of this one is used. */
	lookAhead(): void {
		if (this.ended || this.coming || this.index * 2 < this.records.length) return;
		this.coming = this.source.next();
		this.coming.catch(() => undefined);
	}

	private use({ records }: Page<T>): void {
		this.records = records;
		this.index = 0;
	}
}
