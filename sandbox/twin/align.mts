import type { Json } from '../variants/variant.mts';
import { pairedNames } from './names.mts';
import { formatOf, isTimeFormat, timeIn, type Shape } from './shape.mts';

/** Our JSON in the shape of another service: its names, wrappers, types and formats. What cannot be converted stays. */
export function aligned(value: Json, shape: Shape): Json {
	if (value === undefined) return madeUp(shape);
	if (value === null) {
		return !shape.type.includes('null') && shape.formats?.includes('empty') ? '' : null;
	}
	if (Array.isArray(value)) return alignedList(value, shape);
	return typeof value === 'object' ? alignedObject(value, shape) : alignedScalar(value, shape);
}

function alignedList(list: Json[], shape: Shape): Json {
	const { type, items, values, properties = {}, formats } = shape;
	if (type.includes('array')) return items ? list.map((item) => aligned(item, items)) : list;
	if (values) return Object.fromEntries(list.map((item) => entryOf(item, values)));
	const holder = Object.keys(properties).find((name) => fit(list, properties[name]!) > 0);
	if (holder) return around(shape, holder, list);
	return formats?.includes('json') ? JSON.stringify(list) : list;
}

/** `{attributeDefinitionId, value}` and its like as an entry of a map. */
function entryOf(item: Json, values: Shape): [string, Json] {
	const id = item.attributeDefinitionId ?? item.smartFieldId ?? item.id;
	const value = 'value' in item ? item.value : 'rawValue' in item ? item.rawValue : item;
	return [id, aligned(value, values)];
}

function alignedObject(object: Json, shape: Shape): Json {
	const { type, values, properties } = shape;
	if (!type.includes('object')) {
		if (type.includes('array') && Array.isArray(object.data))
			return alignedList(object.data, shape);
		return type.includes('string') && 'id' in object ? aligned(object.id, shape) : object;
	}
	if (values) {
		const entries = Object.entries(object).map(([key, value]) => [key, aligned(value, values)]);
		return Object.fromEntries(entries);
	}
	if (!properties) return object;
	const direct = likeness(object, shape);
	const holder = Object.keys(properties).find((name) => fit(object, properties[name]!) > direct);
	if (holder) return around(shape, holder, object);
	const [only, ...others] = Object.values(object);
	const isEnvelope = others.length === 0 && typeof only === 'object' && only !== null;
	if (isEnvelope && likeness(only, shape) > direct) return aligned(only, shape);
	return renamed(object, shape);
}

/** How well the value fits the shape or something within it, as envelopes may be in envelopes. */
function fit(value: Json, shape: Shape, depth = 0): number {
	const isList = Array.isArray(value);
	const direct = isList ? Number(shape.type.includes('array')) : likeness(value, shape);
	if (depth === MAX_ENVELOPES) return direct;
	const within = Object.values(shape.properties ?? {});
	return Math.max(direct, ...within.map((inner) => fit(value, inner, depth + 1)));
}

const MAX_ENVELOPES = 2;

function likeness(object: Json, { properties }: Shape): number {
	return properties ? pairedNames(Object.keys(properties), Object.keys(object)).size : 0;
}

/** What the service puts around a record or a list, with it inside. */
function around({ properties = {} }: Shape, holder: string, inner: Json): Json {
	const entries = Object.entries(properties).map(([name, shape]) => [
		name,
		name === holder ? aligned(inner, shape) : madeUp(shape),
	]);
	return Object.fromEntries(entries);
}

function renamed(object: Json, { properties = {}, optional = [] }: Shape): Json {
	const pairs = pairedNames(Object.keys(properties), Object.keys(object));
	const entries = Object.entries(properties).flatMap(([name, shape]): Array<[string, Json]> => {
		const own = pairs.get(name);
		if (own === undefined) return optional.includes(name) ? [] : [[name, madeUp(shape)]];
		const value = name === 'details' ? details(object[own], shape) : aligned(object[own], shape);
		const isLeftOut = value === null && optional.includes(name) && !shape.type.includes('null');
		return isLeftOut ? [] : [[name, value]];
	});
	return Object.fromEntries(entries);
}

/** Details differ from error to error: where a service gives any, those that were not seen stay as they are. */
function details(own: Json, shape: Shape): Json {
	const { properties = {} } = shape;
	if (Object.keys(properties).length === 0) return aligned(own, shape);
	const pairs = pairedNames(Object.keys(properties), Object.keys(own));
	const names = new Map([...pairs].map(([theirs, ours]) => [ours, theirs]));
	const entries = Object.entries(own).map(([name, value]) => [names.get(name) ?? name, value]);
	return Object.fromEntries(entries);
}

function alignedScalar(value: string | number | boolean, { type, formats = [] }: Shape): Json {
	if (typeof value === 'string')
		return type.includes('string') ? alignedText(value, formats) : value;
	if (type.includes(typeof value) || !type.includes('string')) return value;
	if (typeof value === 'boolean') return formats.includes('boolean') ? String(value) : value;
	const decimals = formats.flatMap((format) => /^decimal\.(\d+)$/.exec(format)?.[1] ?? []);
	if (decimals.length === 0) return value;
	const own = String(value).split('.')[1]?.length ?? 0;
	const fixed = Number(decimals[0]);
	return decimals.length === 1 && own <= fixed ? value.toFixed(fixed) : String(value);
}

function alignedText(text: string, formats: string[]): string {
	const own = formatOf(text);
	if (formats.length === 0 || formats.includes(own)) return text;
	const time = formats.find(isTimeFormat);
	if (isTimeFormat(own)) {
		if (time !== undefined) return timeIn(time, text) ?? text;
		return formats.includes('0000-00-00') ? text.slice(0, 10) : text;
	}
	if (own === '0000-00-00' && time !== undefined) return timeIn(time, `${text}T00:00:00Z`) ?? text;
	const id = formats.find((format) => format.endsWith('{uuid}'));
	if (own.endsWith('{uuid}') && id !== undefined) return id.replace('{uuid}', text.slice(-36));
	return text;
}

const EXAMPLES: Record<string, string> = {
	empty: '',
	boolean: 'true',
	json: '[]',
	uri: 'https://service.example/made-up',
	email: 'made.up@service.example',
};

/** A value of the shape that stands for one that we do not have. */
export function madeUp({ type, properties, formats = [], words = [] }: Shape): Json {
	if (type.includes('null')) return null;
	if (type.includes('object')) {
		const entries = Object.entries(properties ?? {});
		return Object.fromEntries(entries.map(([name, inner]) => [name, madeUp(inner)]));
	}
	if (type.includes('array')) return [];
	if (type.includes('boolean')) return false;
	if (type.includes('number')) return 1;
	const [format = 'text'] = formats;
	if (format.endsWith('{uuid}'))
		return format.replace('{uuid}', '00000000-0000-4000-8000-000000000001');
	if (format.startsWith('decimal.')) return (1).toFixed(Number(format.slice(8)));
	return words[0] ?? EXAMPLES[format] ?? timeIn(format, '2024-01-01T00:00:00Z') ?? 'made up';
}
