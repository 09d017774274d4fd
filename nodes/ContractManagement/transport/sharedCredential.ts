import { sleep, type IDataObject, type IWebhookFunctions } from 'n8n-workflow';
import { CREDENTIAL } from './credential';

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
	void reading.then(async () => await sleep(SHARED_MS)).then(forget, forget);
	return await reading;
}
