import { isObject, unwrap } from '../../api/shapes';
import type { Connection } from '../../transport/connection';
import { statusOf } from '../../transport/errors/requestError';
import { request } from '../../transport/request';

/** By account: a key is tied to one organization ("Authentication"). Undefined where the key may not ask. */
const known = new Map<string, string | undefined>();

/** Of so many accounts, those that were learned last. */
const MAX_KNOWN = 1_000;

/** The id of the organization, asked for once per key and process; undefined while it cannot be had. */
export async function organizationOf(connection: Connection): Promise<string | undefined> {
	const { account } = connection;
	if (known.has(account)) return known.get(account);
	// The poll finds out for itself, and patiently, whether the service is there.
	const once = { ...connection, retry: { ...connection.retry, maxRetries: 0 } };
	const asked = request<unknown>(once, { method: 'GET', path: '/organization' });
	const [result] = await Promise.allSettled([asked]);
	const body = result.status === 'fulfilled' ? unwrap(result.value) : undefined;
	const id = isObject(body) && typeof body.id === 'string' ? body.id : undefined;
	const isFinal = result.status === 'fulfilled' || [403, 404].includes(statusOf(result.reason)!);
	if (isFinal) known.set(account, id);
	const [oldest] = known.keys();
	if (known.size > MAX_KNOWN) known.delete(oldest);
	return id;
}
