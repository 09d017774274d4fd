const UUID = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';

/** A UUID, or a word prefix with `_` or `-` before a UUID ("Contract", `id`). As text, for the editor too. */
export const ID_PATTERN = `(?:[a-zA-Z][a-zA-Z0-9]*[_-])?${UUID}`;

const IDENTIFIER = new RegExp(`^${ID_PATTERN}$`);
const BARE_UUID = new RegExp(`^${UUID}$`);
const UUID_LENGTH = 36;

/** For texts that show what an id looks like. */
export const SAMPLE_ID = '3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718';

/** Whether the value can stand in a path: nothing but a UUID with at most a word before it. */
export function isIdentifier(value: unknown): value is string {
	return typeof value === 'string' && IDENTIFIER.test(value);
}

/** The id that the value is but for outer blanks, as people and other systems hand it over; undefined when it is none. */
export function identifierIn(value: unknown): string | undefined {
	const id = typeof value === 'string' ? value.trim() : undefined;
	return isIdentifier(id) ? id : undefined;
}

/** What ids are compared by: the UUID in lower case, as `contract_<UUID>` and `<UUID>` are the same; any other id as it is. */
export function uuidOf(id: string): string {
	const end = id.slice(-UUID_LENGTH);
	return BARE_UUID.test(end) ? end.toLowerCase() : id;
}

/** The path with nothing but the UUID of each id. What is no route of the API, such as a signed URL, stays as it is. */
export function plainPath({ path, effect }: { path: string; effect?: unknown }): string {
	if (effect !== undefined) return path;
	const plain = (part: string) => (isIdentifier(part) ? part.slice(-UUID_LENGTH) : part);
	return path.split('/').map(plain).join('/');
}

/** Whether two ids name the same record. */
export const sameId = (a: string, b: string): boolean => uuidOf(a) === uuidOf(b);

const ENDINGS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';

/** What IDs of other systems are compared by. Salesforce has two of a record: the 18 characters are the 15 and what says where these have capitals. */
export function foreignId(id: string): string {
	const whole = id.trim();
	const short = whole.slice(0, 15);
	const capitals = (part: string) =>
		[...part].reduce((bits, one, i) => bits + (/[A-Z]/.test(one) ? 2 ** i : 0), 0);
	const ending = [0, 5, 10].map((at) => ENDINGS[capitals(short.slice(at, at + 5))]).join('');
	return whole === short + ending ? short : whole;
}

/** The key under which values by id hold those of the id, which may be written otherwise there; the id where they hold none. */
export function heldKey(held: object, id: string): string {
	if (Object.hasOwn(held, id)) return id;
	return Object.keys(held).find((key) => sameId(key, id)) ?? id;
}

/** Tells of each id whether it comes for the first time: `ids.filter(firstTime())`. */
export function firstTime(): (id: string) => boolean {
	const seen = new Set<string>();
	return (id) => seen.size < seen.add(uuidOf(id)).size;
}

/** The same for records, by their id. A record without one cannot be told from others, and counts as new. */
export function firstTimeById(): (record: unknown) => boolean {
	const isNew = firstTime();
	return (record) => {
		const id = (record as { id?: unknown } | null | undefined)?.id;
		return typeof id !== 'string' || id === '' || isNew(id);
	};
}
