import type { IDataObject } from 'n8n-workflow';
import type { RequestContext } from '../transport/connection';
import { CREDENTIAL } from '../transport/credential';

/** The webhook secrets of the credential that are filled in: the current one, then the previous one. */
export async function webhookSecrets(context: RequestContext): Promise<string[]> {
	const { webhookSecret, previousWebhookSecret } =
		await context.getCredentials<IDataObject>(CREDENTIAL);
	return [webhookSecret, previousWebhookSecret]
		.map((secret) => String(secret ?? '').trim())
		.filter((secret) => secret !== '');
}
