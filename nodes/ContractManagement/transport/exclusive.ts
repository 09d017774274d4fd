import { recordPathOf } from '../api/effects';
import { unlessAborted } from './abort';
import { canceledError } from './canceled';
import type { Connection } from './connection';
import type { ApiRequest } from './exchange';

/** By key, the last task that runs or waits. */
export const turns = new Map<string, Promise<unknown>>();

/**
 * Runs what reads a record before it writes it, through a connection that has the turn: no other write of the record comes
 * between, be it of another item or another execution of this process. Every single write waits for its turn by itself.
 * @throws NodeOperationError as soon as the execution is stopped, whosever turn it is then
 */
export async function exclusively<T>(
	connection: Connection,
	asked: Pick<ApiRequest, 'path'>,
	task: (held: Connection) => Promise<T>,
): Promise<T> {
	const record = recordPathOf(asked);
	const turn = `${connection.baseUrl} ${record}`;
	if (record === undefined || connection.turn === turn) return await task(connection);
	return await inTurn(turn, connection, () => task({ ...connection, turn }));
}

/** Runs tasks of the same key one after the other, in the order in which they came; in other respects as `exclusively`. */
export async function inTurn<T>(
	key: string,
	connection: Pick<Connection, 'context' | 'signal'>,
	run: () => Promise<T>,
): Promise<T> {
	const before = turns.get(key);
	const own = before ? before.then(run, run) : run();
	turns.set(key, own);
	const forget = () => {
		if (turns.get(key) === own) turns.delete(key);
	};
	own.then(forget, forget);
	if (!before) return await own;
	// The turns before may be those of another execution, which goes on.
	try {
		return await unlessAborted(own, connection.signal);
	} catch (error) {
		throw connection.signal?.aborted ? canceledError(connection) : error;
	}
}
