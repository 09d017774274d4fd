import { formatOf, type Shape } from '../../sandbox/twin/shape.mts';

/** Names whose texts are words of the service itself, which no person chose. */
const WORDS = /^(status|type|role|statusCode|errorId)$/;
const WORD = /^[A-Za-z][A-Za-z_-]{0,29}$/;
/** A name that a service gives; anything else could be an id or a label that people made. */
const NAME = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;
const MAX_WORDS = 30;

/** What the JSON looks like, without any of its values. `name` is that of the property that holds it. */
export function shapeOf(value: unknown, name = ''): Shape {
	if (value === null) return { type: ['null'] };
	if (Array.isArray(value)) {
		const items = mergedShapes(
			value.map((item) => shapeOf(item, typeof item === 'object' ? '' : name)),
		);
		return { type: ['array'], ...(items && { items }) };
	}
	if (typeof value === 'object') return objectShape(value, name);
	if (typeof value !== 'string') return { type: [typeof value] };
	const words = WORDS.test(name) && WORD.test(value) ? { words: [value] } : {};
	return { type: ['string'], formats: [formatOf(value)], ...words };
}

function objectShape(object: object, name: string): Shape {
	const entries = Object.entries(object);
	const isMap = name === 'fields' || entries.some(([key]) => !NAME.test(key));
	if (isMap) {
		const values = mergedShapes(entries.map(([, value]) => shapeOf(value)));
		return { type: ['object'], ...(values && { values }) };
	}
	const properties = entries.map(([key, value]) => [key, shapeOf(value, key)] as const);
	return { type: ['object'], properties: Object.fromEntries(properties) };
}

/** One shape for all; undefined for none. */
export function mergedShapes(shapes: Shape[]): Shape | undefined {
	return shapes.length === 0 ? undefined : shapes.reduce(merged);
}

function merged(a: Shape, b: Shape): Shape {
	const properties = mergedProperties(a, b);
	return compact({
		type: union(a.type, b.type),
		formats: union(a.formats, b.formats),
		words: union(a.words, b.words).slice(0, MAX_WORDS),
		properties,
		optional: properties && Object.keys(properties).filter((name) => isOptional(name, a, b)),
		items: a.items && b.items ? merged(a.items, b.items) : (a.items ?? b.items),
		values: a.values && b.values ? merged(a.values, b.values) : (a.values ?? b.values),
	});
}

function mergedProperties({ properties: a }: Shape, { properties: b }: Shape) {
	if (!a || !b) return a ?? b;
	const names = union(Object.keys(a), Object.keys(b));
	const both = names.map((name) => {
		const [one, other] = [a[name], b[name]];
		return [name, one && other ? merged(one, other) : (one ?? other)!] as const;
	});
	return Object.fromEntries(both);
}

function isOptional(name: string, ...shapes: Shape[]): boolean {
	return shapes.some(
		({ properties, optional }) => properties && (!(name in properties) || optional?.includes(name)),
	);
}

function union(a: string[] = [], b: string[] = []): string[] {
	return [...new Set([...a, ...b])];
}

function compact(shape: Shape): Shape {
	const entries = Object.entries(shape).filter(
		([key, value]) =>
			value !== undefined && (key === 'type' || key === 'properties' || !isEmpty(value)),
	);
	return Object.fromEntries(entries) as unknown as Shape;
}

function isEmpty(value: unknown): boolean {
	return Array.isArray(value) && value.length === 0;
}
