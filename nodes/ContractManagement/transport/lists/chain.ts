import type { Page } from '../../api/shapes';

/** Pages, consumed record by record. Reads a page when it is needed, or when told to look ahead. */
export class Chain<T> {
	private records: T[] = [];
	private index = 0;
	/** Being read; at the end of the list what came last. */
	private coming?: Promise<IteratorResult<Page<T>, void>>;

	constructor(private readonly source: AsyncGenerator<Page<T>, void, undefined>) {}

	/** Records of the page that are not used yet. */
	get left(): number {
		return this.records.length - this.index;
	}

	/** The next record, while there are any left. */
	get head(): T {
		return this.records[this.index];
	}

	/** Uses up the head. */
	take(): T {
		return this.records[this.index++];
	}

	/** Starts the request for the next page once half of this one is used. */
	lookAhead(): void {
		if (this.coming || this.index * 2 < this.records.length) return;
		this.coming = this.source.next();
		// Met when the page is needed.
		this.coming.catch(() => undefined);
	}

	/** Reads on until there is a record, over empty pages too; at the end of the list none is left. */
	async fill(): Promise<void> {
		while (this.left === 0) {
			this.lookAhead();
			const page = await this.coming;
			if (!page?.value) return;
			this.coming = undefined;
			this.records = page.value.records;
			this.index = 0;
		}
	}
}
