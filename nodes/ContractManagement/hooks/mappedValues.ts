import type { IDataObject, ResourceMapperField, ResourceMapperValue } from 'n8n-workflow';
import type { ItemScope } from '../transport/scope';

/** What a resource mapper gives for one item, before any coercion: n8n's own refuses labels and drops modes (R4). */
export interface MappedValues {
	/** By column id. */
	values: Record<string, unknown>;
	/** The columns as the editor knew them. */
	schema: ResourceMapperField[];
	/** The columns that existing records are matched by. */
	matchingColumns: string[];
}

/** Reads a resource mapper; when columns are mapped automatically, input fields count by the id or name of a column. */
export function mappedValues(scope: ItemScope, parameter: string): MappedValues {
	const mapper = scope.parameter<Partial<ResourceMapperValue> | null>(parameter, {}) ?? {};
	const schema = mapper.schema ?? [];
	const values =
		mapper.mappingMode === 'autoMapInputData'
			? autoMapped(scope.input.json, schema)
			: (mapper.value ?? {});
	return { values, schema, matchingColumns: mapper.matchingColumns ?? [] };
}

function autoMapped(json: IDataObject, schema: ResourceMapperField[]): Record<string, unknown> {
	const given = schema.flatMap(({ id, displayName }) => {
		const key = [id, displayName].find((name) => name in json);
		return key === undefined ? [] : [[id, json[key]] as const];
	});
	return Object.fromEntries(given);
}
