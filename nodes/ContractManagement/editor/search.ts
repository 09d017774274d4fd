import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { firstTimeById, identifierIn } from '../api/identifiers';
import type { Page } from '../api/shapes';
import { connect, type Connection } from '../transport/connection';
import type { ApiRequest } from '../transport/exchange';
import { readOne } from '../transport/lists/paginate';
import { httpSettings, type RequestOptions } from '../node/requestOptions';

/** What the editor calls for the entries of a list; the token is of the part that follows. */
export type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** What list searches show of a record. */
export interface Listed {
	id: string;
	/** Null where the service shows none. */
	name: string | null;
	status?: string;
}

/** Access to the service by the Request Options of the node, such as its proxy; an expression there has no value here. */
export async function connectInEditor(context: ILoadOptionsFunctions): Promise<Connection> {
	const given = Object.entries(context.getCurrentNodeParameter('requestOptions') ?? {});
	const fixed = given.filter(([, value]) => !String(value).startsWith('='));
	const http = httpSettings(context.getNode(), Object.fromEntries(fixed) as RequestOptions);
	return await connect(context, { http, retry: { maxRefused: 1 } });
}

/** The id that a locator of the node holds in the editor; undefined while it is empty, or an expression. */
export function chosenId(context: ILoadOptionsFunctions, locator: string): string | undefined {
	return identifierIn(context.getCurrentNodeParameter(locator, { extractValue: true }));
}

/** Entries of a list, each with the record's ID as its value. */
export function results(records: Listed[]) {
	return records.map((record) => ({ name: labelOf(record), value: record.id }));
}

/** What a list shows of a record: its name, else its ID; that it is archived, as another may have its name. */
export function labelOf({ id, name, status }: Listed): string {
	const label = name?.trim() ? name : id;
	return status === 'archived' ? `${label} · archived` : label;
}

/** A line of text among results, or instead of them; choosing it chooses nothing. */
export function notice(name: string) {
	return { name, value: '' };
}

/** Up to so many pages from the cursor on, each record once; `nextCursor` is where to read on, null at the end of the list. */
export async function partOf<T>(
	connection: Connection,
	list: ApiRequest,
	part: {
		pageSize: number;
		pages: number;
		cursor?: string;
		/** Whether a page has what is looked for, so that no other is needed. */
		isEnough?: (records: T[]) => boolean;
	},
): Promise<Page<T>> {
	const records: T[] = [];
	const isNew = firstTimeById();
	let next = part.cursor ?? null;
	for (let read = 0; read < part.pages && (read === 0 || next !== null); read++) {
		const page = await readOne<T>(connection, list, part.pageSize, next, isNew);
		records.push(...page.records);
		next = page.nextCursor;
		if (part.isEnough?.(page.records)) break;
	}
	return { records, nextCursor: next };
}
