import { existsSync, readFileSync } from 'node:fs';

/** As n8n reads it: JSON Schema of one output item, of which only these keywords are used here. */
interface Schema {
	type: string[] | string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** The output schema that the editor shows before the first run, if there is one. */
export function outputSchema(operation: string): Schema | undefined {
	const [resource, name] = operation.split('.');
	const file = `nodes/ContractManagement/__schema__/v1.0.0/${resource}/${name}.json`;
	return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Schema) : undefined;
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
