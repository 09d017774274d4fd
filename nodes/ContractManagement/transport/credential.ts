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
