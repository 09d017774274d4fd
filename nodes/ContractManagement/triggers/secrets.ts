import type { IDataObject } from 'n8n-workflow';
import { CREDENTIAL, type RequestContext } from '../transport/connection';

/** The webhook secrets of the credential that are filled in: the current one, then the previous one. */
export async function webhookSecrets(context: RequestContext): Promise<string[]> {
	const { webhookSecret, previousWebhookSecret } =
		await context.getCredentials<IDataObject>(CREDENTIAL);
	return [webhookSecret, previousWebhookSecret]
		.map((secret) => String(secret ?? '').trim())
		.filter((secret) => secret !== '');
}
