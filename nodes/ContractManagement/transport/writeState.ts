import { canceledError } from './canceled';
import type { Connection } from './connection';
import { isSuccess, type ApiRequest, type Exchange } from './exchange';
import { isReading, mayHaveHappened, type Verdict } from './retry';

/** What an attempt came to. */
interface Attempted {
	answer: Exchange;
	verdict: Verdict;
	/** Whether this one or one before it may have been executed. */
	isUnknown: boolean;
}

/** Tells whoever follows a write what became of it, see `WriteState`. */
export function tell(
	{ onWrite }: Connection,
	asked: ApiRequest,
	{ answer, verdict, isUnknown }: Attempted,
): void {
	if (isReading(asked) || isSuccess(asked, answer)) return;
	if (verdict.delayMs !== undefined) {
		if (!isUnknown) onWrite?.('waiting');
	} else if (!asked.look || !mayHaveHappened(asked, answer)) onWrite?.('failed');
}

/**
 * What stands in for a lost answer, if the request has a way to look. Looking can fail as well, which proves nothing.
 *
 * @throws `canceledError` when the execution is stopped meanwhile
 */
export async function look(connection: Connection, asked: ApiRequest): Promise<unknown> {
	try {
		return await asked.look?.({ ...connection, goesFirst: true });
	} catch {
		if (connection.signal?.aborted) throw canceledError(connection, true);
		return undefined;
	}
}
