import type { IDataObject } from 'n8n-workflow';
import { uuidOf } from '../../api/identifiers';
import { isObject } from '../../api/shapes';
import type { TriggerFilters } from '../shared/filters';
import type { PollState, Version } from './state';

/** Whose state it is. */
export interface Owner {
	/** Names the list: the service and the filters. */
	list: string;
	/** Undefined while the service does not say. */
	organization?: string;
	/** Names what the trigger knows since it began anew. */
	begun?: string;
}

/** Where a trigger's state is kept. */
export interface Shelf {
	/** n8n's static data of the node. */
	data: IDataObject;
	/** Its property. */
	name: string;
	/** With durable cursors n8n drops what the poll on publishing leaves in its data, so that is kept here until n8n has any. */
	unsaved: Map<string, IDataObject>;
	/** Names the trigger in `unsaved`. */
	key: string;
}

/** The layout of what is stored; data of another layout is not read. */
const LAYOUT = 2;

/** Names a list by its service and filters: whoever changes these begins anew. */
export function listNameOf(baseUrl: string, filters: TriggerFilters): string {
	const { contractTypeIds, counterpartyId, ...others } = filters;
	const ids = [contractTypeIds.map(uuidOf).sort(), uuidOf(counterpartyId)];
	const values = Object.values(others).map((list: string[]) => list.toSorted());
	return JSON.stringify([baseUrl, ...ids, ...values]);
}

/** The state that the trigger goes on from; undefined where it begins anew. */
export function recalled({ data, name, unsaved, key }: Shelf, owner: Owner): PollState | undefined {
	const own = data[name] as IDataObject | undefined;
	const first = unsaved.get(key);
	if (first?.begun === own?.begun) unsaved.delete(key);
	const kept = unsaved.get(key) ?? own;
	return isOf(owner, kept) ? restored(kept) : undefined;
}

/** Keeps the state. @param begun when the trigger began anew, if it did so with this poll */
export function keep(
	{ data, name, unsaved, key }: Shelf,
	owner: Owner,
	state: PollState,
	begun?: string,
): void {
	const before = (unsaved.get(key) ?? data[name] ?? {}) as IDataObject;
	const kept = stored(state, {
		list: owner.list,
		organization: owner.organization ?? (begun ? undefined : before.organization),
		begun: begun ?? before.begun,
	} as Owner);
	data[name] = kept;
	if (begun) unsaved.set(key, kept);
}

/**
 * The state as n8n's static data keeps it. The versions are one text: n8n wraps every object of static data, and ten
 * thousand of them would slow down each execution of the workflow.
 */
export function stored({ floor, since, versions }: PollState, owner: Owner): IDataObject {
	const lines = [...versions].map(([id, { updatedAt, status, print }]) =>
		// A counterparty's status may be any text, with blanks as well.
		[id, updatedAt, encodeURIComponent(status), print ?? []].flat().join(' '),
	);
	const text = { floor, since, ...owner, versions: lines.join('\n') };
	// n8n takes no undefined values.
	return JSON.parse(JSON.stringify({ layout: LAYOUT, ...text })) as IDataObject;
}

/** The state that was stored. */
export function restored({ floor, since, versions }: IDataObject): PollState {
	const lines = versions ? String(versions).split('\n') : [];
	const entries = lines.map((line): [string, Version] => {
		const [id, updatedAt, status, print] = line.split(' ');
		return [id, { updatedAt, status: decodeURIComponent(status), ...(print && { print }) }];
	});
	return { floor, since, versions: new Map(entries) } as PollState;
}

/** The key of the credential may have become another organization's. */
function isOf({ list, organization }: Owner, data: unknown): data is IDataObject {
	if (!isObject(data) || data.layout !== LAYOUT || data.list !== list) return false;
	return (data.organization ?? organization) === (organization ?? data.organization);
}
