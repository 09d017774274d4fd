import { createHmac } from 'node:crypto';

export const SIGNATURE_HEADER = 'x-webhook-signature';

/** Where the trigger of n8n looks for the secret, unless it is told to verify the signature. */
export const SECRET_HEADER = 'x-webhook-secret';

/** `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">` with the subscription's secret. */
export function signature(secret: string, rawBody: string, unixSeconds: number): string {
	const signed = `${unixSeconds}.${rawBody}`;
	return `t=${unixSeconds},v1=${createHmac('sha256', secret).update(signed).digest('hex')}`;
}
