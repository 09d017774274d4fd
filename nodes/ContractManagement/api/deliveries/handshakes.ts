import { eventIdentifier } from '../events';
import type { DeliveryRequest } from './body';
import { isObject } from '../shapes';

/** Names of deliveries that only try the address, as `eventIdentifier` reduces them. */
const TESTS = new Set(
	'ping pong test tests testevent eventtest testping webhooktest testwebhook webhookping webhookstest webhooksping testdelivery testnotification handshake challenge urlverification urlvalidation endpointverification endpointurlvalidation webhookverification webhookvalidation subscriptionvalidation subscriptionverification'.split(
		' ',
	),
);

/** What services call a text that they want back. */
const CHALLENGES = ['challenge', 'hub.challenge', 'hub_challenge', 'validationToken'];

/** No tokens are longer; what is no plain text is none. */
const TOKEN = /^[\x20-\x7e]{1,1000}$/;

/** Whether a name only says that the address is tried. */
export function isTest(name: string): boolean {
	return TESTS.has(eventIdentifier(name));
}

/** The text that the sender wants back; undefined where it wants none. */
export function challengeIn(body: unknown, { query }: DeliveryRequest): string | undefined {
	const holders = [query, isObject(body) ? body : {}];
	const values = holders.flatMap((holder) => CHALLENGES.map((name) => holder[name]));
	return values.find((value): value is string => typeof value === 'string' && TOKEN.test(value));
}

/** Whether the body says nothing at all. */
export function isEmptyBody(body: unknown): boolean {
	if (typeof body === 'object' && body !== null) return Object.keys(body).length === 0;
	return body === undefined || body === null || body === '';
}
