import { onAbort, unlessAborted } from './abort';
import type { Connection } from './connection';
import { noAnswer, type ApiRequest, type Exchange } from './exchange';
import { DEFAULT_TIMEOUT_MS } from './retryPolicy';

/** A connection for one attempt of one request. */
export interface Attempt extends Connection {
	/** Ends the attempt: its time is over, or the connection's signal is aborted. */
	signal: AbortSignal;
	progress: Progress;
}

/** How far an attempt is: what a person is told when its time is over. */
export interface Progress {
	waitsFor: 'answer' | 'body' | 'upload';
	/** Of the body, so far. */
	bytes: number;
	/** More of them end it, whoever reads it. */
	mostBytes?: number;
}

/** How one attempt is made. Uses the signal that it is given, says how far it is, and never throws. */
export type Send = (attempt: Attempt, asked: ApiRequest) => Promise<Exchange>;

/** Node's timers take no longer time. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Makes one attempt, which ends after the Timeout of the connection at the latest, from its first byte to its last,
 * whatever the other side does: an answer that never comes, drips, stalls or changes the protocol. n8n's own timeout
 * counts the time without any byte, and up to the headers only.
 */
export async function withinTimeout(
	connection: Pick<Connection, 'http' | 'signal'>,
	send: (end: Pick<Attempt, 'progress' | 'signal'>) => Promise<Exchange>,
): Promise<Exchange> {
	const timeoutMs = timeoutOf(connection);
	const timeout = AbortSignal.timeout(timeoutMs);
	const end = new AbortController();
	const progress: Progress = { waitsFor: 'answer', bytes: 0 };
	const release = [connection.signal, timeout].map((signal) =>
		onAbort(signal, () => end.abort(signal?.reason)),
	);
	try {
		const sent = send({ signal: end.signal, progress });
		const answer = await unlessAborted(sent, end.signal).catch((error: unknown) => {
			if (end.signal.aborted) return noAnswer(error);
			throw error;
		});
		if (!answer.failure || !end.signal.aborted) return answer;
		if (connection.signal?.aborted) return { ...answer, failure: 'canceled' };
		const reason = lateness(progress, timeoutMs / 1000);
		return { ...answer, failure: 'lost', code: 'ETIMEDOUT', reason };
	} finally {
		release.forEach((free) => free());
	}
}

function timeoutOf({ http }: Pick<Connection, 'http'>): number {
	const timeoutMs = Math.floor(Number(http.timeout));
	return timeoutMs > 0 ? Math.min(timeoutMs, LONGEST_TIMEOUT_MS) : DEFAULT_TIMEOUT_MS;
}

function lateness({ waitsFor, bytes }: Progress, seconds: number): string {
	if (waitsFor === 'answer') return `no answer came within ${seconds} s`;
	const part =
		waitsFor === 'upload'
			? `the upload did not end within ${seconds} s`
			: `the answer did not end within ${seconds} s, after ${bytes} bytes of it`;
	return `${part}; Timeout under Request Options in the Settings of actions changes that`;
}
