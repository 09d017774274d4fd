import type { Counterparty } from '../api/types';
import type { Connection } from './connection';
import { isNoRoute } from './errors/addressSentences';
import { contextOf, unlessRefused } from './errors/requestError';
import { requestRecord } from './records';

/** The counterparty with the id, or undefined when there is none. */
export async function counterpartyById(connection: Connection, id: string) {
	const path = counterpartyPath(id);
	const reading = requestRecord<Counterparty>(connection, { method: 'GET', path });
	const { value, refusal } = await unlessRefused(reading, [404]);
	const { errorId } = contextOf(refusal) as { errorId?: string };
	if (refusal && isNoRoute({ status: 404, errorId, baseUrl: connection.baseUrl })) throw refusal;
	return value;
}

export function counterpartyPath(id: string): string {
	return `/counterparties/${encodeURIComponent(id)}`;
}
