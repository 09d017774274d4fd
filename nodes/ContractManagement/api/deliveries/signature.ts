import { createHmac } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { instantIn, LATEST_SECONDS } from '../instants';
import type { DeliveryRequest, Verification } from './event';
import { headerOf, isAnyEqual, keysOf, likeSignatures, queryOf, secretsIn } from './verify';

/** How services sign their deliveries ("not shown"). */
const SIGNATURES = {
	/** What is signed. Names in braces are headers; `{timestamp}` and `{id}` are found, the time also beside the signature. */
	texts: {
		plain: '{body}',
		timestamped: '{timestamp}.{body}',
		versioned: 'v0:{timestamp}:{body}',
		standardWebhooks: '{id}.{timestamp}.{body}',
	} as Record<string, string>,
	/** What HMACs look like, behind whatever says what they are: as long as SHA-256 or SHA-512 make them, in two encodings. */
	looks: [
		['hexadecimal', /(?<![\da-z])(?:[\da-f]{64}){1,2}(?![\da-z])/gi],
		['base64', /(?<![a-z\d+/])(?:[a-z\d+/]{43}){1,2}(?![a-z\d+/])={0,2}/gi],
		['base64', /(?<![\w-])(?:[\w-]{43}){1,2}(?![\w-])={0,2}/g],
	] as Array<[string, RegExp]>,
	expected: '64 hexadecimal or 44 base64 characters (SHA-256), or 128 or 88 (SHA-512)',
	timeIn: /(?:^|[,;\s])t(?:s|ime|imestamp)?=(\d+)/,
	timeHeader: /(?:^|-)timestamp$/,
};

const MAX_SIGNATURES = 10;

/** What is signed together with a time: `<t>.<body>`, `v0:<t>:<body>`, `<id>.<t>.<body>`. No JSON that names a contract begins so. */
const SIGNED_WITH_TIME = /^(?:\d+\.|(?:[^\s"&<=[{]*[.:])?\d{9,})/;
const LONGEST_START = 1_000;

/** Why the signature is not believed, with what was found and expected; undefined when it is. */
export function refusalOfSignature(
	rule: Verification,
	credential: IDataObject,
	request: DeliveryRequest,
	now: number,
): string | undefined {
	const { signatureHeader: name, toleranceSeconds: tolerance } = rule;
	const { rawBody } = request;
	const keys = secretsIn(credential).flatMap(keysOf);
	if (keys.length === 0) return 'The credential holds no webhook secret';
	if (rawBody === undefined) return 'The body cannot be verified: n8n did not keep its bytes';
	const header = headerOf(request, name) || queryOf(request, name);
	if (header === '')
		return `The header ${name} is missing${likeSignatures(request, 'set Signature Header in Options')}`;
	const found = SIGNATURES.looks
		.flatMap(([, looks]) => header.match(looks) ?? [])
		.slice(0, MAX_SIGNATURES);
	const given = found.map((text) => Buffer.from(text, text.length % 64 === 0 ? 'hex' : 'base64'));
	const hash = given.some(({ length }) => length === 32) ? 'sha256' : 'sha512';
	const time = timeOf(rule, request, header);
	const texts = textsOf(rule, header, time, rawBody);
	const signed = texts.find((text) => {
		const around = aroundBody(text, rule, request, time);
		const macs = around && keys.map((key) => createHmac(hash, key).update(around[0]));
		const made = macs?.map((mac) => mac.update(rawBody).update(around![1]).digest());
		return made && isAnyEqual(given, made);
	});
	if (signed === undefined) {
		const [kind] = SIGNATURES.looks.find(([, looks]) => header.search(looks) >= 0) ?? ['no HMAC'];
		const length = found[0]?.length ?? header.length;
		return `The signature does not match: the secret differs, the body was changed on the way, or the form is another one (${name} has ${length} characters, ${kind}; expected are ${SIGNATURES.expected}, of ${texts.join(' or ') || 'a body without a time'}; Signed Text and Timestamp Header in Options change that)`;
	}
	// A signature is only worth something while it is fresh: an old delivery may have been recorded by somebody.
	const offBy = Math.round(Math.abs(now - timeIn(time)) / 1000);
	if (!signed.includes('{timestamp}') || tolerance === 0 || offBy <= tolerance) return undefined;
	return `The signature was made ${offBy} s away from now, and ${tolerance} s are tolerated (Signature Tolerance in Options)`;
}

/** When the signature was made, as it is written; empty where that is not told. */
function timeOf(
	{ timestampHeader, signatureHeader }: Verification,
	request: DeliveryRequest,
	header: string,
) {
	const beside = brandOf(signatureHeader) + 'timestamp';
	const others = Object.keys(request.headers).filter((name) => SIGNATURES.timeHeader.test(name));
	const names = timestampHeader ? [timestampHeader] : [beside, 'webhook-timestamp', ...others];
	const told = [
		SIGNATURES.timeIn.exec(header)?.[1],
		...names.map((name) => headerOf(request, name)),
	];
	const time = told.find((text) => text) ?? '';
	return Number.isNaN(timeIn(time)) ? '' : time;
}

// `webhook-signature` has `webhook-id` and `webhook-timestamp` beside it.
const brandOf = (name: string) => name.trim().replace(/signature$/i, '');

function timeIn(time: string): number {
	if (!/^\d+$/.test(time)) return Date.parse(instantIn(time) ?? '');
	return Number(time) < LATEST_SECONDS ? Number(time) * 1000 : Number(time);
}

/** What may have been signed: what tells itself apart, else the body, also with a time that came beside it. */
function textsOf(
	{ signedText, signatureScheme }: Verification,
	header: string,
	time: string,
	body: Buffer,
) {
	if (signedText !== '') return [signedText];
	if (signatureScheme !== 'auto') return [SIGNATURES.texts[signatureScheme]];
	if (/(?:^|\s)v1,/.test(header)) return [SIGNATURES.texts.standardWebhooks];
	if (SIGNATURES.timeIn.test(header)) return [SIGNATURES.texts.timestamped];
	// Never plain what could be the signed text of a recorded delivery, time and all: it would prove itself for ever.
	const isRecorded = SIGNED_WITH_TIME.test(body.toString('latin1', 0, LONGEST_START));
	const plain = isRecorded ? [] : [SIGNATURES.texts.plain];
	const timed = /^v0[=:]/.test(header) ? SIGNATURES.texts.versioned : SIGNATURES.texts.timestamped;
	return time === '' ? plain : [timed, ...plain];
}

/** The text before the body and the one behind it; undefined where a part is not there. With dots it could make a new time of old text. */
function aroundBody(
	text: string,
	{ signatureHeader }: Verification,
	request: DeliveryRequest,
	time: string,
) {
	const id = headerOf(request, brandOf(signatureHeader) + 'id') || headerOf(request, 'webhook-id');
	let isWhole = true;
	const parts = text.split('{body}').map((part) =>
		part.replace(/\{([\w-]+)\}/g, (_all, name: string) => {
			if (name === 'timestamp') return time;
			const value = name === 'id' ? id : headerOf(request, name);
			isWhole &&= /^[^.:\s]+$/.test(value);
			return value;
		}),
	);
	isWhole &&= !(text.includes('{timestamp}') && time === '');
	return isWhole && parts.length === 2 ? parts : undefined;
}
