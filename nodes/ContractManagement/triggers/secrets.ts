import type { IDataObject } from 'n8n-workflow';

const BASE64_PREFIX = 'whsec_';

/** Blanks, control characters, and characters that nobody sees. */
const INVISIBLE = /^[\s\p{Cc}\p{Cf}]*$/u;

/**
 * The webhook secrets of a credential that can prove something: the current one, then the previous one. Blanks around
 * them are a slip of the pen, or part of them: both are tried.
 */
export function secretsIn({ webhookSecret, previousWebhookSecret }: IDataObject): string[] {
	return [webhookSecret, previousWebhookSecret]
		.map((secret) => String(secret ?? ''))
		.filter((secret) => !isBlank(secret) && !isWithoutKey(secret))
		.flatMap((secret) => [...new Set([secret.trim(), secret])]);
}

/** Whether a secret of the credential is a prefix with no key after it: its signatures could be made by anybody. */
export function hasSecretWithoutKey({
	webhookSecret,
	previousWebhookSecret,
}: IDataObject): boolean {
	return [webhookSecret, previousWebhookSecret].some((secret) =>
		isWithoutKey(String(secret ?? '')),
	);
}

/** The key that a secret stands for in Standard Webhooks. */
export function signingKeyOf(secret: string): Buffer | string {
	return secret.startsWith(BASE64_PREFIX)
		? Buffer.from(secret.slice(BASE64_PREFIX.length), 'base64')
		: secret;
}

function isBlank(secret: string): boolean {
	return INVISIBLE.test(secret);
}

function isWithoutKey(secret: string): boolean {
	return !isBlank(secret) && signingKeyOf(secret.trim()).length === 0;
}
