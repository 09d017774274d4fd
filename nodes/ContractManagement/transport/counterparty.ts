import type { Counterparty } from '../api/types';
import type { Connection } from './connection';
import { apiError, isMissing } from './errors/requestError';
import { isSuccess, type ApiRequest } from './exchange';
import { isOutdated, newest, readShown } from './readAfterWrite';
import { recordIn } from './records';
import { attempt } from './request';

/** The counterparty with the id, or undefined when there is none. What this process has just changed is waited for. */
export async function counterpartyById(connection: Connection, id: string) {
	const path = counterpartyPath(id);
	const latest = (read: Counterparty) => newest(connection, path, read);
	const isNow = (read?: Counterparty) =>
		!read || latest(read) !== read || !isOutdated(connection, path, read);
	const shown = await readShown(connection, async () => await readOne(connection, path), isNow);
	return shown && latest(shown);
}

async function readOne(connection: Connection, path: string): Promise<Counterparty | undefined> {
	const asked: ApiRequest = { method: 'GET', path };
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
