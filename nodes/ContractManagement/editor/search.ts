import type { INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { firstTimeById, identifierIn } from '../api/identifiers';
import { comparableName } from '../api/names';
import { isObject } from '../api/shapes';
import type { Contract } from '../api/types';

/** What list searches show of a record. */
export interface Listed {
	id: string;
	/** Null where the service shows none. */
	name: string | null;
}

/** A result for each record. */
export function results(records: Listed[]): INodeListSearchItems[] {
	return records.map(({ id, name }) => ({ name: name ?? id, value: id }));
}

/** A list with one line of text instead of results; choosing it chooses nothing. */
export function notice(text: string): INodeListSearchResult {
	return { results: [{ name: text, value: '' }] };
}

/** Those of the values that have an id, each with the text that it is known by. */
export function listed(values: unknown[], name: string): Listed[] {
	return values.filter(isObject).flatMap((value) => {
		const id = identifierIn(value.id);
		const text = value[name];
		return id === undefined ? [] : [{ id, name: typeof text === 'string' ? text : null }];
	});
}

/** The records without those that come again, by name. */
export function onceByName<T extends Listed>(records: T[]): T[] {
	const order = ({ name, id }: Listed) => comparableName(name ?? id);
	return records.filter(firstTimeById()).sort((a, b) => order(a).localeCompare(order(b)));
}

/** What was found in recent contracts, and a line that says so: the service has no list of these. */
export function fromRecent(found: Listed[], { length }: Contract[]): INodeListSearchResult {
	// The editor shows about 55 letters, and this line first while nothing is chosen.
	const source = `From the newest ${length} contracts; enter others by ID`;
	return { results: [...results(found), { name: source, value: '' }] };
}

/** Whether the name contains the text, whatever its case; everything contains nothing. */
export function contains(name: string | null | undefined, filter = ''): boolean {
	return comparableName(name).includes(comparableName(filter));
}

/** Pages that one search reads at the most where names are matched here. */
export const PAGES_PER_SEARCH = 3;

/** Says that the search is not at its end: the editor shows nothing but results. */
export function unfinished(filter: string, searched: string): INodeListSearchItems {
	return {
		name: `Searched ${searched} for '${filter}'. Scroll to search older ones, or enter an ID or URL.`,
		value: '',
	};
}
