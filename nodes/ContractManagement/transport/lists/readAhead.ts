/**
 * The same values, each fetched while the one before it is used. Only for a source that will be read to its end: what was
 * fetched ahead of an early stop is lost.
 */
export async function* readAhead<T>(source: AsyncGenerator<T, void, undefined>) {
	let coming = source.next();
	for (;;) {
		const { done, value } = await coming;
		if (done) return;
		coming = source.next();
		// The consumer meets the failure when it comes to this value.
		coming.catch(() => undefined);
		yield value;
	}
}
