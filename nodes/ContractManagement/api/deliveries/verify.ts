import { createHash, createHmac, timingSafeEqual } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { LATEST_SECONDS } from '../instants';
import type { DeliveryRequest } from './body';
import type { Verification } from './event';

/** Blanks, control characters, and characters that nobody sees. */
const INVISIBLE = /^[\s\p{Cc}\p{Cf}]*$/u;

const BASE64_PREFIX = 'whsec_';
const MAX_SIGNATURES = 10;

/** What is signed together with a time: `<t>.<body>`, `<id>.<timestamp>.<body>`. No JSON that names a contract begins so. */
const SIGNED_WITH_TIME = /^(?:\d+|[^\s"&<=[{]*\.\d{9,})\./;
const LONGEST_START = 1_000;

/** The secrets of a credential that can prove something. Blanks around them are a slip of the pen, or part of them. */
export function secretsIn(credential: IDataObject): string[] {
	const secrets = entered(credential).filter((secret) => keyOf(secret.trim()).length > 0);
	return secrets.flatMap((secret) => [...new Set([secret.trim(), secret])]);
}

/** Whether a secret of the credential is a prefix with no key after it: its signatures could be made by anybody. */
export function hasSecretWithoutKey(credential: IDataObject): boolean {
	return entered(credential).some((secret) => keyOf(secret.trim()).length === 0);
}

function entered({ webhookSecret, previousWebhookSecret }: IDataObject): string[] {
	const secrets = [webhookSecret, previousWebhookSecret].map((secret) => String(secret ?? ''));
	return secrets.filter((secret) => !INVISIBLE.test(secret));
}

// The key that a secret stands for in Standard Webhooks.
function keyOf(secret: string): Buffer | string {
	const isEncoded = secret.startsWith(BASE64_PREFIX);
	return isEncoded ? Buffer.from(secret.slice(BASE64_PREFIX.length), 'base64') : secret;
}

/** Why the delivery is not believed, or undefined when it is. @param now in milliseconds since the epoch */
export function refusalOf(
	rule: Verification,
	credential: IDataObject,
	request: DeliveryRequest,
	now: number,
): string | undefined {
	if (rule.verification === 'none') return undefined;
	const secrets = secretsIn(credential);
	if (secrets.length === 0) return 'The credential holds no webhook secret';
	if (rule.verification === 'hmac') return refusalOfSignature(rule, secrets, request, now);
	const { headerName: header, queryName: query } = rule;
	const inHeader = headerOf(request, header);
	const first = [request.query[query]].flat()[0];
	const inQuery = typeof first === 'string' ? first.trim() : '';
	if (inHeader + inQuery + authorized(request).join('') === '') {
		return `The secret is missing: neither the header ${header} nor the query parameter ${query} is there`;
	}
	// Node reads headers byte by byte, and most senders write UTF-8. A plus in the URL arrives as a blank.
	const inUtf8 = Buffer.from(inHeader, 'latin1').toString('utf8');
	const given = [inHeader, inUtf8, ...authorized(request), inQuery, inQuery.replaceAll(' ', '+')];
	return isAnyEqual(given, secrets) ? undefined : 'The secret is not the one of the credential';
}

/** The secret of `Authorization: Bearer SECRET`, and of Basic as its password. */
function authorized(request: DeliveryRequest): string[] {
	const [, scheme = '', text = ''] =
		/^(bearer|basic) +(\S+)$/i.exec(headerOf(request, 'authorization')) ?? [];
	if (scheme.toLowerCase() !== 'basic') return text === '' ? [] : [text];
	const pair = Buffer.from(text, 'base64').toString();
	return [pair.slice(pair.indexOf(':') + 1)].filter((password) => password !== '');
}

function refusalOfSignature(
	rule: Verification,
	secrets: string[],
	request: DeliveryRequest,
	now: number,
): string | undefined {
	const { signatureHeader: header, toleranceSeconds: tolerance } = rule;
	const { rawBody } = request;
	if (rawBody === undefined) return 'The body cannot be verified: n8n did not keep its bytes';
	if (headerOf(request, header) === '') return `The header ${header} is missing`;
	const signed = signedIn(rule, request, rawBody);
	if (!signed) return `The header ${header} is not in the form that the trigger expects`;
	// A signature is only worth something while it is fresh: an old delivery may have been recorded by somebody.
	const time = Number(signed.time ?? now / 1000);
	const offBy = Math.round(Math.abs(now / 1000 - (time < LATEST_SECONDS ? time : time / 1000)));
	if (tolerance > 0 && offBy > tolerance) {
		return `The signature was made ${offBy} s away from now, and ${tolerance} s are tolerated`;
	}
	const isKey = rule.signatureScheme === 'standardWebhooks';
	const expected = secrets.map((secret) => {
		const mac = createHmac('sha256', isKey ? keyOf(secret) : secret);
		return mac.update(signed.start).update(rawBody).digest();
	});
	const isMade = isAnyEqual(signed.signatures, expected);
	if (isMade) return undefined;
	const value = headerOf(request, header).replace(/^\w{1,20}[=:]/, '');
	const found = `${value.length} characters, ${/[g-z+/]/i.test(value) ? 'other than ' : ''}hexadecimal`;
	return `The signature does not match the body: the secret differs, the body was changed on the way, or the form does (${header} has ${found}; expected is ${rule.signatureEncoding})`;
}

/** What comes before the body in what was signed, the time in it, and the signatures: several while a secret is replaced. */
type Signed = { start: string; time?: string; signatures: Buffer[] };

/** What the headers say was signed; undefined when they are not in the form of the scheme. */
function signedIn(rule: Verification, request: DeliveryRequest, body: Buffer): Signed | undefined {
	const { signatureScheme: scheme, signaturePrefix: prefix, signatureEncoding: encoding } = rule;
	const header = headerOf(request, rule.signatureHeader);
	const all = (signature: RegExp) =>
		[...header.matchAll(signature)].slice(0, MAX_SIGNATURES).map(([, text]) => text);
	const decoded = (text: string) => {
		const hasPrefix = text.toLowerCase().startsWith(prefix.toLowerCase());
		return Buffer.from(text.slice(hasPrefix ? prefix.length : 0).trim(), encoding as 'hex');
	};
	if (scheme === 'standardWebhooks') {
		// standardwebhooks.com: `v1,<base64>`, over `<id>.<timestamp>.<body>`. A dot in the id could make a new time of old text.
		const brand = rule.signatureHeader.trim().replace(/signature$/i, '');
		const beside = (one: string) =>
			headerOf(request, brand + one) || headerOf(request, `webhook-${one}`);
		const [id, time] = [beside('id'), beside('timestamp')];
		if (!/^[^.]+$/.test(id) || !/^\d+$/.test(time)) return undefined;
		const signatures = all(/(?:^|\s)v1,(\S*)/g).map((text) => Buffer.from(text, 'base64'));
		return signatures.length > 0 ? { start: `${id}.${time}.`, time, signatures } : undefined;
	}
	const time = /(?:^|[,;])\s*t=(\d+)\s*(?:[,;]|$)/.exec(header)?.[1];
	if (scheme === 'timestamped' || (scheme === 'auto' && time !== undefined)) {
		// `t=<unix seconds>,v1=<signature>`, over `<t>.<body>`.
		const signatures = all(/(?:^|[,;])\s*v1=([^,;\s]+)/g).map(decoded);
		return time && signatures.length > 0 ? { start: `${time}.`, time, signatures } : undefined;
	}
	// Never plain what could be the signed text of a recorded delivery, time and all: it would prove itself for ever.
	const isRecorded = SIGNED_WITH_TIME.test(body.toString('latin1', 0, LONGEST_START));
	if (scheme !== 'plain' && isRecorded) return undefined;
	return { start: '', signatures: [decoded(header)] };
}

// Digests have one length, so neither the length nor the place of the first difference shows in the time it takes.
function isAnyEqual<T extends Buffer | string>(given: T[], expected: T[]): boolean {
	const digest = (value: T) => createHash('sha256').update(value).digest();
	const [left, right] = [given.map(digest), expected.map(digest)];
	return left.flatMap((a) => right.map((b) => timingSafeEqual(a, b))).includes(true);
}

function headerOf({ headers }: DeliveryRequest, name: string): string {
	const value = String(headers[name.trim().toLowerCase()] ?? '').trim();
	// Something on the way may have doubled it: `SECRET, SECRET`.
	const one = value.slice(0, Math.floor(value.length / 2)).replace(/,$/, '');
	return one !== '' && [`${one},${one}`, `${one}, ${one}`].includes(value) ? one : value;
}
