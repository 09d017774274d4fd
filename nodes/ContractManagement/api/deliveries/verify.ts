import type { IDataObject } from 'n8n-workflow';
import type { DeliveryRequest } from './body';
import type { Verification } from './event';
import {
	headerOf,
	isAnyEqual,
	keyOf,
	likeSignatures,
	queryOf,
	refusalOfSignature,
} from './signature';

/** Blanks, control characters, and characters that nobody sees. */
const INVISIBLE = /^[\s\p{Cc}\p{Cf}]*$/u;

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
	const inQuery = queryOf(request, query);
	if (inHeader + inQuery + authorized(request).join('') === '') {
		const hint = likeSignatures(request, 'set Verification to HMAC Signature');
		return `The secret is missing: neither the header ${header} nor the query parameter ${query} is there${hint}`;
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
