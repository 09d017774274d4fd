import { eventIdentifier } from '../events';
import { DELIVERIES } from './profile';
import { isObject } from '../shapes';
import type { DeliveryRequest } from './body';

/** No tokens are longer; what is no plain text is none. */
const TOKEN = /^[\x20-\x7e]{1,1000}$/;

/** Whether a name only says that the address is tried. */
export function isTest(name: string): boolean {
	return DELIVERIES.tests.test(eventIdentifier(name));
}

/** The text that the sender wants back; undefined where it wants none. */
export function challengeIn(body: unknown, { query }: DeliveryRequest): string | undefined {
	const holders = [query, isObject(body) ? body : {}];
	const values = holders.flatMap((holder) => DELIVERIES.challenges.map((name) => holder[name]));
	return values.find((value): value is string => typeof value === 'string' && TOKEN.test(value));
}

/** Whether the body says nothing at all. */
export function isEmptyBody(body: unknown): boolean {
	return typeof body === 'object' ? Object.keys(body ?? {}).length === 0 : (body ?? '') === '';
}
