import type { IDataObject } from 'n8n-workflow';

/** The webhook secrets of a credential that are filled in: the current one, then the previous one. */
export function secretsIn({ webhookSecret, previousWebhookSecret }: IDataObject): string[] {
	return [webhookSecret, previousWebhookSecret]
		.map((secret) => String(secret ?? '').trim())
		.filter((secret) => secret !== '');
}
