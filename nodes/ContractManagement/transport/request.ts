import { waitFor } from './abort';
import type { Connection } from './connection';
import { withinTimeout, type Send } from './deadline';
import { apiError, canceledError } from './errors';
import { exchange, isSuccess, type ApiRequest, type Exchange } from './exchange';
import type { Place } from './gate';
import { quotable } from './quotable';
import { retryVerdict, type RetryState, type Verdict } from './retry';
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
	const tried: string[] = [];
	let startedAt: number | undefined;
	for (let attempts = 1; ; attempts++) {
		const place = await enter(connection, attempts > 1 || asked.isNext === true);
		if (!place) return turnedAway(connection, tried);
		// Waiting for the first turn is no retrying: it does not count against the time for that.
		startedAt ??= performance.now();
		let answer: Exchange;
		let verdict: Verdict = {};
		try {
			answer = quotable(connection.secrets, asked, await withinTimeout(connection, asked, send));
			verdict = verdictOn(connection, asked, answer, attempts, startedAt);
		} finally {
			leave(place, verdict);
		}
		tried.push(labelOf(answer));
		if (answer.failure === 'canceled') throw canceled(connection);
		if (verdict.delayMs === undefined) {
			const { baseUrl } = connection;
			return { answer, attempts, tried, baseUrl, tooLongMs: verdict.tooLongMs };
		}
		logRetry(connection, asked, attempts, labelOf(answer), verdict.delayMs);
		// The gate holds a throttled request back; to sleep here as well would waste its place in the queue.
		if (verdict.pauseMs === undefined) await rest(connection, verdict.delayMs);
	}
}

const exchangeJson: Send = async (attempt, asked) =>
	withJson(await received(attempt, await exchange(attempt, asked), asText));

async function enter(connection: Connection, again: boolean): Promise<Place | undefined> {
	const { gate, lane, signal, retry } = connection;
	try {
		return await gate.enter({ lane, signal, again, patienceMs: retry.maxTotalMs });
	} catch {
		throw canceled(connection);
	}
}

// The answer that the service would have given, as it has just given it to others.
function turnedAway({ gate }: Connection, tried: string[]): Outcome {
	const tooLongMs = gate.pauseMs;
	const answer = { status: 429, headers: {}, body: undefined };
	return { answer, attempts: tried.length, tried, tooLongMs };
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

async function rest(connection: Connection, delayMs: number): Promise<void> {
	try {
		await waitFor(delayMs, connection.signal);
	} catch {
		throw canceled(connection);
	}
}

// The signal knows best: n8n's sleep may wrap its reason.
function canceled({ context, signal }: Connection): Error {
	return canceledError(context.getNode(), signal?.reason);
}

function labelOf({ status, code, reason }: Exchange): string {
	return status === 0 ? (code ?? reason ?? 'no answer') : String(status);
}

function logRetry(
	{ context }: Connection,
	{ method, path }: ApiRequest,
	attempts: number,
	label: string,
	delayMs: number,
): void {
	context.logger.debug(
		`${method} ${path}: ${label}; attempt ${attempts + 1} follows in ${Math.round(delayMs)} ms`,
	);
}
