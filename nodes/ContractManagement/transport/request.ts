import { canceledError, rest } from './canceled';
import type { Connection } from './connection';
import { withinTimeout, type Send } from './deadline';
import { apiError } from './errors/requestError';
import { exchange } from './apiExchange';
import {
	isSuccess,
	withLocation,
	withNextLink,
	type ApiRequest,
	type Exchange,
	type Outcome,
} from './exchange';
import type { Place, Visit } from './limit/gate';
import type { Reply } from './limit/headroom';
import { counted } from './hint';
import { tellReaders } from './readers';
import { exclusively } from './exclusive';
import { quotaOf } from './quota';
import { isReading, mayHaveHappened, retryAfter, retryVerdict, type Verdict } from './retry';
import { withJson } from './json';
import { asText, received } from './streams';
import { labelOf, logRetry, look, quotable, tell } from './tries';

/**
 * The body of a successful answer.
 *
 * @throws NodeApiError that says the fix, when the service refuses or does not answer
 */
export async function request<T>(connection: Connection, asked: ApiRequest): Promise<T> {
	const outcome = await attempt(connection, asked);
	if (isSuccess(asked, outcome.answer)) return outcome.answer.body as T;
	throw apiError(connection.context.getNode(), asked, outcome);
}

/**
 * Sends the request through the gate until it succeeds or may not be sent again; never throws on a status.
 *
 * @throws NodeOperationError when the execution is canceled, or its time runs out
 */
export async function attempt(
	connection: Connection,
	asked: ApiRequest,
	send: Send = exchangeJson,
): Promise<Outcome> {
	const execute = async (through: Connection) => await attemptNow(through, asked, send);
	const outcome = isReading(asked)
		? await execute(connection)
		: await exclusively(connection, asked, execute);
	tellReaders(connection, asked, outcome);
	return outcome;
}

async function attemptNow(connection: Connection, asked: ApiRequest, send: Send): Promise<Outcome> {
	const { baseUrl, gate, executionId, signal, retry, goesFirst } = connection;
	const visit = { execution: executionId, signal, again: goesFirst, patienceMs: retry.maxTotalMs };
	const soFar: SoFar = { answer: REJECTED, attempts: 0, tried: [], baseUrl, isUnknown: false };
	let startedAt: number | undefined;
	for (;;) {
		const place = await enter(connection, visit, soFar);
		if (!place) return { ...soFar, answer: REJECTED, tooLongMs: gate.pauseMs };
		// Waiting for the first turn is no retrying: it does not count against the time for that.
		startedAt ??= performance.now();
		const verdict = await tryOnce(connection, asked, { place, send, startedAt, soFar });
		const { answer, isUnknown, tried } = soFar;
		if (answer.failure === 'canceled') throw canceledError(connection, isUnknown);
		const found = mayHaveHappened(asked, answer) ? await look(connection, asked) : undefined;
		if (found !== undefined) return { ...soFar, answer: { status: 200, headers: {}, body: found } };
		if (verdict.delayMs === undefined) return { ...soFar, tooLongMs: verdict.tooLongMs };
		logRetry(connection, asked, tried, verdict.delayMs);
		// To sleep here as well as at the gate would waste its place in the queue.
		if (!soFar.isHeld) await rest(connection, verdict.delayMs, isUnknown);
	}
}

/** What came of the attempts so far. */
type SoFar = Outcome & Required<Pick<Outcome, 'isUnknown' | 'tried'>> & { isHeld?: boolean };

/** What the service has just answered to others, for whom the gate has no place. */
const REJECTED: Exchange = { status: 429, headers: {}, body: undefined };

const exchangeJson: Send = async (attempt, asked) =>
	withNextLink(
		withLocation(withJson(await received(attempt, await exchange(attempt, asked), asText))),
	);

interface OneTry {
	place: Place;
	send: Send;
	startedAt: number;
	soFar: SoFar;
}

async function tryOnce(
	connection: Connection,
	asked: ApiRequest,
	{ place, send, startedAt, soFar }: OneTry,
): Promise<Verdict> {
	let reply: Reply | undefined;
	try {
		if (!isReading(asked)) connection.onWrite?.('sent');
		const answer = quotable(connection, asked, await withinTimeout(connection, asked, send));
		soFar.answer = answer;
		soFar.attempts = soFar.tried.push(labelOf(answer));
		soFar.isUnknown ||= mayHaveHappened(asked, answer);
		reply = replyOf(answer);
		const verdict = verdictOn(connection, asked, soFar, startedAt);
		tell(connection, asked, soFar, verdict);
		return verdict;
	} finally {
		soFar.isHeld = place.leave(reply);
	}
}

async function enter(
	connection: Connection,
	visit: Visit,
	soFar: SoFar,
): Promise<Place | undefined> {
	const { context, gate, signal } = connection;
	try {
		const place = await counted(context, gate, async () => await gate.enter(visit));
		// It may have been stopped in the moment when it was let in.
		if (signal?.aborted) place?.leave();
		signal?.throwIfAborted();
		return place;
	} catch {
		throw canceledError(connection, soFar.isUnknown);
	}
}

function verdictOn(
	{ retry }: Connection,
	asked: ApiRequest,
	{ answer, attempts }: Outcome,
	startedAt: number,
): Verdict {
	if (isSuccess(asked, answer)) return {};
	return retryVerdict(asked, answer, retry, {
		attempt: attempts,
		elapsedMs: performance.now() - startedAt,
		now: Date.now(),
		random: Math.random(),
	});
}

function replyOf({ status, headers }: Exchange): Reply {
	const now = Date.now();
	return { status, askedMs: retryAfter(headers, now), quota: quotaOf(headers, now) };
}
