import { createHash, timingSafeEqual } from 'crypto';
import { headerOf, type Proof } from './proof';
import { SCHEMES, type SignatureRule } from './signature';

/** The plain secret comes with the delivery, in a header or in the query of the URL. */
export interface SecretRule {
	kind: 'sharedSecret';
	header: string;
	query: string;
}

/** How deliveries prove that they come from the service (D11). */
export type VerificationRule = SecretRule | SignatureRule | { kind: 'none' };

/**
 * Why the delivery is not believed, or undefined when it is.
 *
 * @param secrets the current one and, while it is being replaced, the previous one; without any nothing is believed
 * @param now in milliseconds since the epoch
 */
export function refusalOf(
	rule: VerificationRule,
	secrets: string[],
	proof: Proof,
	now: number,
): string | undefined {
	if (rule.kind === 'none') return undefined;
	if (secrets.length === 0) return 'The credential holds no webhook secret';
	return rule.kind === 'hmac'
		? refusalOfSignature(rule, secrets, proof, now)
		: refusalOfSecret(rule, secrets, proof);
}

function refusalOfSecret(
	{ header, query }: SecretRule,
	secrets: string[],
	proof: Proof,
): string | undefined {
	const given = [
		...inHeader(headerOf(proof, header)),
		...inQuery(textOf(proof.query[query])),
	].filter((text) => text !== '');
	if (given.length === 0) {
		return `The secret is missing: neither the header ${header} nor the query parameter ${query} is there`;
	}
	const matches = given.flatMap((text) => secrets.map((secret) => isEqual(text, secret)));
	return matches.includes(true) ? undefined : 'The secret is not the one of the credential';
}

// Node reads headers byte by byte, and most senders write UTF-8.
function inHeader(text: string): string[] {
	return [text, Buffer.from(text, 'latin1').toString('utf8')];
}

// A plus that a person pasted into the URL as it is arrives as a blank.
function inQuery(text: string): string[] {
	return [text, text.replaceAll(' ', '+')];
}

function refusalOfSignature(
	rule: SignatureRule,
	secrets: string[],
	proof: Proof,
	now: number,
): string | undefined {
	if (proof.rawBody === undefined) return 'The body cannot be verified: n8n did not keep its bytes';
	if (headerOf(proof, rule.header) === '') return `The header ${rule.header} is missing`;
	const signed = SCHEMES[rule.scheme](rule, proof, proof.rawBody);
	if (!signed) return `The header ${rule.header} is not in the form that the trigger expects`;
	const late = lateness(signed.timestamp, rule.toleranceSeconds, now);
	if (late) return late;
	const matches = secrets.flatMap((secret) => {
		const expected = signed.expected(secret);
		return signed.signatures.map((signature) => isEqual(signature, expected));
	});
	return matches.includes(true) ? undefined : 'The signature does not match the body';
}

// A signature is only worth something while it is fresh: an old delivery may have been recorded by somebody.
function lateness(
	timestamp: number | undefined,
	toleranceSeconds: number,
	now: number,
): string | undefined {
	if (timestamp === undefined || toleranceSeconds <= 0) return undefined;
	const offBy = Math.round(Math.abs(now / 1000 - timestamp));
	return offBy <= toleranceSeconds
		? undefined
		: `The signature was made ${offBy} s away from now, and ${toleranceSeconds} s are tolerated`;
}

// Digests have one length, so neither the length nor the place of the first difference shows in the time it takes.
function isEqual(a: Buffer | string, b: Buffer | string): boolean {
	return timingSafeEqual(digest(a), digest(b));
}

function digest(value: Buffer | string): Buffer {
	return createHash('sha256').update(value).digest();
}

function textOf(value: unknown): string {
	const first: unknown = Array.isArray(value) ? value[0] : value;
	return typeof first === 'string' ? first.trim() : '';
}
