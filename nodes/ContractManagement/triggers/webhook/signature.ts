import { createHmac } from 'crypto';
import { headerOf, type DeliveryRequest } from './body';

/** An HMAC-SHA256 over the raw body comes in a header. */
export interface SignatureRule {
	kind: 'hmac';
	header: string;
	/** Cut off before the signature is decoded, for example `sha256=`. */
	prefix: string;
	encoding: 'base64' | 'hex';
	scheme: 'auto' | 'plain' | 'standardWebhooks' | 'timestamped';
	/** How far the signed time may be from now; 0 does not look at it. */
	toleranceSeconds: number;
}

/** What a delivery claims about its signature. */
interface Signed {
	/** Seconds since the epoch, where the time is signed too. */
	timestamp?: number;
	/** Several while the sender replaces its secret. */
	signatures: Buffer[];
	expected: (secret: string) => Buffer;
}

type Scheme = (
	rule: SignatureRule,
	request: DeliveryRequest,
	rawBody: Buffer,
) => Signed | undefined;

const BASE64_PREFIX = 'whsec_';
const LATEST_SECONDS = 100_000_000_000;
const TIMESTAMPED = /(?:^|,)\s*t=(\d+)\s*(?:,|$)/;

/** What is signed together with a time: `<t>.<body>`, `<id>.<timestamp>.<body>`. No JSON that names a contract begins so. */
const SIGNED_WITH_TIME = /^(?:\d+|[^\s"&<=[{]*\.\d{9,})\./;
const LONGEST_START = 1_000;

/** A sender who replaces its secret signs twice. */
const MAX_SIGNATURES = 10;

/** How a header says what was signed. Each answers undefined when the header is not in its form. */
export const SCHEMES: Record<SignatureRule['scheme'], Scheme> = {
	/**
	 * Timestamped where the header has a time, else plain. But never plain what could be the signed text of a recorded
	 * delivery, time and all: its signature would prove itself for ever, without the time.
	 */
	auto(rule, request, rawBody) {
		const isTimestamped = TIMESTAMPED.test(headerOf(request, rule.header));
		if (isTimestamped) return SCHEMES.timestamped(rule, request, rawBody);
		const start = rawBody.toString('latin1', 0, LONGEST_START);
		return SIGNED_WITH_TIME.test(start) ? undefined : SCHEMES.plain(rule, request, rawBody);
	},

	/** The header is the signature of the body. */
	plain(rule, request, rawBody) {
		return {
			signatures: [decoded(rule, headerOf(request, rule.header))],
			expected: (secret) => hmac(secret, rawBody),
		};
	},

	/** `t=<unix seconds>,v1=<signature>`, over `<t>.<body>`. */
	timestamped(rule, request, rawBody) {
		const header = headerOf(request, rule.header);
		const timestamp = TIMESTAMPED.exec(header)?.[1];
		const signatures = [...header.matchAll(/(?:^|,)\s*v1=([^,\s]+)/g)].slice(0, MAX_SIGNATURES);
		if (timestamp === undefined || signatures.length === 0) return undefined;
		return {
			timestamp: secondsOf(timestamp),
			signatures: signatures.map(([, signature]) => decoded(rule, signature)),
			expected: (secret) => hmac(secret, `${timestamp}.`, rawBody),
		};
	},

	/** standardwebhooks.com: headers webhook-id, webhook-timestamp and `v1,<base64>`, over `<id>.<timestamp>.<body>`. */
	standardWebhooks(rule, request, rawBody) {
		const [id, timestamp, header] = ['webhook-id', 'webhook-timestamp', rule.header].map((name) =>
			headerOf(request, name),
		);
		const signatures = header.split(/\s+/).filter((part) => part.startsWith('v1,'));
		if (id === '' || !/^\d+$/.test(timestamp) || signatures.length === 0) return undefined;
		return {
			timestamp: secondsOf(timestamp),
			signatures: signatures
				.slice(0, MAX_SIGNATURES)
				.map((part) => Buffer.from(part.slice('v1,'.length), 'base64')),
			expected: (secret) => hmac(signingKeyOf(secret), `${id}.${timestamp}.`, rawBody),
		};
	},
};

/** The key that a secret stands for in Standard Webhooks. */
export function signingKeyOf(secret: string): Buffer | string {
	return secret.startsWith(BASE64_PREFIX)
		? Buffer.from(secret.slice(BASE64_PREFIX.length), 'base64')
		: secret;
}

// Some senders give milliseconds, which as seconds would be thousands of years from now.
function secondsOf(timestamp: string): number {
	const value = Number(timestamp);
	return value < LATEST_SECONDS ? value : value / 1000;
}

function decoded({ prefix, encoding }: SignatureRule, text: string): Buffer {
	const hasPrefix = text.slice(0, prefix.length).toLowerCase() === prefix.toLowerCase();
	const bare = hasPrefix ? text.slice(prefix.length) : text;
	return Buffer.from(bare.trim(), encoding);
}

function hmac(secret: Buffer | string, ...parts: Array<Buffer | string>): Buffer {
	const mac = createHmac('sha256', secret);
	for (const part of parts) mac.update(part);
	return mac.digest();
}
