import type { TSchema } from '@sinclair/typebox';
import { Value, type ValueError } from '@sinclair/typebox/value';
import { isRow } from './reading.mts';

/** How often a description of one place's difference is repeated at most. */
const MAX_PLACES = 12;

/**
 * How the value departs from the schema, by place and type and never by value: `fields[].value: array, expected
 * string`. Empty when it fits.
 */
export function departures(schema: TSchema, value: unknown): string[] {
	const found = new Set<string>();
	for (const error of Value.Errors(schema, value)) {
		found.add(`${placeOf(error.path)}: ${contrast(error)}`);
		if (found.size === MAX_PLACES) break;
	}
	return [...found];
}

/** Top-level properties that the schema does not know, as the service names them. */
export function additions(schema: TSchema, value: unknown): string[] {
	if (!isRow(value) || !isRow(schema.properties)) return [];
	const known = schema.properties;
	return Object.keys(value)
		.filter((key) => !(key in known))
		.map(nameOrPlaceholder);
}

/** A property's name; anything that could be a label or an id that people made is left out. */
export function nameOrPlaceholder(name: string): string {
	return /^[A-Za-z][A-Za-z_]{0,29}$/.test(name) ? name : '<name>';
}

function contrast({ value, schema }: ValueError): string {
	if (value === undefined) return 'missing';
	return `${typeOf(value)}, expected ${expectation(schema)}`;
}

function expectation(schema: TSchema): string {
	if (Array.isArray(schema.anyOf)) return (schema.anyOf as TSchema[]).map(expectation).join(' or ');
	if (Array.isArray(schema.enum)) return `one of ${schema.enum.join(', ')}`;
	const type = String(schema.type ?? 'another type');
	return schema.format ? `${type} (${String(schema.format)})` : type;
}

function typeOf(value: unknown): string {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'array' : typeof value;
}

/** `/fields/3/value` becomes `fields[].value`. */
function placeOf(path: string): string {
	const parts = path.split('/').slice(1);
	const place = parts
		.map((part) => (/^\d+$/.test(part) ? '[]' : `.${nameOrPlaceholder(part)}`))
		.join('')
		.replace(/^\./, '');
	return place || 'the answer';
}
