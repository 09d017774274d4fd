import { canceledError, rest } from './canceled';
import type { Connection } from './connection';
import { withinTimeout, type Send } from './deadline';
import { apiError } from './errors/requestError';
import { exchange } from './apiExchange';
import { isSuccess, type ApiRequest, type Exchange, type Outcome } from './exchange';
import type { Place, Visit } from './limit/gate';
import type { Reply } from './limit/controller';
import { asksForUuids, asTaken, shownRefusal } from './pathIds';
import { tellReaders } from './readers';
import { exclusively } from './exclusive';
import { retriedFor } from './retryPolicy';
import { isReading, mayHaveHappened, retryAfter, retryVerdict, type Verdict } from './retry';
import { asText, received, withJson } from './streams';
import { goingFirst, quotable } from './tries';

/** The body of a successful answer. @throws NodeApiError that says the fix, when the service refuses or does not answer */
export async function request<T>(connection: Connection, asked: ApiRequest): Promise<T> {
	const outcome = await attempt(connection, asked);
	connection.onAnswer?.(outcome.answer.headers);
	if (isSuccess(asked, outcome.answer)) return outcome.answer.body as T;
	throw apiError(connection.context.getNode(), asked, outcome);
}

/**
 * Sends the request through the gate until it succeeds or may not be sent again; never throws on a status.
 * @throws NodeOperationError when the execution is canceled, or its time runs out
 */
export async function attempt(
	connection: Connection,
	asked: ApiRequest,
	send: Send = exchangeJson,
): Promise<Outcome> {
	const execute = (through: Connection) => attemptNow(through, asked, send);
	const outcome = isReading(asked)
		? await execute(connection)
		: await exclusively(connection, asked, execute);
	tellReaders(connection, asked, outcome);
	return outcome;
}

async function attemptNow(connection: Connection, first: ApiRequest, send: Send): Promise<Outcome> {
	let asked = first;
	const { baseUrl, profile, context, gate, executionId, retry, goesFirst } = connection;
	// A tool's call waits no longer for its turn than for retries, and a second for a first one.
	const endsMs = retriedFor({ ...retry, maxTotalMs: Infinity }, performance.now());
	const late =
		endsMs < Infinity ? AbortSignal.timeout(Math.max(Math.ceil(endsMs), 1_000)) : undefined;
	const visit = { execution: executionId, again: goesFirst, patienceMs: retry.maxTotalMs };
	const at = { baseUrl, profile };
	const soFar: SoFar = { answer: REJECTED, attempts: 0, tried: [], ...at, isUnknown: false };
	for (;;) {
		// What may have been executed is followed up, whatever becomes of other items.
		const stop = isReading(asked) || soFar.isUnknown ? undefined : connection.writing?.stop;
		const place = await enter(connection, visit, soFar, { late, stop });
		if (!place) return { ...soFar, answer: REJECTED, tooLongMs: gate.pauseMs || undefined };
		const { delayMs, tooLongMs } = await tryOnce(connection, asked, send, { place, soFar });
		const { answer, isHeld, isUnknown, tried } = soFar;
		if (answer.failure === 'canceled') throw canceledError(connection, isUnknown);
		const found = await goingFirst(connection, mayHaveHappened(asked, answer) && asked.look);
		if (found !== undefined) return { ...soFar, answer: { status: 200, headers: {}, body: found } };
		if (delayMs === undefined) return { ...soFar, tooLongMs };
		const soon = `attempt ${tried.length + 1} follows in ${Math.round(delayMs)} ms`;
		const came = `${asked.method} ${asked.path}: ${tried.at(-1) ?? answer.status}`;
		context.logger.debug(`${came}; ${soon}`);
		// To sleep here as well as at the gate would waste its place in the queue.
		if (!isHeld) await rest(connection, delayMs, isUnknown);
		const body = asked.renew ? await goingFirst(connection, asked.renew) : asked.body;
		if (asked.renew && body === undefined) return { ...soFar };
		asked = { ...asked, body };
	}
}

interface SoFar extends Outcome {
	tried: string[];
	isUnknown: boolean;
	/** Of the ids as records show them, whereupon their UUIDs are tried: both are one attempt. */
	refusal?: Exchange;
	/** Waiting for the first turn is no retrying: it does not count against the time for that. */
	startedAt?: number;
	/** Whether the gate makes the next attempt wait. */
	isHeld?: boolean;
}

/** What the service has just answered to others, for whom the gate has no place. */
const REJECTED: Exchange = { status: 429, headers: {}, body: undefined };

const exchangeJson: Send = async (attempt, asked) =>
	withJson(await received(attempt, await exchange(attempt, asked), asText));

async function tryOnce(
	connection: Connection,
	asked: ApiRequest,
	send: Send,
	{ place, soFar }: { place: Place; soFar: SoFar },
): Promise<Verdict> {
	const { startedAt = performance.now(), refusal } = soFar;
	soFar.startedAt = startedAt;
	let reply: Reply | undefined;
	try {
		if (connection.writing && !isReading(asked)) connection.writing.isSent = true;
		const sent = asTaken(connection.gate, asked, refusal !== undefined);
		const ended = await withinTimeout(
			connection,
			async (end) => await send({ ...connection, ...end }, sent),
		);
		const answer = quotable(connection, asked, ended);
		const { status, headers, code, reason = 'no answer' } = answer;
		const now = Date.now();
		reply = { status, askedMs: retryAfter(headers, now) };
		soFar.answer = refusal ? shownRefusal(connection.gate, asked, refusal, answer) : answer;
		if (asksForUuids(connection.gate, asked, sent, answer)) {
			soFar.refusal = answer;
			return { delayMs: 0 };
		}
		soFar.attempts = soFar.tried.push(status === 0 ? (code ?? reason) : String(status));
		soFar.isUnknown ||= mayHaveHappened(asked, answer);
		const retry = { ...connection.retry, maxTotalMs: retriedFor(connection.retry, startedAt) };
		return retryVerdict(asked, answer, retry, {
			attempt: soFar.attempts,
			elapsedMs: performance.now() - startedAt,
			now,
			random: Math.random(),
		});
	} finally {
		soFar.isHeld = place.leave(reply);
	}
}

async function enter(
	connection: Connection,
	visit: Visit,
	{ isUnknown }: SoFar,
	{ late, stop }: Record<'late' | 'stop', AbortSignal | undefined>,
) {
	const { gate, signal } = connection;
	const ends = [signal, late, stop].filter((each) => each !== undefined);
	visit.signal = ends.length > 1 ? AbortSignal.any(ends) : ends[0];
	try {
		const place = await gate.enter(visit);
		// It may have been stopped in the moment when it was let in.
		if (visit.signal?.aborted) place?.leave();
		visit.signal?.throwIfAborted();
		return place;
	} catch {
		if (signal?.aborted) throw canceledError(connection, isUnknown);
		stop?.throwIfAborted();
		return undefined;
	}
}
