import type { Counterparty } from '../api/types';
import type { Connection } from './connection';
import { recordIfThere } from './records';

/** The counterparty with the id, or undefined when there is none. */
export async function counterpartyById(connection: Connection, id: string) {
	return await recordIfThere<Counterparty>(connection, counterpartyPath(id));
}

export function counterpartyPath(id: string): string {
	return `/counterparties/${encodeURIComponent(id)}`;
}
