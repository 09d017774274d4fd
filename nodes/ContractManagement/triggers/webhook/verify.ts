import { createHash, timingSafeEqual } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { headerOf, type DeliveryRequest } from './body';
import { SCHEMES, signingKeyOf, type SignatureRule } from './signature';

/** The plain secret comes with the delivery, in a header or in the query of the URL. */
export interface SecretRule {
	kind: 'sharedSecret';
	header: string;
	query: string;
}

/** How deliveries prove that they come from the service. */
export type VerificationRule = SecretRule | SignatureRule | { kind: 'none' };

/** Blanks, control characters, and characters that nobody sees. */
const INVISIBLE = /^[\s\p{Cc}\p{Cf}]*$/u;

/**
 * The webhook secrets of a credential that can prove something: the current one, then the previous one. Blanks around
 * them are a slip of the pen, or part of them: both are tried.
 */
export function secretsIn(credential: IDataObject): string[] {
	return entered(credential)
		.filter((secret) => !isWithoutKey(secret))
		.flatMap((secret) => [...new Set([secret.trim(), secret])]);
}

/** Whether a secret of the credential is a prefix with no key after it: its signatures could be made by anybody. */
export function hasSecretWithoutKey(credential: IDataObject): boolean {
	return entered(credential).some(isWithoutKey);
}

function entered({ webhookSecret, previousWebhookSecret }: IDataObject): string[] {
	return [webhookSecret, previousWebhookSecret]
		.map((secret) => String(secret ?? ''))
		.filter((secret) => !INVISIBLE.test(secret));
}

function isWithoutKey(secret: string): boolean {
	return signingKeyOf(secret.trim()).length === 0;
}

/**
 * Why the delivery is not believed, or undefined when it is.
 *
 * @param secrets the current one and, while it is being replaced, the previous one; without any nothing is believed
 * @param now in milliseconds since the epoch
 */
export function refusalOf(
	rule: VerificationRule,
	secrets: string[],
	request: DeliveryRequest,
	now: number,
): string | undefined {
	if (rule.kind === 'none') return undefined;
	if (secrets.length === 0) return 'The credential holds no webhook secret';
	return rule.kind === 'hmac'
		? refusalOfSignature(rule, secrets, request, now)
		: refusalOfSecret(rule, secrets, request);
}

function refusalOfSecret(
	{ header, query }: SecretRule,
	secrets: string[],
	request: DeliveryRequest,
): string | undefined {
	const [inHeader, inQuery] = [headerOf(request, header), textOf(request.query[query])];
	// Node reads headers byte by byte, and most senders write UTF-8. A plus in the URL arrives as a blank.
	const headerInUtf8 = Buffer.from(inHeader, 'latin1').toString('utf8');
	const queryWithPlus = inQuery.replaceAll(' ', '+');
	const given = [inHeader, headerInUtf8, inQuery, queryWithPlus].filter((text) => text !== '');
	if (given.length === 0) {
		return `The secret is missing: neither the header ${header} nor the query parameter ${query} is there`;
	}
	return isAnyEqual(given, secrets) ? undefined : 'The secret is not the one of the credential';
}

function refusalOfSignature(
	rule: SignatureRule,
	secrets: string[],
	request: DeliveryRequest,
	now: number,
): string | undefined {
	const { rawBody } = request;
	if (rawBody === undefined) return 'The body cannot be verified: n8n did not keep its bytes';
	if (headerOf(request, rule.header) === '') return `The header ${rule.header} is missing`;
	const signed = SCHEMES[rule.scheme](rule, request, rawBody);
	if (!signed) return `The header ${rule.header} is not in the form that the trigger expects`;
	// A signature is only worth something while it is fresh: an old delivery may have been recorded by somebody.
	const offBy = Math.round(Math.abs(now / 1000 - (signed.timestamp ?? now / 1000)));
	if (rule.toleranceSeconds > 0 && offBy > rule.toleranceSeconds) {
		return `The signature was made ${offBy} s away from now, and ${rule.toleranceSeconds} s are tolerated`;
	}
	const isMade = isAnyEqual(signed.signatures, secrets.map(signed.expected));
	return isMade ? undefined : 'The signature does not match the body';
}

// Digests have one length, so neither the length nor the place of the first difference shows in the time it takes; and
// all are compared.
function isAnyEqual<T extends Buffer | string>(given: T[], expected: T[]): boolean {
	const [left, right] = [given.map(digest), expected.map(digest)];
	return left.flatMap((a) => right.map((b) => timingSafeEqual(a, b))).includes(true);
}

function digest(value: Buffer | string): Buffer {
	return createHash('sha256').update(value).digest();
}

function textOf(value: unknown): string {
	const first: unknown = Array.isArray(value) ? value[0] : value;
	return typeof first === 'string' ? first.trim() : '';
}
