import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

/** The name of the one credential type that every node here uses. */
export const CREDENTIAL = 'contractManagementApi';

/** Tells two API keys, or one key on two services, apart. The key itself cannot be had from it. */
export function accountOf({ baseUrl, apiKey }: IDataObject): string {
	return createHash('sha256')
		.update(`${String(baseUrl)}\n${String(apiKey)}`)
		.digest('hex');
}

/** The address of the service, without a slash at its end. */
export function baseUrlOf({ baseUrl }: IDataObject): string {
	return String(baseUrl ?? '')
		.trim()
		.replace(/(?<!\/)\/+$/, '');
}

/** For how long a reading of the credential is used. */
const FRESH_MS = 10_000;

/**
 * The credential as it was read, and read again where that is long ago. For every reading n8n asks its database and,
 * outside executions, makes a JavaScript isolate: more work than the request. Executions may be long, and notice a key
 * that is replaced meanwhile.
 */
export function refreshed(
	first: IDataObject,
	read: () => Promise<IDataObject>,
): () => Promise<IDataObject> {
	let reading = Promise.resolve(first);
	let readAt = performance.now();
	return async () => {
		if (performance.now() - readAt > FRESH_MS) {
			readAt = performance.now();
			reading = read();
		}
		return await reading;
	};
}
