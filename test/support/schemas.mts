import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isIdentifier } from '../../nodes/ContractManagement/api/identifiers';

/** As n8n reads it: JSON Schema of one output item, of which only these keywords are used here. */
interface Schema {
	type: string[] | string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** The output schema that the editor shows before the first run, if there is one: that of version 1, or of 1.1. */
export function outputSchema(operation: string, version = '1.0.0'): Schema | undefined {
	const own = fileOf(operation, version);
	const file = existsSync(own) ? own : fileOf(operation);
	return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Schema) : undefined;
}

/** With UPDATE_DOCS=1 the schema of an operation that has none is made of what comes out. */
export function writeMissingSchema(operation: string, outputs: unknown[]): void {
	const file = fileOf(operation);
	if (!process.env.UPDATE_DOCS || existsSync(file)) return;
	mkdirSync(path.dirname(file), { recursive: true });
	const schema = { ...schemaOf(outputs), version: 1 };
	writeFileSync(file, `${JSON.stringify(schema, null, '\t')}\n`);
}

function schemaOf(values: unknown[]): Schema {
	const types = [...new Set(values.map(typeOf))].toSorted();
	const objects = values.filter((value) => typeOf(value) === 'object') as object[];
	// Properties whose names are ids are other ones in every service.
	const entries = (objects.flatMap(Object.entries) as Array<[string, unknown]>).filter(
		([name]) => !isIdentifier(name),
	);
	const byName = Map.groupBy(entries, ([name]) => name);
	const properties = [...byName].map(([name, all]) => [
		name,
		schemaOf(all.map(([, each]) => each)),
	]);
	const lists = values.filter((value) => Array.isArray(value)) as unknown[][];
	return {
		type: types.length === 1 ? types[0]! : types,
		...(byName.size > 0 && { properties: Object.fromEntries(properties) }),
		...(lists.flat().length > 0 && { items: schemaOf(lists.flat()) }),
	};
}

function fileOf(operation: string, version = '1.1.0'): string {
	const [resource, name] = operation.split('.');
	return `nodes/ContractManagement/__schema__/v${version}/${resource}/${name}.json`;
}

/** Where the value is not what the schema says: other types, properties that are missing on either side. */
export function schemaProblems(schema: Schema, value: unknown, path = ''): string[] {
	const types = [schema.type].flat();
	if (!types.includes(typeOf(value)))
		return [`${path} is ${typeOf(value)}, not ${types.join(' or ')}`];
	if (Array.isArray(value) && schema.items) {
		const { items } = schema;
		return value.flatMap((entry, i) => schemaProblems(items, entry, `${path}[${i}]`));
	}
	if (!schema.properties || typeof value !== 'object' || value === null) return [];
	const { properties } = schema;
	const entries = Object.entries(value).filter(([, each]) => each !== undefined);
	const missing = Object.keys(properties).filter((key) => !entries.some(([name]) => name === key));
	return [
		...missing.map((key) => `${path}.${key} is missing`),
		...entries.flatMap(([key, each]) =>
			key in properties
				? schemaProblems(properties[key], each, `${path}.${key}`)
				: [`${path}.${key} is not in the schema`],
		),
	];
}

function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	return typeof value;
}
