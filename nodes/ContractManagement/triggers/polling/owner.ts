import { uuidOf } from '../../api/identifiers';
import { digestOf } from '../../api/print';
import { isObject, unwrap } from '../../api/shapes';
import type { Connection } from '../../transport/connection';
import { unlessRefused, unusable } from '../../transport/errors/requestError';
import { request } from '../../transport/request';
import { FILTERS, OF_CONTRACTS, type TriggerFilters } from '../shared/records';

/** Whose state it is: service and filters, as text; what tells its API key from others; empty where that may not know. */
export interface Owner {
	list: string;
	key?: string;
	organization?: string;
}

/**
 * Whose records the trigger watches now, and how that differs from its last state: then it begins anew.
 *
 * @throws an error where nobody can tell whether a key is of the same organization
 */
export async function ownerOf(
	connection: Connection,
	filters: TriggerFilters,
	last?: Owner,
): Promise<{ owner: Owner; changed?: string }> {
	const { baseUrl, credentials } = connection;
	const ids = (name: keyof TriggerFilters) => filters[name].map((id) => uuidOf(id).toLowerCase());
	const list = JSON.stringify([addressOf(baseUrl), ...FILTERS.map((name) => ids(name).sort())]);
	const key = digestOf(String(credentials.apiKey).trim()).slice(0, 12);
	const isAsked = last?.key !== key || last.organization === undefined;
	const organization = isAsked ? await organizationOf(connection) : last.organization;
	const owner = { list, key, organization };
	if (last && !isWithin(list, last.list))
		return { owner, changed: 'its filters or its Base URL changed' };
	// A state of an earlier version of the package has no key.
	const isSame = !last || last.key === key || (!last.key && !last.organization);
	if (isSame || (organization && last.organization === organization)) return { owner };
	if (last.organization && organization)
		return { owner, changed: 'its API key is of another organization' };
	const message = 'It cannot be told whether the API key is of the same organization as before';
	const advice =
		'Nothing was emitted. Use the key of before or one that may read /organization, or replace this trigger with a new one to start over without the changes so far.';
	throw unusable(connection, message, advice);
}

/** @throws NodeApiError where the service does not answer */
async function organizationOf(connection: Connection): Promise<string> {
	const asking = request<unknown>(connection, { method: 'GET', path: '/organization' });
	const { value } = await unlessRefused(asking, [403, 404]);
	const body = unwrap(value);
	return isObject(body) && typeof body.id === 'string' ? body.id : '';
}

// In one spelling, without user and password.
function addressOf(url: string): string {
	if (!URL.canParse(url)) return url;
	const { protocol, host, pathname } = new URL(url);
	return `${protocol}//${host}${pathname.replace(/\/$/, '')}`;
}

/** Whether all records of a list are among those of the list before, as far as that tells: what of them starts a workflow is no matter. */
export function isWithin(list: string, before: string): boolean {
	if (list === before) return true;
	if (!before.startsWith('[')) return false;
	const [now, then] = [list, before].map((one) => JSON.parse(one) as [string, ...string[][]]);
	if (addressOf(now[0]) !== addressOf(then[0])) return false;
	return OF_CONTRACTS.every((_filter, index) => {
		const [some, all] = [now, then].map((one) => (one[index + 1] ?? []) as string[]);
		return all.length === 0 || (some.length > 0 && some.every((one) => all.includes(one)));
	});
}
