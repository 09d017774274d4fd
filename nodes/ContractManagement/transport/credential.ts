import {
	sleep,
	type IDataObject,
	type IExecuteFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { digestOf } from '../api/print';

/** The name of the one credential type that every node here uses. */
export const CREDENTIAL = 'contractManagementApi';

/** Tells two API keys, or one key on two services, apart. The key itself cannot be had from it. */
export function accountOf({ baseUrl, apiKey }: IDataObject): string {
	return digestOf(`${String(baseUrl)}\n${String(apiKey).trim()}`);
}

/** The address of the service, without a slash at its end. */
export function baseUrlOf({ baseUrl }: IDataObject): string {
	return String(baseUrl ?? '')
		.trim()
		.replace(/(?<!\/)\/+$/, '');
}

/**
 * Reads the credential of items. It may hold expressions; where none of them asks for the item, all have the same, which
 * is read once: each reading takes n8n as long as everything else that it does for an item.
 */
export function credentialsOf(context: Pick<IExecuteFunctions, 'getCredentials'>) {
	let ofAll: Promise<IDataObject | undefined> | undefined;
	return async (itemIndex: number): Promise<IDataObject> => {
		ofAll ??= sameForAll(context, itemIndex);
		return (await ofAll) ?? (await context.getCredentials(CREDENTIAL, itemIndex));
	};
}

async function sameForAll(context: Pick<IExecuteFunctions, 'getCredentials'>, itemIndex: number) {
	let isAsked = false;
	// n8n only looks at the index to resolve an expression, and nothing else tells whether there is one.
	const index = {
		[Symbol.toPrimitive]() {
			isAsked = true;
			return itemIndex;
		},
	};
	const reading = context.getCredentials<IDataObject>(CREDENTIAL, index as unknown as number);
	// Each item reads it again, and has an error of its own.
	const credentials = await reading.catch(() => undefined);
	return isAsked ? undefined : credentials;
}

/** For how long a reading of the credential is used: too short to notice that the credential was changed. */
const SHARED_MS = 1_000;

const readings = new Map<string, Promise<IDataObject>>();

/**
 * The credential. Deliveries within a second share one reading: for each reading n8n makes a JavaScript isolate, which
 * takes longer than everything else that a delivery needs. Nothing is kept afterwards.
 */
export async function sharedCredential(context: IWebhookFunctions): Promise<IDataObject> {
	const node = context.getNode();
	const key = [context.getWorkflow().id, node.id, node.credentials?.[CREDENTIAL]?.id].join('\n');
	const known = readings.get(key);
	if (known) return await known;
	const reading = context.getCredentials<IDataObject>(CREDENTIAL);
	readings.set(key, reading);
	const forget = () => readings.delete(key);
	void reading.then(() => sleep(SHARED_MS)).then(forget, forget);
	return await reading;
}
