import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../api/shapes';
import type { Owner } from './owner';
import type { PollState } from './state';
import type { Version } from './versions';

/** Where a state is kept: in a property of n8n's static data of the node. */
export interface Shelf {
	data: IDataObject;
	name: string;
	/**
	 * With durable cursors n8n drops what the poll on publishing leaves in its data: it is kept here as long as n8n has what
	 * it replaces, be that nothing. Another process may have stored a later one. `last` is the one that this process kept last.
	 */
	known: { unsaved?: { kept: IDataObject; replaces: unknown }; last?: unknown };
}

/** A state that was stored. */
export interface StoredState extends PollState, Owner {
	/** Names what the trigger knows since it began anew. */
	begun?: string;
	/** Names the poll. */
	poll?: string;
	/** Whether it was stored with what the poll has told. */
	told?: boolean;
	/** The events that were chosen when nothing was left. */
	events?: string[];
}

/** The layout of what is stored; data of another layout is not read. */
const LAYOUT = 3;

/** The last state, whosever it is; undefined where there is none. */
export function recalled({ data, name, known }: Shelf): StoredState | undefined {
	const own = data[name] as IDataObject | undefined;
	if (known.unsaved?.replaces !== own?.begun) delete known.unsaved;
	const kept = known.unsaved?.kept ?? own;
	return isObject(kept) && kept.layout === LAYOUT ? restored(kept) : undefined;
}

/** Keeps the state. @param before what it goes on from; undefined where the trigger began anew with this poll */
export function keep(
	shelf: Shelf,
	state: PollState,
	before: StoredState | undefined,
	more: IDataObject & Owner,
): void {
	const { data, name, known } = shelf;
	const poll = `${Date.now()} ${Math.random()}`;
	const kept = stored(state, { ...more, begun: before ? before.begun : poll, poll });
	const replaces = (data[name] as IDataObject | undefined)?.begun;
	if (!before) known.unsaved = { kept, replaces };
	known.last = poll;
	data[name] = kept;
}

/**
 * The state as n8n's static data keeps it. The versions are one text: n8n wraps every object of static data, and ten
 * thousand of them would slow down each execution of the workflow.
 */
export function stored({ versions, ...state }: PollState, more: IDataObject): IDataObject {
	// Ids and statuses may be any text, with blanks, or cut in the middle of a character.
	const texts = [...versions].flatMap(([id, { updatedAt, status, print = '' }]) => {
		return [id, updatedAt, status, print];
	});
	// Dates of signatures, in the same order; apart from the rest, as earlier versions of the package know of none.
	const dates = [...versions.values()].map(({ signed = '' }) => signed);
	const text = { layout: LAYOUT, ...state, ...more, versions: JSON.stringify(texts) };
	const signed = dates.some(Boolean) ? dates.join() : undefined;
	// n8n takes no undefined values.
	return JSON.parse(JSON.stringify({ ...text, signed })) as IDataObject;
}

export function restored({ versions, signed, ...kept }: IDataObject): StoredState {
	const texts = JSON.parse(String(versions)) as string[];
	const known = new Map<string, Version>();
	const dates = String(signed ?? '').split(',');
	for (let i = 0; i < texts.length; i += 4) {
		const [id, updatedAt, status, print] = texts.slice(i, i + 4);
		const date = dates[i / 4];
		known.set(id, { updatedAt, status, ...(print && { print }), ...(date && { signed: date }) });
	}
	const { floor = '', since = '' } = kept;
	return { ...kept, floor, since, versions: known } as unknown as StoredState;
}
