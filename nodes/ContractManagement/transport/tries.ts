import { canceledError } from './canceled';
import type { Connection } from './connection';
import { WITNESSES } from './errors/onTheWay';
import { quoted } from './errors/redaction';
import { isSuccess, type ApiRequest, type Exchange } from './exchange';

/** The answer as it may be shown: a refusal may repeat what was sent. Other headers are not shown: a redirect's leads to a file. */
export function quotable(
	{ secrets }: Pick<Connection, 'secrets'>,
	asked: ApiRequest,
	answer: Exchange,
): Exchange {
	if (isSuccess(asked, answer)) return answer;
	const { body, headers, reason } = answer;
	const told = Object.fromEntries(WITNESSES.map((name) => [name, headers[name]]));
	return {
		...answer,
		headers: { ...headers, ...quoted(secrets, told) },
		body: quoted(secrets, body),
		reason: reason && quoted(secrets, reason),
	};
}

/**
 * What a request's own way to look, or to make its body anew, comes to; its requests go before the others of the execution.
 * Undefined where it has none, and where it fails, which proves nothing.
 */
export async function goingFirst<T>(
	connection: Connection,
	ask: ((through: Connection) => Promise<T>) | false | undefined,
): Promise<T | undefined> {
	try {
		return ask ? await ask({ ...connection, goesFirst: true }) : undefined;
	} catch {
		if (connection.signal?.aborted) throw canceledError(connection, true);
		return undefined;
	}
}
