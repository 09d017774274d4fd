import type { IWebhookFunctions } from 'n8n-workflow';
import { isObject } from '../api/shapes';
import { sizeOfJson } from './jsonSize';
import { headerOf } from './proof';

/** A body in one form that it may be read in. */
export interface Body {
	value: unknown;
	/** How deep objects and lists are inside one another. */
	levels: number;
}

/** More than deliveries need, and little enough that reading it holds nobody up. */
export const MAX_VALUES = 100_000;

/** n8n has parsed JSON and forms by then; of anything else the parsing is ours. */
const MAX_PARSED_BYTES = 4 * 1024 * 1024;

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const FORM_LEVELS = 2;

/**
 * The body in every form that it may be read in, the likeliest first: JSON in the field `payload` of a form, as n8n
 * parsed it, and parsed by us where n8n did not (vendor JSON, no content type, text). Undefined stands for a form that is
 * too large to be read.
 */
export function* bodiesOf(
	context: IWebhookFunctions,
): Generator<Body | undefined, void, undefined> {
	const raw = rawBodyOf(context) ?? Buffer.alloc(0);
	const type = headerOf({ headers: context.getHeaderData() }, 'content-type').toLowerCase();
	const value: unknown = context.getBodyData();
	if (isUtf8Json(type)) {
		const size = sizeOfJson(raw, MAX_VALUES);
		if (size.values > MAX_VALUES) return yield undefined;
		yield* payloadOf(value);
		return yield { value, levels: size.levels };
	}
	if (type.startsWith(FORM_TYPE)) {
		yield* payloadOf(value);
		yield { value, levels: FORM_LEVELS };
	}
	yield* parsed(raw);
}

/** The bytes as they came; undefined where n8n did not keep them (multipart forms). */
export function rawBodyOf(context: IWebhookFunctions): Buffer | undefined {
	const { rawBody } = context.getRequestObject();
	return Buffer.isBuffer(rawBody) ? rawBody : undefined;
}

// In another encoding the bytes do not tell what n8n has read in them.
function isUtf8Json(contentType: string): boolean {
	const charsets = contentType.match(/charset[^;]*/g) ?? [];
	const isUtf8 = charsets.every((charset) => /^charset\s*=\s*"?utf-?8"?\s*$/.test(charset));
	return isUtf8 && contentType.split(';')[0] === JSON_TYPE;
}

function* payloadOf(value: unknown): Generator<Body | undefined, void, undefined> {
	if (isObject(value) && typeof value.payload === 'string') {
		yield* parsed(Buffer.from(value.payload));
	}
}

/** JSON that n8n has not parsed; nothing where it is none. */
function* parsed(json: Buffer): Generator<Body | undefined, void, undefined> {
	if (json.length > MAX_PARSED_BYTES) return yield undefined;
	const { values, levels } = sizeOfJson(json, MAX_VALUES);
	if (values > MAX_VALUES) return yield undefined;
	try {
		yield { value: JSON.parse(json.toString().replace(/^\uFEFF/, '')) as unknown, levels };
	} catch {
		// Text that is no JSON says nothing.
	}
}
