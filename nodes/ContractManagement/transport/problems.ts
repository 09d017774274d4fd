import { isObject } from '../api/shapes';
import type { ApiRequest, Exchange } from './exchange';
import { sentenceFor } from './sentences';

/** How much of the service's own words is shown, in characters. */
const LONGEST_TEXT = 1000;
const LONGEST_DETAILS = 20_000;
/** How many details are shown, where all of them would be longer than that. */
const MOST_DETAILS = 20;

/** What went wrong, in words for the person who built the workflow (D17). */
export interface Problem {
	/** What happened. */
	message: string;
	/** What to do about it. */
	description: string;
	/** The service's `errorId`, if it sent one ("Errors"). */
	errorId?: string;
	/** The service's `details`. */
	details?: Record<string, unknown>;
}

/** The service's own words, whichever of the known error shapes they came in. */
export interface Complaint {
	errorId?: string;
	message?: string;
	details: Record<string, unknown>;
}

/** How the request was tried; each is absent where there is nothing to say about it. */
export interface Trials {
	/** What each attempt came to. */
	tried?: string[];
	/** Where it was sent to. */
	baseUrl?: string;
	/** The wait that the service asked for, which was longer than allowed. In milliseconds. */
	tooLongMs?: number;
	/** Whether one of the attempts may have been executed although its answer does not say so. */
	isUnknown?: boolean;
}

/** All that a sentence may speak of. */
export interface Facts extends Complaint, Trials {
	asked: ApiRequest;
	answer: Exchange;
	attempts: number;
}

/** Explains why the request did not succeed. Pure; the answer is one for which `isSuccess` is false. */
export function problemOf(
	asked: ApiRequest,
	answer: Exchange,
	attempts: number,
	trials: Trials = {},
): Problem {
	const complaint = complaintOf(answer.body);
	const facts: Facts = { ...complaint, ...trials, asked, answer, attempts };
	const { errorId, details } = complaint;
	return {
		...sentenceFor(facts)(facts),
		...(errorId && { errorId }),
		...(Object.keys(details).length > 0 && { details }),
	};
}

/** Reads the error body of the specification, and the flat forms that gateways send. */
export function complaintOf(body: unknown): Complaint {
	const inner = isObject(body) && isObject(body.error) ? body.error : body;
	if (!isObject(inner)) return { details: {} };
	return {
		errorId: typeof inner.errorId === 'string' ? shortened(inner.errorId) : undefined,
		message:
			typeof inner.message === 'string' && inner.message !== ''
				? shortened(inner.message)
				: undefined,
		details: isObject(inner.details) ? bounded(inner.details) : {},
	};
}

// n8n keeps errors with the execution and shows them: megabytes explain nothing.
function bounded(details: Record<string, unknown>): Record<string, unknown> {
	if (JSON.stringify(details).length <= LONGEST_DETAILS) return details;
	const entries = Object.entries(details).slice(0, MOST_DETAILS);
	return Object.fromEntries(
		entries.map(([key, value]) => [
			shortened(key),
			shortened(typeof value === 'string' ? value : JSON.stringify(value)),
		]),
	);
}

function shortened(text: string): string {
	return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}…`;
}
