import { isObject, unwrap } from '../../api/shapes';
import type { Connection } from '../../transport/connection';
import { unlessRefused } from '../../transport/errors/requestError';
import { shared } from '../../transport/oncePerExecution';
import { request } from '../../transport/request';

/** Polls of this process share what they learn: a key is tied to one organization. */
const PROCESS = {};

/** The id of the organization; undefined while it cannot be had, or where the key may not ask. */
export async function organizationOf(connection: Connection): Promise<string | undefined> {
	// The poll finds out for itself, and patiently, whether the service is there.
	const retry = { ...connection.retry, maxRetries: 0 };
	const once = { ...connection, retry, execution: PROCESS };
	const asked = async () => {
		const asking = request<unknown>(once, { method: 'GET', path: '/organization' });
		const body = unwrap((await unlessRefused(asking, [403, 404])).value);
		return isObject(body) && typeof body.id === 'string' ? body.id : undefined;
	};
	const [read] = await Promise.allSettled([shared(once, 'organization', asked)]);
	return read.status === 'fulfilled' ? read.value : undefined;
}
