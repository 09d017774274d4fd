import type { Counterparty } from '../api/types';
import type { Connection } from './connection';
import { apiError, isMissing } from './errors/requestError';
import { isSuccess, type ApiRequest } from './exchange';
import { recordIn } from './records';
import { attempt } from './request';

/** The counterparty with the id, or undefined when there is none. */
export async function counterpartyById(
	connection: Connection,
	id: string,
): Promise<Counterparty | undefined> {
	const asked: ApiRequest = { method: 'GET', path: counterpartyPath(id) };
	const outcome = await attempt(connection, asked);
	if (isSuccess(asked, outcome.answer)) {
		return recordIn<Counterparty>(connection, asked, outcome.answer.body);
	}
	if (isMissing(outcome)) return undefined;
	throw apiError(connection.context.getNode(), asked, outcome);
}

export function counterpartyPath(id: string): string {
	return `/counterparties/${encodeURIComponent(id)}`;
}
