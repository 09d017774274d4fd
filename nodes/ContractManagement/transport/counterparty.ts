import type { Counterparty } from '../api/types';
import type { Connection } from './connection';
import { apiError, isMissing } from './errors/requestError';
import { isSuccess, type ApiRequest } from './exchange';
import { newest } from './readAfterWrite';
import { recordIn } from './records';
import { attempt } from './request';

/** The counterparty with the id, or undefined when there is none. */
export async function counterpartyById(connection: Connection, id: string) {
	const asked: ApiRequest = { method: 'GET', path: counterpartyPath(id) };
	const outcome = await attempt(connection, asked);
	if (isSuccess(asked, outcome.answer)) {
		const read = recordIn<Counterparty>(connection, asked, outcome.answer.body);
		return newest(connection, asked.path, read);
	}
	if (isMissing(outcome)) return undefined;
	throw apiError(connection.context.getNode(), asked, outcome);
}

export function counterpartyPath(id: string): string {
	return `/counterparties/${encodeURIComponent(id)}`;
}
