/**
 * Runs a task for every item, at most `limit` at the same time; results keep the order of the items. The first failure
 * starts no further task and is thrown once those that run have ended.
 */
export async function mapConcurrently<T, R>(
	items: readonly T[],
	limit: number,
	task: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
	const results: R[] = [];
	const failures: Error[] = [];
	let next = 0;
	const work = async () => {
		while (next < items.length && failures.length === 0) {
			const index = next++;
			try {
				results[index] = await task(items[index], index);
			} catch (error) {
				failures.push(error as Error);
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
	if (failures.length > 0) throw failures[0];
	return results;
}
