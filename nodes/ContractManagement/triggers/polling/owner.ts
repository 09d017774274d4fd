import { NodeOperationError } from 'n8n-workflow';
import { uuidOf } from '../../api/identifiers';
import { digestOf } from '../../api/print';
import { isObject, unwrap } from '../../api/shapes';
import type { Connection } from '../../transport/connection';
import { unlessRefused } from '../../transport/errors/requestError';
import { request } from '../../transport/request';
import { FILTERS, OF_CONTRACTS, type TriggerFilters } from '../shared/records';

/** Whose state it is: its list (see `listNameOf`), and its API key. */
export interface Owner {
	list: string;
	/** Tells two API keys apart. */
	key?: string;
	/** Empty where the key may not know. */
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
	const list = listNameOf(connection.baseUrl, filters);
	const key = digestOf(String(connection.credentials.apiKey).trim()).slice(0, 12);
	const isAsked = last?.key !== key || last.organization === undefined;
	const organization = isAsked ? await organizationOf(connection) : last.organization;
	const owner = { list, key, organization };
	if (!last) return { owner };
	if (!isWithin(list, last.list)) return { owner, changed: 'its filters or its Base URL changed' };
	if (last.key === key || (organization && last.organization === organization)) return { owner };
	// A state of a version of the package that went on where it did not know.
	if (last.key === undefined && !last.organization) return { owner };
	if (last.organization && organization)
		return { owner, changed: 'its API key is of another organization' };
	const message = 'It cannot be told whether the API key is of the same organization as before';
	throw new NodeOperationError(connection.context.getNode(), message, {
		description:
			'The service does not let the key read /organization. Nothing was emitted. Use the key of before or one that may read it, or replace this trigger with a new one to start over without the changes so far.',
	});
}

/** The id of the organization that the key belongs to; empty where it may not know. @throws NodeApiError where the service does not answer */
async function organizationOf(connection: Connection): Promise<string> {
	const asking = request<unknown>(connection, { method: 'GET', path: '/organization' });
	const { value } = await unlessRefused(asking, [403, 404]);
	const body = unwrap(value);
	return isObject(body) && typeof body.id === 'string' ? body.id : '';
}

/** Names a list by its service, without user and password and in one spelling, and by filters. */
export function listNameOf(baseUrl: string, filters: TriggerFilters): string {
	const lists = FILTERS.map((name) => filters[name].map((one) => uuidOf(one).toLowerCase()).sort());
	return JSON.stringify([addressOf(baseUrl), ...lists]);
}

function addressOf(baseUrl: string): string {
	const { protocol, host, pathname } = URL.canParse(baseUrl)
		? new URL(baseUrl)
		: { protocol: '', host: '', pathname: baseUrl };
	return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`;
}

/** Whether all records of a list are among those of the list before, as far as that tells: what of them starts a workflow is no matter. */
export function isWithin(list: string, before: unknown): boolean {
	if (list === before) return true;
	if (typeof before !== 'string' || !before.startsWith('[')) return false;
	const [now, then] = [list, before].map((name) => JSON.parse(name) as [string, ...string[][]]);
	if (addressOf(now[0]) !== addressOf(then[0])) return false;
	return OF_CONTRACTS.every((_filter, index) => {
		const [some, all] = [now, then].map((one) => (one[index + 1] ?? []) as string[]);
		return all.length === 0 || (some.length > 0 && some.every((one) => all.includes(one)));
	});
}
