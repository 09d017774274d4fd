import type { Connection } from './connection';
import { quoted } from './errors/redaction';
import { isSuccess, type ApiRequest, type Exchange } from './exchange';

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

/** The answer as it may be shown: a refusal may repeat what was sent. The headers are not shown: a redirect's leads to a file. */
export function quotable({ secrets }: Connection, asked: ApiRequest, answer: Exchange): Exchange {
	if (isSuccess(asked, answer)) return answer;
	const { body, reason } = answer;
	return {
		...answer,
		body: quoted(secrets, body),
		...(reason && { reason: quoted(secrets, reason) }),
	};
}
