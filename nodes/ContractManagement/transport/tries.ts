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

/** What stands in for a lost answer, if the request has a way to look. Looking can fail, too, which proves nothing. */
export async function look(connection: Connection, asked: ApiRequest): Promise<unknown> {
	try {
		return await asked.look?.({ ...connection, goesFirst: true });
	} catch {
		if (connection.signal?.aborted) throw canceledError(connection, true);
		return undefined;
	}
}

/** The request as it is sent again; undefined where what its body is made of cannot be read. */
export async function renewed(connection: Connection, asked: ApiRequest) {
	if (!asked.renew) return asked;
	try {
		return { ...asked, body: await asked.renew({ ...connection, goesFirst: true }) };
	} catch {
		if (connection.signal?.aborted) throw canceledError(connection, true);
		return undefined;
	}
}
