import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../api/shapes';
import { withoutSpellings } from './spellings';

/**
 * Shorter ones are in every text by chance: cutting them out would shred it, and the gaps would show what they are. Who
 * can send a request can try them all.
 */
const SHORTEST_SECRET = 4;

/** In characters: what of one text is looked at, and of all texts in an answer. */
const LONGEST_TEXT = 30_000;
const LONGEST_ANSWER = 100_000;

/** A character that is encoded twice takes up to so many; a secret that is cut in half at the end takes as many each. */
const LONGEST_SPELLING = 12;

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
 * What others say, as it may be shown: any JSON value, in whose texts and keys the secrets are cut out, in whichever
 * spelling they come, and the query and user info of every address. Pure. Of a very long text the beginning is left; what
 * is nested too deep, and the end of megabytes, is left out. Shorten texts afterwards only: half a secret is not found.
 */
export function quoted<T>(secrets: Iterable<string>, value: T): T {
	const wanted = [...new Set([...secrets].map((secret) => secret.trim()))].filter(
		({ length }) => length >= SHORTEST_SECRET,
	);
	let left = LONGEST_ANSWER;
	const cut = (text: string) => {
		left -= Math.min(text.length, LONGEST_TEXT);
		return withoutSecrets(text, wanted);
	};
	const visit = (part: unknown, depth: number): unknown => {
		if (left <= 0 || depth > DEEPEST) return '…';
		left -= 1;
		if (Array.isArray(part)) return part.slice(0, left).map((each) => visit(each, depth + 1));
		if (isObject(part)) {
			const entries = Object.entries(part).slice(0, left);
			return Object.fromEntries(
				entries.map(([key, each]) => [left > 0 ? cut(key) : '…', visit(each, depth + 1)]),
			);
		}
		// A key of digits may come as a number.
		const text = String(part);
		const shown = cut(text);
		return shown === text ? part : shown;
	};
	return visit(value, 0) as T;
}

function withoutSecrets(text: string, secrets: string[]): string {
	const looked = text.slice(0, LONGEST_TEXT);
	const shown = withoutAddressSecrets(withoutSpellings(looked, secrets));
	if (text.length <= LONGEST_TEXT) return shown;
	const longest = Math.max(0, ...secrets.map(({ length }) => length));
	return `${shown.slice(0, Math.max(0, shown.length - LONGEST_SPELLING * longest))}…`;
}

const SEPARATOR = String.raw`(:|%(?:25){0,3}3a)(\/\/|\\\/\\\/|%(?:25){0,3}2f%(?:25){0,3}2f)`;
const USER_PART = String.raw`[^\s/?#"<>:]{0,2000}`;
const USER_INFO = new RegExp(
	`${SEPARATOR}${USER_PART}(?::${USER_PART}){0,3}(?:@|%(?:25){0,3}40)`,
	'gi',
);
const QUERY = /(?:\?|%(?:25){0,3}3f|\\u003f|&#(?:63|x3f);)[^\s"<>)][^\s"<>]*/gi;
const FRAGMENT = /#(?=[\w.~%-]{1,64}=)[^\s"<>]*/g;
const WORD = /[^\s"<>]+/g;
const PARAMETER = /[\w.~%-]{1,64}=/;
const NEXT_PARAMETER = /(?:&(?:amp;)?|\\u0026)[\w.~%-]{1,64}=/;

function withoutAddressSecrets(text: string): string {
	return text
		.replace(USER_INFO, '$1$2')
		.replace(QUERY, '?…')
		.replace(FRAGMENT, '#…')
		.replace(WORD, withoutParameters);
}

/** A query without its address, as in what a storage says that it was to sign. */
function withoutParameters(word: string): string {
	return NEXT_PARAMETER.test(word) ? `${word.slice(0, word.search(PARAMETER))}…` : word;
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
