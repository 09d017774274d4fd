const turns = new Map<string, Promise<unknown>>();

/**
 * Runs tasks of the same key one after the other, in the order in which they came, over all executions of this process:
 * what one reads before it writes, no other has changed in between.
 */
export async function inTurn<T>(key: string, task: () => Promise<T>): Promise<T> {
	const before = turns.get(key);
	const turn = before ? before.then(task, task) : task();
	turns.set(key, turn);
	try {
		return await turn;
	} finally {
		if (turns.get(key) === turn) turns.delete(key);
	}
}

/** How many keys have a task running or waiting, for tests of the memory bound. */
export function turnCount(): number {
	return turns.size;
}
