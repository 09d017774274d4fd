/** A page in the one form that this package works with. */
export interface Page<T> {
	records: T[];
	/** Cursor of the next page, null on the last one. */
	nextCursor: string | null;
	/** Whether more follows where that is no cursor's matter. */
	hasMore?: boolean;
	/** The service says that there is a next page, but not where: what follows cannot be read. */
	isCutOff?: true;
	/** The body says nothing of what follows in the words of the specification. */
	isSilent?: true;
	/** Of how many records the service speaks, where it does. */
	total?: number;
}

/** The record itself, where a response wraps it in `data` ("Conventions common to all endpoints", 2). */
export function unwrap(body: unknown): unknown {
	const isWrapped = isObject(body) && typeof body.data === 'object' && !('id' in body);
	return isWrapped ? body.data : body;
}

/** Reads a page in the two forms of the specification, with the cursor in `links.next` only, or bare; undefined when it is none. */
export function readPage<T>(body: unknown): Page<T> | undefined {
	if (Array.isArray(body)) return { records: body as T[], nextCursor: null, isSilent: true };
	if (!isObject(body)) return undefined;
	const records = isObject(body.pagination) && body.data === null ? [] : body.data;
	if (!Array.isArray(records)) return undefined;
	return { records: records as T[], ...nextPage(body), ...totalIn(body) };
}

/** Whether the body tells of a next page, or of more than are `shown`: its longest list. */
export function tellsOfMore(body: unknown, shown?: number): boolean {
	if (!isObject(body)) return false;
	const inner = isObject(body.data) ? body.data : {};
	const isCutOff = [body, inner].map(nextPage).some((page) => page.isCutOff ?? page.nextCursor);
	const lists = Object.values({ ...inner, ...body }).filter(Array.isArray);
	const longest = Math.max(...lists.map(({ length }) => length));
	const { total = 0 } = totalIn(body);
	return isCutOff || total > (shown ?? (lists.length > 0 ? longest : Infinity));
}

/** Of how many records the body speaks. */
function totalIn({ total, pagination }: Record<string, unknown>): { total?: number } {
	const told = Number(total ?? (isObject(pagination) ? pagination.total : undefined));
	return told > 0 ? { total: told } : {};
}

function nextPage(body: Record<string, unknown>): Omit<Page<unknown>, 'records'> {
	const { pagination, links } = body;
	const said = isObject(pagination) ? pagination : {};
	const hasNext = said.has_next ?? said.hasNext;
	if (hasNext === false) return { nextCursor: null };
	const link = isObject(links) ? links.next : undefined;
	const cursor = said.next_cursor ?? said.next ?? cursorOfLink(link);
	if (isText(cursor)) return { nextCursor: cursor };
	const words = [hasNext, said.next_cursor, said.next, links];
	const isSilent = words.every((each) => each === undefined);
	const isSaid = Boolean(hasNext) || Boolean(cursor) || (cursor === undefined && Boolean(link));
	const isCutOff = isSaid || (isSilent && saysMore(body));
	return { nextCursor: null, ...(isCutOff && { isCutOff }), ...(isSilent && { isSilent }) };
}

const OTHER_WORDS = /^(?:has_?)?(?:next|more)(?:_?(?:cursor|page|token|page_?token))?$/i;

/** Whether it says that more follows in words that the specification does not show. */
function saysMore(value: unknown, levels = 3): boolean {
	if (!isObject(value) || levels === 0) return false;
	return Object.entries(value).some(
		([name, each]) => (OTHER_WORDS.test(name) && Boolean(each)) || saysMore(each, levels - 1),
	);
}

// Only the cursor is taken from a link: the address itself is never followed.
function cursorOfLink(link: unknown): string | undefined {
	if (!isText(link)) return undefined;
	return new URLSearchParams(link.slice(link.indexOf('?') + 1)).get('after') ?? undefined;
}

function isText(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}

/** Whether the value is a plain object, as JSON has it. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The texts and numbers under these names, as texts. */
export function textsIn(from: Record<string, unknown>, names: string[]): Array<string | undefined> {
	const values = names.map((name) => from[name]);
	return values.map((value) =>
		isText(value) || typeof value === 'number' ? String(value) : undefined,
	);
}

/** The first key that an object has twice in JSON text, of which parsing keeps the last value. */
export function keyTwiceIn(json: string): string | undefined {
	const open: Array<Set<unknown>> = [];
	for (const [sign, key, colon] of json.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}]/g)) {
		if (sign === '{') open.push(new Set());
		else if (sign === '}') open.pop();
		const keys = colon && open.at(-1);
		if (keys && keys.size === keys.add(JSON.parse(key)).size) return key;
	}
	return undefined;
}

/** What an object such as a date is in JSON; any other value as it is. */
export function asJson(value: unknown): unknown {
	return isObject(value) && typeof value.toJSON === 'function' ? value.toJSON() : value;
}
