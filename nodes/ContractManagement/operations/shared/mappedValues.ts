import type { ResourceMapperField, ResourceMapperValue } from 'n8n-workflow';
import type { ItemScope } from '../../transport/scope';

/** What a resource mapper gives for one item, before any coercion: n8n's own refuses labels and drops modes. */
export interface MappedValues {
	/** By column id; in automatic mode every property of the input, whether it is a column or not. */
	values: Record<string, unknown>;
	/** The columns as the editor knew them. */
	schema: ResourceMapperField[];
	/** The columns that existing records are matched by. */
	matchingColumns: string[];
	isAutomatic: boolean;
}

/** Reads a resource mapper. */
export function mappedValues(scope: ItemScope, parameter: string): MappedValues {
	const mapper = scope.parameter<Partial<ResourceMapperValue> | null>(parameter, {}) ?? {};
	const isAutomatic = mapper.mappingMode === 'autoMapInputData';
	return {
		values: (isAutomatic ? scope.input.json : mapper.value) ?? {},
		schema: mapper.schema ?? [],
		matchingColumns: mapper.matchingColumns ?? [],
		isAutomatic,
	};
}
