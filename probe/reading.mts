/** A record as the service sent it: nothing about it is certain yet. */
export type Row = Record<string, unknown>;

/** A page in whichever of the known forms it came. */
export interface PageRead {
	rows: Row[];
	/** Cursor of the next page, `null` when the page says that it is the last, or says nothing. */
	next: string | null;
	pagination: Row;
	links: Row;
	/** The body is an array without paging. */
	bare: boolean;
}

const WRAPPERS = new Set(['data', 'pagination', 'links', 'meta']);

/** Whether the record is wrapped in `data` ("Conventions common to all endpoints", 2). */
export function isWrapped(body: unknown): body is { data: unknown } {
	return isRow(body) && 'data' in body && Object.keys(body).every((key) => WRAPPERS.has(key));
}

/** The record without its wrapper. */
export function unwrapped(body: unknown): unknown {
	return isWrapped(body) ? body.data : body;
}

/** Reads a list; undefined when the body is none. */
export function pageOf(body: unknown): PageRead | undefined {
	const inner = isWrapped(body) && isRow(body.data) && 'data' in body.data ? body.data : body;
	if (Array.isArray(inner)) {
		return { rows: inner.filter(isRow), next: null, pagination: {}, links: {}, bare: true };
	}
	if (!isRow(inner) || !Array.isArray(inner.data)) return undefined;
	const pagination = isRow(inner.pagination) ? inner.pagination : {};
	const links = isRow(inner.links) ? inner.links : {};
	const next = pagination.next_cursor ?? pagination.next ?? cursorIn(links.next);
	return {
		rows: inner.data.filter(isRow),
		next: typeof next === 'string' && next !== '' ? next : null,
		pagination,
		links,
		bare: false,
	};
}

/** The cursor in a link, which itself is never followed. */
export function cursorIn(link: unknown): string | null {
	if (typeof link !== 'string') return null;
	return new URLSearchParams(link.slice(link.indexOf('?') + 1)).get('after');
}

export function isRow(value: unknown): value is Row {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text of the row, or undefined. */
export function textOf(row: unknown, ...path: string[]): string | undefined {
	let value: unknown = row;
	for (const key of path) value = isRow(value) ? value[key] : undefined;
	return typeof value === 'string' && value !== '' ? value : undefined;
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The UUID part of an id, or undefined. */
export function uuidOf(id: string): string | undefined {
	return UUID.exec(id)?.[0].toLowerCase();
}
