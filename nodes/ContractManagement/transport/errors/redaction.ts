import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../api/shapes';

/** Shorter ones are in every text by chance: cutting them out would shred it, and the gaps would show what they are. */
const SHORTEST_SECRET = 4;

/** In characters: what of one text is looked at. */
const LONGEST_TEXT = 30_000;

/** An error that is nested deeper explains nothing, and would overflow whoever walks through it. */
const DEEPEST = 20;

/** What of a credential must not be shown: its key, its webhook secrets, and what its address signs in with. */
export function secretsOf(credentials: IDataObject): string[] {
	const { apiKey, webhookSecret, previousWebhookSecret, baseUrl } = credentials;
	return [
		...[apiKey, webhookSecret, previousWebhookSecret].map((secret) => String(secret ?? '')),
		...secretsInUrl(String(baseUrl ?? '').trim()),
	];
}

/** What of an address must not be shown: user, password, and the values of its query. */
export function secretsInUrl(address: string): string[] {
	if (!URL.canParse(address)) return [];
	const { username, password, searchParams } = new URL(address);
	return [decoded(username), decoded(password), ...searchParams.values()];
}

/**
 * What others say, as it may be shown: any JSON value, in whose texts and keys the secrets are cut out, as they are,
 * percent-encoded and as in JSON, and the query and user info of every address. Pure. Of a very long text the beginning
 * is left; what is nested too deep is left out. Shorten texts afterwards only: half a secret is not found.
 */
export function quoted<T>(secrets: Iterable<string>, value: T): T {
	const wanted = [...secrets]
		.map((secret) => secret.trim())
		.filter(({ length }) => length >= SHORTEST_SECRET);
	// One may be within another.
	const spellings = [...new Set(wanted.flatMap(spellingsOf))].toSorted(
		(one, other) => other.length - one.length,
	);
	const cut = (text: string) => withoutSecrets(text, spellings);
	const visit = (part: unknown, depth: number): unknown => {
		if (depth > DEEPEST) return '…';
		if (Array.isArray(part)) return part.map((each) => visit(each, depth + 1));
		if (isObject(part)) {
			const entries = Object.entries(part);
			return Object.fromEntries(entries.map(([key, each]) => [cut(key), visit(each, depth + 1)]));
		}
		// A key of digits may come as a number.
		const text = String(part);
		const shown = cut(text);
		return shown === text ? part : shown;
	};
	return visit(value, 0) as T;
}

function withoutSecrets(text: string, spellings: string[]): string {
	const cut = (left: string, spelling: string) => left.replaceAll(spelling, '[redacted]');
	const shown = withoutAddressSecrets(spellings.reduce(cut, text.slice(0, LONGEST_TEXT)));
	if (text.length <= LONGEST_TEXT) return shown;
	// The end may be the beginning of one.
	const longest = spellings[0]?.length ?? 0;
	return `${shown.slice(0, Math.max(0, shown.length - longest))}…`;
}

/** The secret as it is, percent-encoded, and as in JSON, which PHP writes with escaped slashes. */
function spellingsOf(secret: string): string[] {
	// Half a surrogate pair has no encoding.
	const percent = encodeURIComponent(Buffer.from(secret).toString());
	const lower = percent.replace(/%../g, (code) => code.toLowerCase());
	const json = JSON.stringify(secret).slice(1, -1);
	return [secret, percent, lower, json, json.replaceAll('/', '\\/')];
}

const USER_INFO =
	/(:\/\/|:\\\/\\\/|%3a%2f%2f)[^\s/?#"<>:]{0,2000}(?::[^\s/?#"<>:]{0,2000}){0,3}(?:@|%40)/gi;
const QUERY = /(?:\?|%3f|\\u003f)[^\s"<>)][^\s"<>]*/gi;
/** A query without its address, as in what a storage says that it was to sign. */
const PARAMETERS =
	/[\w.~%-]{1,64}=[^\s"<>&]{0,2000}(?:&(?:amp;)?|\\u0026)[\w.~%-]{1,64}=[^\s"<>]*/g;

function withoutAddressSecrets(text: string): string {
	return text.replace(USER_INFO, '$1').replace(QUERY, '?…').replace(PARAMETERS, '…');
}

/** The text without percent-encoding. A password may hold a percent sign that encodes nothing. */
export function decoded(text: string): string {
	return text.replace(/(%[0-9a-f]{2})+/gi, (encoded) => {
		try {
			return decodeURIComponent(encoded);
		} catch {
			return encoded;
		}
	});
}
