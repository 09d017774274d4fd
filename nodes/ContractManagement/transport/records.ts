import { flawOf } from '../api/flaws';
import { unwrap } from '../api/shapes';
import type { Connection } from './connection';
import { nodeApiError } from './errors';
import type { ApiRequest } from './exchange';
import { request } from './request';

/**
 * The record that a request answers with.
 *
 * @throws NodeApiError when the service refuses, or says what it answered with in place of a record
 */
export async function requestRecord<T extends object>(
	connection: Connection,
	asked: ApiRequest,
): Promise<T> {
	return recordIn<T>(connection, asked, await request<unknown>(connection, asked));
}

/** The record in the body of a successful answer. @throws NodeApiError that says what is there instead */
export function recordIn<T extends object>(
	{ context }: Pick<Connection, 'context'>,
	{ path }: Pick<ApiRequest, 'path'>,
	body: unknown,
): T {
	const record = unwrap(body);
	const flaw = flawOf(record);
	if (flaw === undefined) return record as T;
	throw nodeApiError(
		context.getNode(),
		`${path} did not answer with a record that can be read`,
		`What it answered with ${flaw}. The Base URL of the credential may point to another service, or something else answers in its place.`,
	);
}
