import { randomUUID } from 'node:crypto';
import { isUuid } from '../schemas/formats.mts';

/** The prefix of a contract's id in an answer. Paths take the id with and without it, references are plain UUIDs. */
export const CONTRACT_PREFIX = 'contract_';

export function newId(): string {
	return randomUUID();
}

/** The UUID of an id in whatever form a service, a delivery or a person writes it. */
export function anyUuidOf(text: string): string | undefined {
	const uuid = /^(?:[a-z][a-z0-9]*[_-])?([0-9a-f-]{36})$/i.exec(text.trim())?.[1] ?? '';
	return isUuid(uuid) ? uuid.toLowerCase() : undefined;
}

/** The UUID in a path parameter or body, in lower case; `undefined` when there is none. */
export function uuidOf(text: string): string | undefined {
	const uuid = text.startsWith(CONTRACT_PREFIX) ? text.slice(CONTRACT_PREFIX.length) : text;
	return isUuid(uuid) ? uuid.toLowerCase() : undefined;
}
