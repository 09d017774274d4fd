import type { IDataObject } from 'n8n-workflow';
import { uuidOf } from '../../api/identifiers';
import { digestOf } from '../../api/print';
import { isObject, unwrap } from '../../api/shapes';
import type { Connection } from '../../transport/connection';
import { unlessRefused, unusable } from '../../transport/errors/requestError';
import { request } from '../../transport/request';
import { FILTERS, OF_CONTRACTS, type TriggerFilters } from '../shared/records';
import type { PollState } from './state';
import type { Version } from './versions';

/** Whose state it is: service and filters, as text; what tells its API key from others; empty where that may not know. */
interface Owner {
	list: string;
	key?: string;
	organization?: string;
}

/** A state that was stored: by which poll, whether with what that has told, and the events that were chosen when nothing was left. */
export interface StoredState extends PollState, Owner {
	poll?: string;
	told?: boolean;
	events?: string[];
}

/** Where a state is kept: in a property of n8n's static data of the node. */
export interface Shelf {
	data: IDataObject;
	name: string;
	// With durable cursors n8n drops what the poll on publishing leaves in its data: it is kept here as long as n8n has what
	// it replaces, be that nothing. Another process may have stored a later one. `last` is the poll that was kept last.
	known: { unsaved?: { kept: IDataObject; replaces: unknown }; last?: unknown };
}

/** The layout of what is stored; data of another layout is not read. */
const LAYOUT = 3;

/** The last state, whosever it is; undefined where there is none. */
export function recalled({ data, name, known }: Shelf): StoredState | undefined {
	const own = data[name] as IDataObject | undefined;
	if (known.unsaved?.replaces !== own?.poll) delete known.unsaved;
	const kept = known.unsaved?.kept ?? own;
	return isObject(kept) && kept.layout === LAYOUT ? restored(kept as IDataObject) : undefined;
}

/** Keeps the state. @param isFirst whether the trigger, or an event that was added, begins with it */
export function keep(shelf: Shelf, state: PollState, isFirst: boolean, more: IDataObject & Owner) {
	const { data, name, known } = shelf;
	const kept = stored(state, { ...more, poll: `${Date.now()} ${Math.random()}` });
	const replaces = (data[name] as IDataObject | undefined)?.poll;
	if (isFirst) known.unsaved = { kept, replaces };
	known.last = kept.poll;
	data[name] = kept;
}

/** The state as n8n's static data keeps it. n8n wraps every object of that, so the versions are one text, beside dates in their order. */
export function stored({ versions, ...state }: PollState, more: IDataObject): IDataObject {
	// Ids and statuses may be any text, with blanks, or cut in the middle of a character.
	const texts = [...versions].map(([id, { updatedAt, status, print = '' }]) => {
		return [id, updatedAt, status, print];
	});
	const dates = [...versions.values()].map((version) => version.signed);
	const signed = dates.some(Boolean) ? dates.join() : undefined;
	const text = JSON.stringify(texts.flat());
	// n8n takes no undefined values.
	const plain = JSON.stringify({ layout: LAYOUT, ...state, ...more, signed, versions: text });
	return JSON.parse(plain) as IDataObject;
}

/** The inverse of `stored`. @throws SyntaxError for versions that are no JSON */
export function restored({ versions, signed, ...kept }: IDataObject): StoredState {
	const texts = JSON.parse(String(versions)) as string[];
	const dates = String(signed ?? '').split(',');
	const known = new Map<string, Version>();
	for (let i = 0; i < texts.length; i += 4) {
		const [id, updatedAt, status, print] = texts.slice(i, i + 4);
		const date = dates[i / 4];
		known.set(id, { updatedAt, status, ...(print && { print }), ...(date && { signed: date }) });
	}
	return { floor: '', since: '', list: '', ...kept, versions: known };
}

/** Whose records it watches now, and what changed: then it begins anew. @throws where nobody can tell if a key is of the same organization */
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
		'Nothing was emitted. Use the key of before or one that may read /organization, or rename this node: it begins anew, without the changes so far.';
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
