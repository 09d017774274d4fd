import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { digestOf } from '../api/print';
import { profileOf } from '../api/serviceProfile';
import { seen } from '../api/texts';
import { Memory } from './memory';

/** The name of the one credential type that every node here uses. */
export const CREDENTIAL = 'contractManagementApi';

/** Tells two API keys, or one key on two services, apart. The key itself cannot be had from it. */
export function accountOf(credentials: IDataObject): string {
	return digestOf(`${baseUrlOf(credentials)}\n${String(credentials.apiKey).trim()}`);
}

/** The address of the service, without what nobody sees in it, and without a slash at its end. */
export function baseUrlOf({ baseUrl }: IDataObject): string {
	return String(seen(baseUrl) ?? '')
		.trim()
		.replace(/(?<!\/)\/+$/, '');
}

/** What holds for the service. @throws NodeOperationError where Service Profile says what there is not */
export function usableProfile(at: Pick<IExecuteFunctions, 'getNode'>, serviceProfile: unknown) {
	const profile = profileOf(serviceProfile);
	if (typeof profile !== 'string') return profile;
	const description = 'Nothing was sent. Open the credential and correct its Service Profile.';
	throw new NodeOperationError(at.getNode(), profile, { description });
}

/**
 * The credential, where no expression of it asks for the item; undefined where one does, or where it cannot be read, so
 * that each item reads its own: n8n reads its database for each, which takes 40 % of the time of 1,000 rows.
 */
export async function sameForAll(context: Pick<IExecuteFunctions, 'getCredentials'>, item: number) {
	let isAsked = false;
	// n8n looks at the index only to resolve an expression, and nothing else tells whether there is one.
	const index = { [Symbol.toPrimitive]: () => ((isAsked = true), item) };
	const reading = context.getCredentials<IDataObject>(CREDENTIAL, index as unknown as number);
	const credentials = await reading.catch(() => undefined);
	return isAsked ? undefined : credentials;
}

/** By trigger. n8n makes an isolate for each reading, some 45 ms: half of what a delivery costs where many come at once. */
const recent = new Memory<Promise<IDataObject>>(5_000, 1_000);

/** The credential of a trigger as deliveries of the last seconds have read it, and then, as it may have changed since, anew. */
export async function* recentCredentials(context: IWebhookFunctions) {
	const key = JSON.stringify([context.getWorkflow().id, context.getNode().credentials]);
	// Who listens in the editor may have changed it just now.
	const last = context.getMode() === 'manual' ? undefined : recent.get(key);
	const known = await last?.catch(() => undefined);
	if (known) yield known;
	const reading = context.getCredentials<IDataObject>(CREDENTIAL);
	recent.set(key, reading);
	reading.catch(() => recent.delete(key));
	yield await reading;
}
