import type { IDataObject } from 'n8n-workflow';

/**
 * The webhook secrets of a credential that are filled in: the current one, then the previous one. Blanks around them
 * are a slip of the pen, or part of them: both are tried.
 */
export function secretsIn({ webhookSecret, previousWebhookSecret }: IDataObject): string[] {
	return [webhookSecret, previousWebhookSecret]
		.map((secret) => String(secret ?? ''))
		.filter((secret) => secret.trim() !== '')
		.flatMap((secret) => [...new Set([secret.trim(), secret])]);
}
