import type { IDataObject } from 'n8n-workflow';
import { isSameValue } from '../api/comparison';
import { isObject, unwrap } from '../api/shapes';
import type { Connection } from './connection';
import { request } from './request';

/** A change of a record by `PATCH`, with absolute values: a second arrival changes nothing more. */
export interface Patch<T> {
	path: string;
	body: IDataObject;
	/** Whether an answer is the record, and not only its id. */
	isRecord: (answer: unknown) => answer is T;
	/** What is known of the record, for where it was changed but cannot be read. */
	fallback: T;
}

/**
 * Changes the record. Where no answer says what became of it, the record is read before it is sent again: with the
 * values in it, it was changed, and its `updatedAt` is not raised once more.
 *
 * @returns the record as it is then
 * @throws NodeApiError when the service refuses, or nobody knows whether it was changed
 */
export async function patchRecord<T>(connection: Connection, patch: Patch<T>): Promise<T> {
	const { path, body, isRecord, fallback } = patch;
	const read = async (through: Connection) =>
		unwrap(await request<unknown>(through, { method: 'GET', path }));
	// Once: where reading does not help, sending again does no harm.
	const look = async (through: Connection) => {
		const record = await read({ ...through, retry: { ...through.retry, maxRetries: 0 } });
		return isRecord(record) && holds(record, body) ? record : undefined;
	};
	const asked = { method: 'PATCH' as const, path, body, repeatable: true, bodyOptional: true };
	const answer = unwrap(await request<unknown>(connection, { ...asked, look }));
	if (isRecord(answer)) return answer;
	const [now] = await Promise.allSettled([read(connection)]);
	return now.status === 'fulfilled' && isRecord(now.value) ? now.value : fallback;
}

function holds(record: unknown, values: IDataObject): boolean {
	return (
		isObject(record) &&
		Object.entries(values).every(
			([name, value]) => Object.hasOwn(record, name) && isSameValue(record[name], value),
		)
	);
}
