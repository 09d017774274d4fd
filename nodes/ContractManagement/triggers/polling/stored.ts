import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../api/shapes';
import type { Owner } from './owner';
import type { PollState } from './state';
import type { Version } from './versions';

/** Where a state is kept: in a property of n8n's static data of the node. */
export interface Shelf {
	data: IDataObject;
	name: string;
	// With durable cursors n8n drops what the poll on publishing leaves in its data: it is kept here as long as n8n has what
	// it replaces, be that nothing. Another process may have stored a later one. `last` is the poll that was kept last.
	known: { unsaved?: { kept: IDataObject; replaces: unknown }; last?: unknown };
}

/** A state that was stored: by which poll, whether with what that has told, and the events that were chosen when nothing was left. */
export interface StoredState extends PollState, Owner {
	poll?: string;
	told?: boolean;
	events?: string[];
}

/** The layout of what is stored; data of another layout is not read. */
const LAYOUT = 3;

/** The last state, whosever it is; undefined where there is none. */
export function recalled({ data, name, known }: Shelf): StoredState | undefined {
	const own = data[name] as IDataObject | undefined;
	if (known.unsaved?.replaces !== own?.poll) delete known.unsaved;
	const kept = known.unsaved?.kept ?? own;
	return isObject(kept) && kept.layout === LAYOUT ? restored(kept) : undefined;
}

/** Keeps the state. @param isFirst whether the trigger began anew with it */
export function keep(shelf: Shelf, state: PollState, isFirst: boolean, more: IDataObject & Owner) {
	const { data, name, known } = shelf;
	const kept = stored(state, { ...more, poll: `${Date.now()} ${Math.random()}` });
	const replaces = (data[name] as IDataObject | undefined)?.poll;
	if (isFirst) known.unsaved = { kept, replaces };
	known.last = kept.poll;
	data[name] = kept;
}

/**
 * The state as n8n's static data keeps it. The versions are one text: n8n wraps every object of static data, and ten
 * thousand of them would slow down each execution of the workflow. Dates of signatures stand in the same order beside it.
 */
export function stored({ versions, ...state }: PollState, more: IDataObject): IDataObject {
	// Ids and statuses may be any text, with blanks, or cut in the middle of a character.
	const texts = [...versions].flatMap(([id, one]) => [
		id,
		one.updatedAt,
		one.status,
		one.print ?? '',
	]);
	const dates = [...versions.values()].map((version) => version.signed);
	const signed = dates.some(Boolean) ? dates.join() : undefined;
	const text = { layout: LAYOUT, ...state, ...more, signed, versions: JSON.stringify(texts) };
	// n8n takes no undefined values.
	return JSON.parse(JSON.stringify(text)) as IDataObject;
}

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
