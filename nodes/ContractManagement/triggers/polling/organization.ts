import { isObject, unwrap } from '../../api/shapes';
import type { Connection } from '../../transport/connection';
import { statusOf } from '../../transport/errors';
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
	const [asked] = await Promise.allSettled([
		request<unknown>(once, { method: 'GET', path: '/organization' }),
	]);
	if (asked.status === 'fulfilled') remember(account, idIn(asked.value));
	else if (isFinal(statusOf(asked.reason))) remember(account, undefined);
	return known.get(account);
}

function remember(account: string, id: string | undefined): void {
	known.set(account, id);
	const [oldest] = known.keys();
	if (known.size > MAX_KNOWN) known.delete(oldest);
}

function idIn(body: unknown): string | undefined {
	const organization = unwrap(body);
	return isObject(organization) && typeof organization.id === 'string'
		? organization.id
		: undefined;
}

function isFinal(status: number | undefined): boolean {
	return status === 403 || status === 404;
}
