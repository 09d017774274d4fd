/** A page in the one form that this package works with. */
export interface Page<T> {
	records: T[];
	/** Cursor of the next page, null on the last one. */
	nextCursor: string | null;
	/** Whether more follows where that is no cursor's matter. */
	hasMore?: boolean;
	/** The service says that there is a next page, but not where: what follows cannot be read. */
	isCutOff?: true;
	/** The body says nothing of what follows, in any form. */
	isSilent?: true;
	/** On the last page: of how many records the service speaks, and how many it shows on one page; NaN where it does not say. */
	told?: { total: number; limit: number };
}

const WRAPPERS = new Set(['data', 'pagination', 'links', 'meta']);

/**
 * The record itself, where a response may wrap it in `data` ("Conventions common to all endpoints", 2), perhaps beside plain
 * values such as `success` or `requestId`, and empty ones such as `errors`.
 */
export function unwrap(body: unknown): unknown {
	if (!isObject(body) || !('data' in body)) return body;
	const isBeside = ([key, value]: [string, unknown]) =>
		key !== 'id' &&
		typeof body.data === 'object' &&
		(typeof value !== 'object' || Object.keys(value ?? {}).length === 0);
	const others = Object.entries(body).filter(([key]) => !WRAPPERS.has(key));
	return others.every(isBeside) ? body.data : body;
}

/**
 * Reads every page shape that the specification mentions: `next_cursor`/`has_next`, `next`/`hasNext`, a cursor in
 * `links.next` only, a bare array. What follows may be said anywhere beside the records, such as in `meta`. Undefined when
 * the body is no page.
 */
export function readPage<T>(body: unknown): Page<T> | undefined {
	if (Array.isArray(body)) return { records: body as T[], nextCursor: null, isSilent: true };
	if (!isObject(body)) return undefined;
	const inner = isObject(body.data) ? body.data : body;
	const records = isObject(inner.pagination) && inner.data === null ? [] : inner.data;
	if (!Array.isArray(records)) return undefined;
	return { records: records as T[], ...nextPage(inner) };
}

/** Whether the body, whatever its records are called, tells of a next page, or of more than are `shown`: its longest list. */
export function tellsOfMore(body: unknown, shown?: number): boolean {
	if (!isObject(body)) return false;
	const { nextCursor, isCutOff = nextCursor !== null, told } = nextPage(body);
	const lists = Object.values(saidIn(body)).filter((each) => Array.isArray(each));
	const [longest] = lists.toSorted((a, b) => b.length - a.length);
	return isCutOff || isShort(told, shown ?? longest?.length ?? Infinity);
}

/** Whether the list has more than `all` that were shown, and its page is no last one: as it is full, or may be. */
export function isShort(
	told: Following['told'],
	shown: number,
	size?: number,
	all = shown,
): boolean {
	if (!told || !(told.total > all)) return false;
	// A total may be that of another list.
	return shown >= told.limit || !(shown < (size ?? told.limit));
}

type Following = Omit<Page<unknown>, 'records'>;

function nextPage({ links, _links = links, ...beside }: Record<string, unknown>): Following {
	const said = saidIn(beside);
	const hasNext = said.hasnext ?? said.hasmore ?? said.hasnextpage;
	if (hasNext === false) return { nextCursor: null };
	const linked = isObject(_links) ? _links.next : undefined;
	const places = [said.nextcursor, said.next, linked].map(hrefOf);
	const [first, second, link] = places;
	const cursor = cursorOf(first) ?? cursorOf(second) ?? cursorOfLink(link);
	if (cursor) return { nextCursor: cursor };
	const isYes = Boolean(hasNext) && !/^(false|0|no)$/i.test(String(hasNext));
	// No text or number, and not nothing either.
	const isUnusable = places.some((place) => place === true || (place && typeof place === 'object'));
	// A link that is filled in with no cursor is the end.
	const isCutOff = isYes || (cursor === undefined && (isText(link) || isUnusable));
	const inAll = said.total ?? said.totalcount ?? said.totalitems;
	const told = { total: Number(inAll), limit: Number(said.limit) };
	const isSilent = [...places, hasNext, inAll, _links, beside.pagination].every(
		(each) => each === undefined,
	);
	return {
		nextCursor: null,
		...(isCutOff && { isCutOff }),
		...(isSilent && { isSilent }),
		...(told.total > 0 && { told }),
	};
}

function hrefOf(next: unknown): unknown {
	return isObject(next) && 'href' in next ? next.href : next;
}

/** All values by their names without case and underscores; those that are deeper stand for more. */
function saidIn(value: Record<string, unknown>, levels = 2): Record<string, unknown> {
	const plain = (name: string) => name.replaceAll('_', '').toLowerCase();
	const own = Object.entries(value).map(([name, each]) => [plain(name), each] as const);
	const below = levels > 0 ? Object.values(value).filter(isObject) : [];
	const said = below.map((each) => saidIn(each, levels - 1));
	return Object.assign(Object.fromEntries(own), ...said) as Record<string, unknown>;
}

function cursorOf(value: unknown): string | undefined {
	if (typeof value === 'number') return String(value);
	return isText(value) ? (cursorOfLink(value) ?? value) : undefined;
}

// Only the cursor is taken from a link: the address itself is never followed.
function cursorOfLink(link: unknown): string | undefined {
	if (!isText(link) || !/^[^?\s]*\?/.test(link)) return undefined;
	return new URLSearchParams(link.slice(link.indexOf('?') + 1)).get('after') ?? undefined;
}

function isText(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}

/** Whether the value is a plain object, as JSON has it. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text or number under the first of these names that has one, as text: services call the same thing by several. */
export function textIn(from: Record<string, unknown>, names: string[]): string | undefined {
	const values = names.map((name) => from[name]);
	return values.find((value) => isText(value) || typeof value === 'number')?.toString();
}

/** The list under the first of these names that has one. */
export function listIn(from: unknown, names: string[]): unknown[] | undefined {
	if (!isObject(from)) return undefined;
	return names.map((name) => from[name]).find((value) => Array.isArray(value));
}

/** What an object such as a date is in JSON; any other value as it is. */
export function asJson(value: unknown): unknown {
	return isObject(value) && typeof value.toJSON === 'function' ? value.toJSON() : value;
}
