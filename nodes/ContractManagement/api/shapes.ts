import type { Pagination } from './types';

/** A page in the one form that this package works with. */
export interface Page<T> {
	records: T[];
	/** Cursor of the next page, null on the last one. */
	nextCursor: string | null;
}

const WRAPPERS = new Set(['data', 'pagination', 'links', 'meta']);

/** The record itself, where a response may wrap it in `data` ("Conventions common to all endpoints", 2). */
export function unwrap(body: unknown): unknown {
	if (!isObject(body) || !('data' in body)) return body;
	return Object.keys(body).every((key) => WRAPPERS.has(key)) ? body.data : body;
}

/**
 * Reads every page shape that the specification mentions: `next_cursor`/`has_next`, `next`/`hasNext`, a cursor in
 * `links.next` only, a bare array.
 *
 * @returns undefined when the body is no page
 */
export function readPage<T>(body: unknown): Page<T> | undefined {
	if (Array.isArray(body)) return { records: body as T[], nextCursor: null };
	if (!isObject(body)) return undefined;
	const inner = isObject(body.data) && 'data' in body.data ? body.data : body;
	if (!Array.isArray(inner.data)) return undefined;
	return { records: inner.data as T[], nextCursor: nextCursor(inner) };
}

function nextCursor({ pagination, links }: Record<string, unknown>): string | null {
	const page: Partial<Pagination> & Record<string, unknown> = isObject(pagination)
		? pagination
		: {};
	if ((page.has_next ?? page.hasNext) === false) return null;
	const cursor = page.next_cursor ?? page.next ?? cursorOfLink(links);
	return typeof cursor === 'string' && cursor !== '' ? cursor : null;
}

// Only the cursor is taken from a link: the address itself is never followed.
function cursorOfLink(links: unknown): string | null {
	const next = isObject(links) ? links.next : undefined;
	if (typeof next !== 'string') return null;
	const query = next.slice(next.indexOf('?') + 1);
	return new URLSearchParams(query).get('after');
}

/** Whether the value is a plain object, as JSON has it. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
