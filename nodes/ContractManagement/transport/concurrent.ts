import { sleep } from 'n8n-workflow';

/** For so many milliseconds n8n may do nothing else. */
const LONGEST_MS = 20;

/** Until it is n8n's turn: as long as tasks wait for answers it comes by itself, and nothing is paused. */
let turn: Promise<unknown> | undefined;
let since = 0;

/** Does work for which many tasks may have waited together, so that n8n gets its turn between them. */
export async function yielding<R>(work: () => Promise<R> | R): Promise<R> {
	for (;;) {
		if (!turn) since = performance.now();
		turn ??= sleep(0).then(() => (turn = undefined));
		if (performance.now() - since <= LONGEST_MS) return await work();
		await turn;
	}
}

/**
 * Runs a task for every item, at most `limit` at the same time; results keep the order of the items. The first failure
 * starts no further task and is thrown once those that run have ended. Where tasks do not wait for anything themselves,
 * n8n gets its turn between them.
 */
export async function mapConcurrently<T, R>(
	items: readonly T[],
	limit: number,
	task: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
	const results: R[] = [];
	const failures: Error[] = [];
	let next = 0;
	const startNext = async () => {
		if (next >= items.length || failures.length > 0) return;
		const index = next++;
		try {
			results[index] = await task(items[index], index);
		} catch (error) {
			failures.push(error as Error);
		}
	};
	const work = async () => {
		while (next < items.length && failures.length === 0) await yielding(startNext);
	};
	await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
	if (failures.length > 0) throw failures[0];
	return results;
}
