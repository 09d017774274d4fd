import { unlessAborted } from './abort';
import type { Connection } from './connection';
import { canceledError } from './errors';

const turns = new Map<string, Promise<unknown>>();

/**
 * Runs tasks of the same key one after the other, in the order in which they came, over all executions of this process:
 * what one reads before it writes, no other has changed in between.
 *
 * @param task sends nothing once the execution is stopped, as every request does
 * @throws NodeOperationError as soon as the execution is stopped, whoever's turn it is then
 */
export async function inTurn<T>(
	key: string,
	connection: Pick<Connection, 'context' | 'signal'>,
	task: () => Promise<T>,
): Promise<T> {
	const before = turns.get(key);
	const turn = before ? before.then(task, task) : task();
	turns.set(key, turn);
	const forget = () => {
		if (turns.get(key) === turn) turns.delete(key);
	};
	turn.then(forget, forget);
	if (!before) return await turn;
	// The turns before may be those of another execution, which goes on.
	const { context, signal } = connection;
	return await unlessAborted(turn, signal, (reason) => canceledError(context.getNode(), reason));
}

/** How many keys have a task running or waiting, for tests of the memory bound. */
export function turnCount(): number {
	return turns.size;
}
