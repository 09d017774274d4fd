import { NodeOperationError } from 'n8n-workflow';
import { waitFor } from './olderN8n';
import type { Connection } from './connection';
import { STOPPED } from './errors/thrown';

/** Of what waited to begin while another item failed. */
export const NOT_BEGUN = 'It was not begun, as another item had failed';

type Stoppable = Pick<Connection, 'context' | 'signal'>;

/** The error for an execution that was stopped, or whose time ran out, while a request waited, which may have been executed where that `isUnknown`. */
export function canceledError({ context, signal }: Stoppable, isUnknown = false): Error {
	const isLate = (signal?.reason as Error | undefined)?.name === 'TimeoutError';
	const message = isLate ? 'The time for this ran out' : STOPPED;
	const whether = isUnknown ? ', and may have been executed' : '';
	const description = `The request was stopped before the service answered${whether}.`;
	const error = new NodeOperationError(context.getNode(), message, { description });
	Object.assign(error.context, { outcome: isUnknown ? 'unknown' : 'notExecuted' });
	return error;
}

/** Waits so many milliseconds. @throws `canceledError` as soon as the execution is stopped */
export async function rest(connection: Stoppable, ms: number, isUnknown?: boolean): Promise<void> {
	const [waited] = await Promise.allSettled([waitFor(ms, connection.signal)]);
	if (waited.status === 'rejected') throw canceledError(connection, isUnknown);
}
