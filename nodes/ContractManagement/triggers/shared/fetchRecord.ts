import type { NodeApiError } from 'n8n-workflow';
import type { Connection } from '../../transport/connection';
import { isNoRoute } from '../../transport/errors/addressSentences';
import { statusOf } from '../../transport/errors/requestError';
import { requestRecord } from '../../transport/records';

/**
 * The record at a path, or undefined when the service says that it does not have it. Something else before the service,
 * which answers while that is down, does not know.
 *
 * @throws NodeApiError when it cannot be fetched
 */
export async function recordAt(connection: Connection, path: string): Promise<object | undefined> {
	const [result] = await Promise.allSettled([requestRecord(connection, { method: 'GET', path })]);
	if (result.status === 'rejected') {
		if (isMissing(result.reason, connection)) return undefined;
		throw result.reason as Error;
	}
	return result.value;
}

function isMissing(error: unknown, { baseUrl }: Connection): boolean {
	const status = statusOf(error);
	const errorId = (error as NodeApiError).context?.errorId as string | undefined;
	return status === 404 && errorId !== undefined && !isNoRoute({ status, errorId, baseUrl });
}
