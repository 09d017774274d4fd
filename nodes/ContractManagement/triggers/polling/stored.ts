import type { IDataObject } from 'n8n-workflow';
import { uuidOf } from '../../api/identifiers';
import { isObject } from '../../api/shapes';
import type { TriggerFilters } from '../shared/records';
import type { PollState, Version } from './state';

/** Whose state it is, and where it is kept: in a property of n8n's static data of the node. */
export interface Shelf {
	data: IDataObject;
	name: string;
	/** Names the service and the filters. */
	list: string;
	/** Undefined while the service does not say. */
	organization?: string;
	/** With durable cursors n8n drops what the poll on publishing leaves in its data: it is kept here until n8n has any. */
	known: { unsaved?: IDataObject };
}

/** A state that was stored. */
export interface StoredState extends PollState {
	organization?: string;
	/** Names what the trigger knows since it began anew. */
	begun?: string;
}

/** The layout of what is stored; data of another layout is not read. */
const LAYOUT = 2;

/** Names a list by its service and filters: whoever changes these begins anew. */
export function listNameOf(baseUrl: string, filters: TriggerFilters): string {
	return JSON.stringify([
		baseUrl,
		...Object.values(filters).map((list) => list.map(uuidOf).sort()),
	]);
}

/** The state that the trigger goes on from; undefined where it begins anew. */
export function recalled(shelf: Shelf): StoredState | undefined {
	const { data, name, list, organization, known } = shelf;
	const own = data[name] as IDataObject | undefined;
	if (known.unsaved?.begun === own?.begun) delete known.unsaved;
	const kept = known.unsaved ?? own;
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
	data[name] = kept;
	if (!before) known.unsaved = kept;
}

/**
 * The state as n8n's static data keeps it. The versions are one text: n8n wraps every object of static data, and ten
 * thousand of them would slow down each execution of the workflow.
 */
export function stored({ floor, since, versions }: PollState, owner: IDataObject): IDataObject {
	const lines = [...versions].map(([id, { updatedAt, status, print }]) =>
		// A counterparty's status may be any text, with blanks as well.
		[id, updatedAt, encodeURIComponent(status), print ?? []].flat().join(' '),
	);
	const text = { layout: LAYOUT, floor, since, ...owner, versions: lines.join('\n') };
	// n8n takes no undefined values.
	return JSON.parse(JSON.stringify(text)) as IDataObject;
}

/** The state that was stored. */
export function restored({
	floor,
	since,
	versions,
	organization,
	begun,
}: IDataObject): StoredState {
	const lines = versions ? String(versions).split('\n') : [];
	const entries = lines.map((line): [string, Version] => {
		const [id, updatedAt, status, print] = line.split(' ');
		return [id, { updatedAt, status: decodeURIComponent(status), ...(print && { print }) }];
	});
	const instants = { floor: String(floor ?? ''), since: String(since ?? '') };
	return { ...instants, versions: new Map(entries), organization, begun } as StoredState;
}
