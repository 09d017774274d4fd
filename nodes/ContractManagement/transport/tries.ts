import type { Connection } from './connection';
import type { ApiRequest, Exchange, Outcome } from './exchange';

/** What came of the attempts so far. */
export interface Tries {
	labels: string[];
	/** Whether one of them may have been executed. */
	isUnknown: boolean;
}

/** The outcome of a request whose last answer this is. */
export function outcomeOf(
	{ baseUrl }: Connection,
	{ labels, isUnknown }: Tries,
	answer: Exchange,
	tooLongMs?: number,
): Outcome {
	return { answer, attempts: labels.length, tried: labels, baseUrl, tooLongMs, isUnknown };
}

/** What an attempt came to, for people: `503`, `ECONNRESET`. */
export function labelOf({ status, code, reason }: Exchange): string {
	return status === 0 ? (code ?? reason ?? 'no answer') : String(status);
}

/** Says in n8n's log that another attempt follows. */
export function logRetry(
	{ context }: Connection,
	{ method, path }: ApiRequest,
	labels: string[],
	delayMs: number,
): void {
	context.logger.debug(
		`${method} ${path}: ${labels.at(-1)}; attempt ${labels.length + 1} follows in ${Math.round(delayMs)} ms`,
	);
}
