import { isObject, unwrap } from '../../api/shapes';
import type { Connection } from '../../transport/connection';
import { unlessRefused } from '../../transport/errors/requestError';
import { Memory } from '../../transport/memory';
import { request } from '../../transport/request';

/** What keys have been told, for all polls of this process: a key is tied to one organization. */
const organizations = new Memory<{ id?: string }>(Infinity, 1_000);

/** The id of the organization; undefined while it cannot be had, or where the key may not ask. */
export async function organizationOf(connection: Connection): Promise<string | undefined> {
	const { account, retry } = connection;
	const known = organizations.get(account);
	if (known) return known.id;
	// The poll finds out for itself, and patiently, whether the service is there.
	const once = { ...connection, retry: { ...retry, maxTotalMs: 0 } };
	const asking = request<unknown>(once, { method: 'GET', path: '/organization' });
	const asked = await unlessRefused(asking, [403, 404]).catch(() => undefined);
	if (!asked) return undefined;
	const body = unwrap(asked.value);
	const id = isObject(body) && typeof body.id === 'string' ? body.id : undefined;
	organizations.set(account, { id });
	return id;
}
