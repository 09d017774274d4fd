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
	return before ? await unlessStopped(turn, connection) : await turn;
}

/** How many keys have a task running or waiting, for tests of the memory bound. */
export function turnCount(): number {
	return turns.size;
}

// The turns before may be those of another execution, which goes on.
async function unlessStopped<T>(
	turn: Promise<T>,
	{ context, signal }: Pick<Connection, 'context' | 'signal'>,
): Promise<T> {
	if (!signal) return await turn;
	const done = new AbortController();
	const stopped = new Promise<never>((_resolve, reject) => {
		const stop = () => reject(canceledError(context.getNode(), signal.reason));
		if (signal.aborted) stop();
		signal.addEventListener('abort', stop, { once: true, signal: done.signal });
	});
	try {
		return await Promise.race([stopped, turn]);
	} finally {
		done.abort();
	}
}
