import { isResourceLocatorValue, type IDataObject, type INodeParameters } from 'n8n-workflow';

/** An expression that is one property of the item: `={{ $json.name }}`, `={{ $json["Payment term"] }}`. */
const PROPERTY = /^=\{\{\s*\$json(?:\.([a-z_]\w*)|\[(?:"([^"\\]+)"|'([^'\\]+)')\])\s*\}\}$/i;

/** Stands for what only n8n can work out. */
const UNKNOWN = Symbol('unknown');

/**
 * A parameter whose expressions all are properties of the item, without n8n's expression engine, which takes most of a
 * millisecond for each: what fields are mapped with by drag and drop, times columns, times rows.
 *
 * @returns undefined where n8n has to evaluate it
 */
export function itemProperties(
	parameters: INodeParameters,
	name: string,
	json: IDataObject,
): unknown {
	const value = name.split('.').reduce(propertyIn, parameters);
	const resolved = resolvedWith(value, json);
	return resolved === UNKNOWN ? undefined : resolved;
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
	if (typeof value !== 'object' || value === null) return false;
	return Object.values(value).some(hasExpression);
}

function resolvedWith(value: unknown, json: IDataObject): unknown {
	if (!hasExpression(value)) return value;
	if (typeof value === 'string') return propertyOf(value, json);
	// What n8n extracts from it, such as the id in an address, is for n8n to say.
	if (isResourceLocatorValue(value)) return UNKNOWN;
	const entries = Object.entries(value as object).map(
		([key, part]) => [key, resolvedWith(part, json)] as const,
	);
	if (entries.some(([, part]) => part === UNKNOWN)) return UNKNOWN;
	return Array.isArray(value) ? entries.map(([, part]) => part) : Object.fromEntries(entries);
}

// n8n copies objects and knows what to say about a property that is not there.
function propertyOf(expression: string, json: IDataObject): unknown {
	const names = PROPERTY.exec(expression)?.slice(1) ?? [];
	const name = names.find((each) => each !== undefined);
	if (name === undefined || !Object.hasOwn(json, name)) return UNKNOWN;
	const value = json[name];
	return typeof value === 'object' && value !== null ? UNKNOWN : value;
}

function propertyIn(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null
		? (value as Record<string, unknown>)[name]
		: undefined;
}
