import { createHash, timingSafeEqual } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import type { DeliveryRequest, Verification } from './event';

/** Blanks, control characters, and characters that nobody sees. */
const INVISIBLE = /^[\s\p{Cc}\p{Cf}]*$/u;

/** The secrets of a credential that can prove something. Blanks around them are a slip of the pen, or part of them. */
export function secretsIn({ webhookSecret, previousWebhookSecret }: IDataObject): string[] {
	const secrets = [webhookSecret, previousWebhookSecret].map((secret) => String(secret ?? ''));
	// A prefix with no key after it proves nothing: anybody could sign.
	const isBare = (one: string) => PREFIXED.test(one) && decoded(one).length === 0;
	const usable = secrets.filter((one) => !INVISIBLE.test(one) && !isBare(one.trim()));
	return usable.flatMap((secret) => [...new Set([secret.trim(), secret])]);
}

/** Why the secret in the delivery is not believed, or undefined when it is. */
export function refusalOf(
	rule: Verification,
	credential: IDataObject,
	request: DeliveryRequest,
): string | undefined {
	if (rule.verification === 'none') return undefined;
	const secrets = secretsIn(credential);
	if (secrets.length === 0) return 'The credential holds no webhook secret';
	const { headerName: header, queryName: query } = rule;
	const inHeader = headerOf(request, header);
	const inQuery = queryOf(request, query);
	if (inHeader + inQuery + authorized(request).join('') === '') {
		const hint = likeSignatures(request, 'set Verification to HMAC Signature');
		return `The secret is missing: neither the header ${header} nor the query parameter ${query} is there; Options can name others${hint}`;
	}
	// Node reads headers byte by byte, and most senders write UTF-8. A plus in the URL arrives as a blank.
	const inUtf8 = Buffer.from(inHeader, 'latin1').toString('utf8');
	const given = [inHeader, inUtf8, ...authorized(request), inQuery, inQuery.replaceAll(' ', '+')];
	return isAnyEqual(given, secrets) ? undefined : 'The secret is not the one of the credential';
}

/** The secret of `Authorization: Bearer SECRET`, whatever the scheme is called, and of Basic as its password. */
function authorized(request: DeliveryRequest): string[] {
	const header = headerOf(request, 'authorization');
	const [, scheme = '', text = ''] = /^(\S+) +(\S+)$/.exec(header) ?? [];
	if (scheme.toLowerCase() !== 'basic') return text === '' ? [] : [text];
	const pair = Buffer.from(text, 'base64').toString();
	return [pair.slice(pair.indexOf(':') + 1)].filter((password) => password !== '');
}

/** Of Standard Webhooks. */
const PREFIXED = /^(?:v1,)?whsec_/;

const SIGNATURE_NAME = /signature|hmac/i;
/** What Base64 of less gives could be guessed, where nothing says that it is Base64. */
const MIN_KEY_BYTES = 16;

/** What a secret is in Base64, with or without the prefixes of Standard Webhooks. */
function decoded(secret: string): Buffer {
	return Buffer.from(secret.replace(/^(?:v1,)?(?:whsec_)?/, ''), 'base64');
}

/** What senders take a secret for: its text as a whole, or the bytes that its Base64 stands for. */
export function keysOf(secret: string): Array<Buffer | string> {
	const bytes = decoded(secret);
	const least = PREFIXED.test(secret) ? 1 : MIN_KEY_BYTES;
	return bytes.length < least ? [secret] : [secret, bytes];
}

/** What of the request may hold the signature, as a hint. */
export function likeSignatures({ headers, query }: DeliveryRequest, advice: string): string {
	const name = Object.keys({ ...headers, ...query }).find((one) => SIGNATURE_NAME.test(one));
	return name ? `. ${name} looks like a signature: ${advice}` : '';
}

/** Compares digests, which have one length: neither a length nor the place of the first difference shows in the time it takes. */
export function isAnyEqual<T extends Buffer | string>(given: T[], expected: T[]): boolean {
	const digest = (value: T) => createHash('sha256').update(value).digest();
	const [left, right] = [given.map(digest), expected.map(digest)];
	return left.flatMap((a) => right.map((b) => timingSafeEqual(a, b))).includes(true);
}

/** Its value, trimmed, by its name in any case; empty where there is none. */
export function headerOf({ headers }: DeliveryRequest, name: string): string {
	const value = String(headers[name.trim().toLowerCase()] ?? '').trim();
	// Something on the way may have doubled it: `SECRET, SECRET`.
	const one = value.slice(0, Math.floor(value.length / 2)).replace(/,$/, '');
	return one !== '' && [`${one},${one}`, `${one}, ${one}`].includes(value) ? one : value;
}

/** The first value of the parameter, trimmed, by its name in this very case; empty where there is none. */
export function queryOf({ query }: DeliveryRequest, name: string): string {
	const [value] = [query[name]].flat();
	return typeof value === 'string' ? value.trim() : '';
}
