/**
 * The same values, but up to `count` of them are fetched before they are asked for. Only for a source that will be
 * read to its end: what was fetched ahead of an early stop is lost.
 */
export async function* readAhead<T>(source: AsyncGenerator<T, void, undefined>, count: number) {
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
