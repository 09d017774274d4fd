import { isResourceLocatorValue, type IDataObject, type INodeParameters } from 'n8n-workflow';
import { isObject } from '../api/shapes';

/** A property of the item, at any depth: `={{ $json.name }}`, `={{ $json.deal["Payment term"] }}`. */
const PROPERTY = /^=\{\{\s*\$json((?:\.[a-zA-Z_]\w*|\[(?:"[^"\\{}]+"|'[^'\\{}]+')\])+)\s*\}\}$/;

/** What a whole parameter is made of, other than text of its own. */
const EXPRESSION = /^=\s*\{\{([^{}]{0,150}\$[^{}]{0,150})\}\}\s*$/;

/** The same where it is a property, also of another node. */
const SOURCE =
	/^=\s*\{\{\s*((?:\$json|\$\('[^'{}]+'\)\.item\.json)(?:\.[a-zA-Z_]\w*|\[(?:"[^"\\{}]+"|'[^'\\{}]+'|\d+)\])+)\s*\}\}\s*$/;

/** One step of its path. */
const STEP = /\.(\w+)|\["([^"]+)"\]|\['([^']+)'\]/g;

/** A parameter whose expressions all are properties of the item, alone or in a text, without n8n, which takes a quarter of a millisecond for each; undefined where it has to evaluate it. */
export function itemProperties(parameters: INodeParameters, name: string, json: IDataObject) {
	const given = givenIn(parameters, name);
	// What n8n extracts from an address is for n8n to say.
	const isId = isResourceLocatorValue(given) && given.mode === 'id';
	return resolvedWith(isId ? given.value : given, json);
}

/** A parameter as the node keeps it, before any expression is evaluated. */
export function givenIn(parameters: INodeParameters | undefined, name: string): unknown {
	return name.split('.').reduce<unknown>(propertyIn, parameters);
}

/** What the parameter is made of, as its expression says it: `$json.date`, `$('Form').item.json["End date"]`, `($json.a || $json.b)`. */
export function sourceIn(parameters: INodeParameters | undefined, name: string) {
	const value = givenIn(parameters, name);
	if (typeof value !== 'string') return undefined;
	const [, other] = EXPRESSION.exec(value) ?? [];
	return SOURCE.exec(value)?.[1] ?? (other && `(${other.trim()})`);
}

/** The property of the item that alone has the value, for advice; else a gap to fill in. */
export function propertyWith(json: Record<string, unknown>, value: unknown): string {
	const names = Object.keys(json).filter((name) => json[name] === value);
	return `$json[${JSON.stringify(names.length === 1 ? names[0] : '…')}]`;
}

/** Whether the parameter is the same for all items, whatever stands beside it in its collection. */
export function isFixed(parameters: INodeParameters, name: string): boolean {
	// A collection may be an expression as a whole.
	const within = (value: unknown, key: string) =>
		typeof value === 'string' ? value : propertyIn(value, key);
	return !hasExpression(name.split('.').reduce(within, parameters));
}

/** Whether any text in the value is an expression. */
export function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return Object.values(Object(value) as object).some(hasExpression);
}

function resolvedWith(value: unknown, json: IDataObject): unknown {
	if (!hasExpression(value)) return value;
	if (typeof value === 'string') return textWith(value, json);
	if (isResourceLocatorValue(value)) return undefined;
	const entries = Object.entries(value as object).map(
		([key, part]) => [key, resolvedWith(part, json)] as const,
	);
	if (entries.some(([, part]) => part === undefined)) return undefined;
	return Array.isArray(value) ? entries.map(([, part]) => part) : Object.fromEntries(entries);
}

/** A property, or text of its own around some that are texts or numbers, `=Order {{ $json.name }}`, as n8n joins them. */
function textWith(value: string, json: IDataObject): unknown {
	const propertyOf = (text: string) => valueAt(PROPERTY.exec(text)?.[1] ?? '', json);
	if (PROPERTY.test(value)) return propertyOf(value);
	const parts = value.slice(1).split(/(\{\{[^{}]*\}\})/);
	const read = parts.map((part, i) => (i % 2 === 0 ? part : propertyOf(`=${part}`)));
	const isPlain = (part: unknown, i: number) =>
		i % 2 === 0
			? !/[{}\\]|constructor/.test(part as string)
			: typeof part === 'string' || Number.isFinite(part);
	return parts.length > 1 && read.every(isPlain) ? read.join('') : undefined;
}

// n8n copies objects and knows what to say about a property that is not there.
function valueAt(path: string, json: IDataObject): unknown {
	let value: unknown = json;
	for (const [, plain, double = plain, name = double] of path.matchAll(STEP)) {
		if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
		value = value[name];
	}
	return typeof value === 'object' && value !== null ? undefined : value;
}

function propertyIn(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null
		? (value as Record<string, unknown>)[name]
		: undefined;
}
