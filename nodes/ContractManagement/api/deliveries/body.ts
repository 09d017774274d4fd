import type { DeliveryRequest } from './event';
import { DELIVERIES } from './profile';
import { isObject } from '../shapes';
import { plainKey } from '../texts';

/** A body in one form that it may be read in, with how many values it holds. */
type Body = { value: unknown; values: number };

type Bodies = Generator<Body | undefined, void, undefined>;

/** More than deliveries need, and little enough that reading it holds nobody up. */
export const MAX_VALUES = 100_000;

/** n8n has parsed JSON and forms by then; of anything else the parsing is ours. */
const MAX_PARSED_BYTES = 4 * 1024 * 1024;

const FORM_TYPE = 'application/x-www-form-urlencoded';
const MAX_FIELDS = 1_000;
const IN_BRACKETS = /^[\w.-]{1,40}(?:\[[\w.-]{1,40}\]){1,4}$/;

/** In another encoding the bytes do not tell what n8n has read in them. */
const UTF8_JSON = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?$/;

/** The body in every form that it may be read in, the likeliest first; undefined for one that is too large. */
export function* bodiesOf({ headers, rawBody, parsed: read }: DeliveryRequest): Bodies {
	const bytes = rawBody ?? Buffer.alloc(0);
	const type = String(headers['content-type'] ?? '').toLowerCase();
	const isMultipart = type.startsWith('multipart/form-data');
	const [isJson, isForm] = [UTF8_JSON.test(type), isMultipart || type.startsWith(FORM_TYPE)];
	// n8n puts the fields of multipart forms into `data`, beside the files.
	const value = isForm ? nested(isMultipart && isObject(read) ? read.data : read) : read;
	const values = isJson ? valuesIn(bytes, MAX_VALUES) : 0;
	if (values > MAX_VALUES) return yield undefined;
	const { payload, json = payload } = isObject(value) ? value : {};
	const text = isForm ? json : payload;
	const inner = () => (typeof text === 'string' ? parsed(Buffer.from(text)) : []);
	// A field of a form is the body; what else is there tells of the sender.
	if (isForm) yield* inner();
	const whole = (body: Body) => {
		const names = Object.keys(isObject(body.value) ? body.value : {});
		return names.slice(0, MAX_FIELDS).reduce(opened, body);
	};
	if (isJson || isForm) yield whole({ value, values });
	if (isJson) yield* inner();
	else if (isForm || bytes.length > 0) yield* [...parsed(bytes)].map((one) => one && whole(one));
	else yield { value: {}, values: 1 };
}

/** The body with the JSON that a property holds as text in the place of that, or of all where it has no other. */
function opened(body: Body, name: string): Body {
	const { value, values } = body;
	if (!isObject(value) || !DELIVERIES.texts.includes(plainKey(name))) return body;
	const { [name]: text, ...others } = value;
	if (typeof text !== 'string' || !/^\s*[[{]/.test(text)) return body;
	const [inner] = parsed(Buffer.from(text), MAX_VALUES - values);
	if (!inner) return body;
	return {
		value: Object.keys(others).length === 0 ? inner.value : { ...value, [name]: inner.value },
		values: values + inner.values,
	};
}

/** The fields of a form, with `data[contractId]` as `{data: {contractId}}`. */
function nested(form: unknown): unknown {
	if (!isObject(form)) return form;
	const fields: Record<string, unknown> = { ...form };
	for (const [name, value] of Object.entries(form).slice(0, MAX_FIELDS)) {
		if (!IN_BRACKETS.test(name) || name.includes('__proto__')) continue;
		const path = name.slice(0, -1).split(/\]?\[/);
		const last = path.pop()!;
		let holder = fields;
		for (const step of path) {
			if (!isObject(holder[step])) holder[step] = {};
			holder = holder[step] as Record<string, unknown>;
		}
		holder[last] = value;
	}
	return fields;
}

/** JSON that n8n has not parsed; nothing where it is none. */
function* parsed(json: Buffer, limit = MAX_VALUES): Bodies {
	if (json.length > MAX_PARSED_BYTES) return yield undefined;
	const values = valuesIn(json, limit);
	if (values > limit) return yield undefined;
	try {
		yield { value: JSON.parse(json.toString().replace(/^\uFEFF/, '')) as unknown, values };
	} catch {
		// Text that is no JSON says nothing.
	}
}

const [QUOTE, COMMA, BACKSLASH, OPENS_LIST, OPENS_OBJECT] = Buffer.from('",\\[{');

/** Counts the values of JSON in UTF-8, until soon after the limit. Byte by byte every shape has one price; parsing has not. */
export function valuesIn(json: Uint8Array, limit: number): number {
	let values = 1;
	for (let i = 0; i < json.length && values <= limit; i++) {
		const byte = json[i];
		if (byte === QUOTE) {
			i += 1;
			while (i < json.length && json[i] !== QUOTE) i += json[i] === BACKSLASH ? 2 : 1;
		} else if (byte === COMMA || byte === OPENS_LIST || byte === OPENS_OBJECT) {
			values += 1;
		}
	}
	return values;
}
