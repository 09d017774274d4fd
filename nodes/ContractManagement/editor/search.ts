import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { firstTimeById, identifierIn } from '../api/identifiers';
import { comparableName } from '../api/names';
import type { Page } from '../api/shapes';
import type { Contract } from '../api/types';
import type { Connection } from '../transport/connection';
import type { ApiRequest } from '../transport/exchange';
import { readOne } from '../transport/lists/paginate';

/** What list searches show of a record. */
export interface Listed {
	id: string;
	/** Null where the service shows none. */
	name: string | null;
}

/** A result for each record. */
export function results(records: Listed[]): INodeListSearchItems[] {
	return records.map((record) => ({ name: labelOf(record), value: record.id }));
}

/** What a list shows of a record: its ID where the service shows no name. */
export function labelOf({ id, name }: Listed): string {
	return name?.trim() ? name : id;
}

/** A list with one line of text instead of results; choosing it chooses nothing. */
export function notice(text: string): INodeListSearchResult {
	return { results: [{ name: text, value: '' }] };
}

/** The records without those that come again, by name. */
export function onceByName<T extends Listed>(records: T[]): T[] {
	const order = (record: Listed) => comparableName(labelOf(record));
	return records.filter(firstTimeById()).sort((a, b) => order(a).localeCompare(order(b)));
}

/** What was found in recent contracts, and a line that says so: the service has no list of these. */
export function fromRecent(found: Listed[], { length }: Contract[]): INodeListSearchResult {
	// The editor shows about 55 letters, and this line first while nothing is chosen.
	const source = `From the newest ${length} contracts; enter others by ID`;
	return { results: [...results(found), { name: source, value: '' }] };
}

/** The id that a locator of the node holds in the editor; undefined while it is empty, or an expression. */
export function chosenId(context: ILoadOptionsFunctions, locator: string): string | undefined {
	const value = context.getCurrentNodeParameter(locator, { extractValue: true });
	return identifierIn(value);
}

/** Which part of a list to read. */
export interface PartOptions<T> {
	pageSize: number;
	/** How many pages at the most. */
	pages: number;
	/** Where to start; the first page when absent. */
	cursor?: string;
	/** Whether a page has what is looked for, so that no other is needed. */
	isEnough?: (records: T[]) => boolean;
}

/** A few pages of a list as one. */
export async function partOf<T>(
	connection: Connection,
	list: ApiRequest,
	{ pageSize, pages, cursor, isEnough }: PartOptions<T>,
): Promise<Page<T>> {
	const records: T[] = [];
	const isNew = firstTimeById();
	let next = cursor ?? null;
	for (let read = 0; read < pages && (read === 0 || next !== null); read++) {
		const page = await readOne<T>(connection, list, pageSize, next, isNew);
		records.push(...page.records);
		next = page.nextCursor;
		if (isEnough?.(page.records)) break;
	}
	return { records, nextCursor: next };
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
