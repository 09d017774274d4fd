import { isObject, unwrap } from '../../api/shapes';
import type { Connection } from '../../transport/connection';
import { statusOf } from '../../transport/errors/requestError';
import { request } from '../../transport/request';

/** By account, of those that were learned last: a key is tied to one organization. Undefined where it may not ask. */
const known = new Map<string, string | undefined>();
const MAX_KNOWN = 1_000;

/** The id of the organization, asked for once per key and process; undefined while it cannot be had. */
export async function organizationOf(connection: Connection): Promise<string | undefined> {
	const { account, retry } = connection;
	if (known.has(account)) return known.get(account);
	// The poll finds out for itself, and patiently, whether the service is there.
	const once = { ...connection, retry: { ...retry, maxRetries: 0 } };
	const asked = request<unknown>(once, { method: 'GET', path: '/organization' });
	const [result] = await Promise.allSettled([asked]);
	const isRead = result.status === 'fulfilled';
	const body = isRead ? unwrap(result.value) : undefined;
	const id = isObject(body) && typeof body.id === 'string' ? body.id : undefined;
	if (isRead || [403, 404].includes(statusOf(result.reason)!)) known.set(account, id);
	const [oldest] = known.keys();
	if (known.size > MAX_KNOWN) known.delete(oldest);
	return id;
}
