import { sleep } from 'n8n-workflow';
import type { Connection } from './connection';
import { apiError, canceledError } from './errors';
import { exchange, isSuccess, type ApiRequest, type Exchange } from './exchange';
import { retryAfter, retryDelay, type RetryState } from './retry';

/** An answer together with how many attempts it took. */
export interface Outcome {
	answer: Exchange;
	attempts: number;
}

/**
 * The body of a successful answer.
 *
 * @throws NodeApiError that says the fix, when the service refuses or does not answer (D17)
 */
export async function request<T>(connection: Connection, asked: ApiRequest): Promise<T> {
	const outcome = await attempt(connection, asked);
	if (isSuccess(asked, outcome.answer)) return outcome.answer.body as T;
	throw apiError(connection.context.getNode(), asked, outcome);
}

/** How one attempt is made; `exchange` unless the answer is a file, or the address is a signed URL. */
export type Send = (connection: Connection, asked: ApiRequest) => Promise<Exchange>;

/** Sends the request through the gate until it succeeds or may not be sent again; never throws on a status. */
export async function attempt(
	connection: Connection,
	asked: ApiRequest,
	send: Send = exchange,
): Promise<Outcome> {
	const startedAt = Date.now();
	for (let attempts = 1; ; attempts++) {
		const place = await enter(connection, attempts > 1);
		const answer = await send(connection, asked);
		const now = Date.now();
		const state = { attempt: attempts, elapsedMs: now - startedAt, now, random: Math.random() };
		const delay = retryDelay(asked, answer, connection.retry, state);

		if (answer.status === 429) place.leaveThrottled(pauseFor(connection, answer, state));
		else place.leave();
		if (delay === undefined) return { answer, attempts };
		logRetry(connection, asked, answer, attempts, delay);
		await pause(connection, answer, delay);
	}
}

async function enter(connection: Connection, again: boolean) {
	try {
		return await connection.gate.enter(connection.lane, connection.signal, again);
	} catch (error) {
		throw canceledError(connection.context.getNode(), error);
	}
}

// The gate holds everyone back after a rejection; sleeping here as well would waste the place in the queue.
async function pause(connection: Connection, answer: Exchange, delay: number): Promise<void> {
	if (answer.status === 429) return;
	try {
		await sleep(delay, connection.signal);
	} catch (error) {
		throw canceledError(connection.context.getNode(), error);
	}
}

/** Without a Retry-After: short at first, as many services count in windows of a second. */
function pauseFor({ retry }: Connection, { headers }: Exchange, state: RetryState): number {
	const asked = retryAfter(headers, state.now);
	if (asked !== undefined) return asked;
	const ceiling = Math.min(retry.baseDelayMs * 2 ** (state.attempt - 1), retry.maxDelayMs);
	return ceiling * (0.5 + state.random / 2);
}

function logRetry(
	{ context }: Connection,
	{ method, path }: ApiRequest,
	{ status, reason }: Exchange,
	attempts: number,
	delay: number,
): void {
	const cause = status === 0 ? reason : `status ${status}`;
	context.logger.debug(
		`${method} ${path}: ${cause}; attempt ${attempts + 1} follows in ${Math.round(delay)} ms`,
	);
}
