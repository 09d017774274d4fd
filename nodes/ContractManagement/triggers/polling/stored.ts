import type { IDataObject } from 'n8n-workflow';
import { uuidOf } from '../../api/identifiers';
import { isObject, unwrap } from '../../api/shapes';
import type { Connection } from '../../transport/connection';
import { unlessRefused } from '../../transport/errors/requestError';
import { Memory } from '../../transport/memory';
import { request } from '../../transport/request';
import type { TriggerFilters } from '../shared/records';
import type { PollState, Version } from './state';

/** Whose state it is (see `listNameOf`, `organizationOf`), and where it is kept: in a property of n8n's static data of the node. */
export interface Shelf {
	data: IDataObject;
	name: string;
	list: string;
	/** Undefined while the service does not say. */
	organization?: string;
	/**
	 * With durable cursors n8n drops what the poll on publishing leaves in its data: it is kept here as long as n8n has what
	 * it replaces, be that nothing. Another process may have stored a later one.
	 */
	known: { unsaved?: { kept: IDataObject; replaces: unknown } };
}

/** A state that was stored. */
export interface StoredState extends PollState {
	organization?: string;
	/** Names what the trigger knows since it began anew. */
	begun?: string;
}

/** The layout of what is stored; data of another layout is not read. */
const LAYOUT = 3;

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

/** Names a list by its service, without user and password, and filters: whoever changes these begins anew. */
export function listNameOf(baseUrl: string, filters: TriggerFilters): string {
	return JSON.stringify([
		baseUrl.replace(/\/\/[^/]*@/, '//'),
		...Object.values(filters).map((list) => list.map((one) => uuidOf(one).toLowerCase()).sort()),
	]);
}

/** The state that the trigger goes on from; undefined where it begins anew. */
export function recalled(shelf: Shelf): StoredState | undefined {
	const { data, name, list, organization, known } = shelf;
	const own = data[name] as IDataObject | undefined;
	if (known.unsaved?.replaces !== own?.begun) delete known.unsaved;
	const kept = known.unsaved?.kept ?? own;
	if (!isObject(kept) || kept.layout !== LAYOUT || kept.list !== list) return undefined;
	// The key of the credential may have become another organization's.
	const isSame = (kept.organization ?? organization) === (organization ?? kept.organization);
	return isSame ? restored(kept) : undefined;
}

/** Keeps the state. @param before what was recalled; undefined where the trigger began anew with this poll */
export function keep(shelf: Shelf, state: PollState, before: StoredState | undefined): void {
	const { data, name, list, organization = before?.organization, known } = shelf;
	const begun = before ? before.begun : `${Date.now()} ${Math.random()}`;
	const kept = stored(state, { list, organization, begun });
	const replaces = (data[name] as IDataObject | undefined)?.begun;
	if (!before) known.unsaved = { kept, replaces };
	data[name] = kept;
}

/**
 * The state as n8n's static data keeps it. The versions are one text: n8n wraps every object of static data, and ten
 * thousand of them would slow down each execution of the workflow.
 */
export function stored({ floor, since, versions }: PollState, owner: IDataObject): IDataObject {
	// Ids and statuses may be any text, with blanks, or cut in the middle of a character.
	const texts = [...versions].flatMap(([id, { updatedAt, status, print = '' }]) => {
		return [id, updatedAt, status, print];
	});
	const text = { layout: LAYOUT, floor, since, ...owner, versions: JSON.stringify(texts) };
	// n8n takes no undefined values.
	return JSON.parse(JSON.stringify(text)) as IDataObject;
}

export function restored(kept: IDataObject): StoredState {
	const { floor, since, versions, organization, begun } = kept;
	const texts = JSON.parse(String(versions)) as string[];
	const known = new Map<string, Version>();
	for (let i = 0; i < texts.length; i += 4) {
		const [id, updatedAt, status, print] = texts.slice(i, i + 4);
		known.set(id, { updatedAt, status, ...(print && { print }) });
	}
	const instants = { floor: String(floor ?? ''), since: String(since ?? '') };
	return { ...instants, versions: known, organization, begun } as StoredState;
}
