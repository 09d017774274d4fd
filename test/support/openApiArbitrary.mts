import fc, { type Arbitrary } from 'fast-check';
import { junk, nastyText } from './junk.mts';

/** As much of a JSON schema as the sandbox's OpenAPI document uses. */
export interface Schema {
	$ref?: string;
	type?: string;
	format?: string;
	pattern?: string;
	enum?: unknown[];
	const?: unknown;
	anyOf?: Schema[];
	properties?: Record<string, Schema>;
	patternProperties?: Record<string, Schema>;
	required?: string[];
	items?: Schema;
	minItems?: number;
	maxItems?: number;
	minLength?: number;
	minimum?: number;
	maximum?: number;
}

export interface Parameter {
	name: string;
	in: 'path' | 'query' | 'header';
	schema: Schema;
}

export interface ApiOperation {
	parameters?: Parameter[];
	requestBody?: { content: Record<string, { schema: Schema }> };
	responses: Record<string, unknown>;
}

export interface OpenApi {
	paths: Record<string, Record<string, ApiOperation>>;
	components?: { schemas?: Record<string, Schema> };
}

/** Values that exist in the sandbox, so that requests get past the first check. */
export interface Known {
	uuids: string[];
	/** Ids by the path segment before the parameter that takes them: `contracts`, `members` … */
	ids: Record<string, string[]>;
	storageKeys: string[];
	cursors: string[];
	/** Paths with query of signed URLs that work. */
	signedPaths: string[];
	/** Bodies that the service takes, by `METHOD /pattern` of the OpenAPI document. */
	bodies: Record<string, unknown[]>;
}

/** Values of a schema; with `brokenness` (0 to 1) the share of places where something else stands. */
export function valueOf(schema: Schema, known: Known, brokenness: number): Arbitrary<unknown> {
	const sound = soundValue(schema, known, brokenness);
	if (brokenness === 0) return sound;
	const weight = Math.round(brokenness * 100);
	return fc.oneof({ weight: 100 - weight, arbitrary: sound }, { weight, arbitrary: junk() });
}

function soundValue(schema: Schema, known: Known, brokenness: number): Arbitrary<unknown> {
	if (schema.anyOf) {
		return fc.oneof(...schema.anyOf.map((option) => valueOf(option, known, brokenness)));
	}
	if (schema.enum) return fc.constantFrom(...schema.enum);
	if (schema.const !== undefined) return fc.constant(schema.const);
	const make = BY_TYPE[schema.type ?? ''];
	return make ? make(schema, known, brokenness) : fc.jsonValue({ maxDepth: 2 });
}

const BY_TYPE: Record<
	string,
	(schema: Schema, known: Known, brokenness: number) => Arbitrary<unknown>
> = {
	string: text,
	number: () => fc.double({ noNaN: true, noDefaultInfinity: true }),
	integer: (schema) => fc.integer({ min: schema.minimum, max: schema.maximum }),
	boolean: () => fc.boolean(),
	null: () => fc.constant(null),
	array: (schema, known, brokenness) =>
		fc.array(valueOf(schema.items ?? {}, known, brokenness), {
			minLength: schema.minItems,
			maxLength: Math.min(schema.maxItems ?? 3, 3),
		}),
	object,
};

function text(schema: Schema, known: Known): Arbitrary<unknown> {
	if (schema.format === 'uuid') return fc.oneof(fc.constantFrom(...known.uuids), fc.uuid());
	if (schema.format === 'date-time') return fc.date({ noInvalidDate: true }).map(isoDate);
	if (schema.format === 'email') return fc.emailAddress();
	if (schema.format === 'uri') return fc.webUrl();
	if (schema.pattern) return fc.constantFrom('application/pdf', 'Signed.pdf', 'image/png');
	return fc.oneof(
		fc.constantFrom(...known.uuids, ...known.storageKeys),
		fc.string({ minLength: schema.minLength, unit: 'grapheme' }),
	);
}

function object(schema: Schema, known: Known, brokenness: number): Arbitrary<unknown> {
	const properties = Object.entries(schema.properties ?? {});
	if (properties.length === 0) {
		const [members] = Object.values(schema.patternProperties ?? { any: {} });
		const names = fc.oneof(fc.constantFrom(...known.uuids), nastyText());
		return fc.dictionary(names, valueOf(members!, known, brokenness), { maxKeys: 3 });
	}
	const model = properties.map(([name, property]) => [name, valueOf(property, known, brokenness)]);
	const required = brokenness > 0 ? [] : (schema.required ?? []);
	const record = fc.record(Object.fromEntries(model), { requiredKeys: required } as never);
	if (brokenness === 0) return record;
	const withUnknown = fc
		.tuple(record, nastyText(), junk())
		.map(([members, name, value]) => ({ ...(members as object), [name]: value }));
	return fc.oneof({ weight: 9, arbitrary: record }, { weight: 1, arbitrary: withUnknown });
}

function isoDate(date: Date): string {
	return date.toISOString();
}
