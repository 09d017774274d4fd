import { waitFor } from './abort';
import type { Connection } from './connection';
import { withinTimeout, type Send } from './deadline';
import { apiError, canceledError, effectOf } from './errors';
import { exchange, isSuccess, type ApiRequest, type Exchange } from './exchange';
import type { Place } from './gate';
import { redacted, redactor } from './redaction';
import { isReading, mayHaveHappened, retryVerdict, type RetryState, type Verdict } from './retry';
import { asText, received, withJson } from './streams';

/** The last answer together with what led to it. */
export interface Outcome {
	answer: Exchange;
	/** 0 when it was not even sent, as the service had asked to be left alone for long. */
	attempts: number;
	/** What each attempt came to, for people: `503`, `ECONNRESET`. */
	tried?: string[];
	/** Where it was sent to. */
	baseUrl?: string;
	/** Given up because the service asks for a longer wait than the person allows. In milliseconds. */
	tooLongMs?: number;
	/** Whether one of the attempts may have been executed although its answer does not say so. */
	isUnknown?: boolean;
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
	const tries: Tries = { labels: [], isUnknown: false };
	let startedAt: number | undefined;
	for (;;) {
		const place = await enter(connection, tries);
		if (!place) return turnedAway(connection, tries);
		// Waiting for the first turn is no retrying: it does not count against the time for that.
		startedAt ??= performance.now();
		const { answer, verdict } = await tryOnce(connection, asked, { place, send, startedAt, tries });
		if (answer.failure === 'canceled') throw canceled(connection, tries);
		const found = mayHaveHappened(asked, answer) ? await look(connection, asked) : undefined;
		if (found !== undefined) return outcomeOf(connection, tries, standingIn(found));
		if (verdict.delayMs === undefined) {
			return outcomeOf(connection, tries, answer, verdict.tooLongMs);
		}
		logRetry(connection, asked, tries.labels, verdict.delayMs);
		// The gate holds a throttled request back; to sleep here as well would waste its place in the queue.
		if (verdict.pauseMs === undefined) await rest(connection, verdict.delayMs, tries);
	}
}

const exchangeJson: Send = async (attempt, asked) =>
	withJson(await received(attempt, await exchange(attempt, asked), asText));

// A refusal may repeat what was sent, and what it says is shown. The headers are not: a redirect's leads to a file.
function quotable({ secrets }: Connection, asked: ApiRequest, answer: Exchange): Exchange {
	if (isSuccess(asked, answer)) return answer;
	const redact = redactor(secrets);
	const { body, reason } = answer;
	return {
		...answer,
		...(body !== undefined && { body: redacted(body, redact) }),
		...(reason !== undefined && { reason: redact(reason) }),
	};
}

interface OneTry {
	place: Place;
	send: Send;
	startedAt: number;
	tries: Tries;
}

async function tryOnce(
	connection: Connection,
	asked: ApiRequest,
	{ place, send, startedAt, tries }: OneTry,
): Promise<{ answer: Exchange; verdict: Verdict }> {
	let verdict: Verdict = {};
	try {
		if (!isReading(asked)) connection.onWrite?.('sent');
		const answer = quotable(connection, asked, await withinTimeout(connection, asked, send));
		tries.labels.push(labelOf(answer));
		if (mayHaveHappened(asked, answer)) tries.isUnknown = true;
		verdict = verdictOn(connection, asked, answer, tries.labels.length, startedAt);
		tell(connection, asked, { answer, verdict, tries });
		return { answer, verdict };
	} finally {
		leave(place, verdict);
	}
}

/** What came of the attempts so far. */
interface Tries {
	labels: string[];
	/** Whether one of them may have been executed. */
	isUnknown: boolean;
}

function outcomeOf(
	{ baseUrl }: Connection,
	{ labels, isUnknown }: Tries,
	answer: Exchange,
	tooLongMs?: number,
): Outcome {
	return { answer, attempts: labels.length, tried: labels, baseUrl, tooLongMs, isUnknown };
}

async function enter(connection: Connection, tries: Tries): Promise<Place | undefined> {
	const { gate, lane, signal, retry, goesFirst } = connection;
	const again = goesFirst === true || tries.labels.length > 0;
	try {
		const place = await gate.enter({ lane, signal, again, patienceMs: retry.maxTotalMs });
		// It may have been stopped in the moment when it was let in.
		if (signal?.aborted) place?.leave();
		signal?.throwIfAborted();
		return place;
	} catch {
		throw canceled(connection, tries);
	}
}

// The answer that the service would have given, as it has just given it to others.
function turnedAway(connection: Connection, tries: Tries): Outcome {
	const answer = { status: 429, headers: {}, body: undefined };
	return outcomeOf(connection, tries, answer, connection.gate.pauseMs);
}

interface Attempted {
	answer: Exchange;
	verdict: Verdict;
	tries: Tries;
}

function tell(
	{ onWrite }: Connection,
	asked: ApiRequest,
	{ answer, verdict, tries }: Attempted,
): void {
	if (isReading(asked) || isSuccess(asked, answer)) return;
	if (verdict.delayMs !== undefined) {
		if (!tries.isUnknown) onWrite?.('waiting');
	} else if (!asked.look || !mayHaveHappened(asked, answer)) onWrite?.('failed');
}

// Looking can fail as well, which proves nothing.
async function look(connection: Connection, asked: ApiRequest): Promise<unknown> {
	try {
		return await asked.look?.({ ...connection, goesFirst: true });
	} catch {
		if (connection.signal?.aborted) throw canceled(connection, { isUnknown: true });
		return undefined;
	}
}

function standingIn(body: unknown): Exchange {
	return { status: 200, headers: {}, body };
}

function verdictOn(
	{ retry }: Connection,
	asked: ApiRequest,
	answer: Exchange,
	attempts: number,
	startedAt: number,
): Verdict {
	const state: RetryState = {
		attempt: attempts,
		elapsedMs: performance.now() - startedAt,
		now: Date.now(),
		random: Math.random(),
	};
	if (isSuccess(asked, answer)) return {};
	return retryVerdict(asked, answer, retry, state);
}

function leave(place: Place, { pauseMs }: Verdict): void {
	if (pauseMs === undefined) place.leave();
	else place.leaveThrottled(pauseMs);
}

async function rest(connection: Connection, delayMs: number, tries: Tries): Promise<void> {
	try {
		await waitFor(delayMs, connection.signal);
	} catch {
		throw canceled(connection, tries);
	}
}

// The signal knows best: n8n's sleep may wrap its reason.
function canceled({ context, signal }: Connection, { isUnknown }: Pick<Tries, 'isUnknown'>): Error {
	return canceledError(context.getNode(), signal?.reason, effectOf(isUnknown));
}

function labelOf({ status, code, reason }: Exchange): string {
	return status === 0 ? (code ?? reason ?? 'no answer') : String(status);
}

function logRetry(
	{ context }: Connection,
	{ method, path }: ApiRequest,
	labels: string[],
	delayMs: number,
): void {
	context.logger.debug(
		`${method} ${path}: ${labels.at(-1)}; attempt ${labels.length + 1} follows in ${Math.round(delayMs)} ms`,
	);
}
