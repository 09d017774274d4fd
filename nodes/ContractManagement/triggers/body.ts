import type { IWebhookFunctions } from 'n8n-workflow';
import { isObject } from '../api/shapes';

/**
 * The body in every form that it may be read in, the likeliest first: as n8n parsed it, JSON in the field `payload` of
 * a form, and parsed by us where n8n did not (vendor JSON, no content type, text).
 */
export function* bodiesOf(context: IWebhookFunctions): Generator<unknown, void, undefined> {
	const parsed: unknown = context.getBodyData();
	if (isObject(parsed) && typeof parsed.payload === 'string') yield jsonOf(parsed.payload);
	yield parsed;
	yield jsonOf(rawBodyOf(context)?.toString('utf8') ?? '');
}

/** The bytes as they came; undefined where n8n did not keep them (multipart forms). */
export function rawBodyOf(context: IWebhookFunctions): Buffer | undefined {
	const { rawBody } = context.getRequestObject();
	return Buffer.isBuffer(rawBody) ? rawBody : undefined;
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
	} catch {
		return undefined;
	}
}
