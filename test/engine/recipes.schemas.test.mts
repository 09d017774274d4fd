import type { ResourceMapperField, ResourceMapperFields } from 'n8n-workflow';
import { recipes } from '../../host/lib/recipes.mts';
import { ContractManagement } from '../../nodes/ContractManagement/ContractManagement.node';
import { credentialData } from '../support/credentials.mts';
import { askEditor } from '../support/editor.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

const sandbox = sandboxSuite({ seed: 'demo' });

interface Mapping {
	parameters: Record<string, unknown>;
	method: string;
	schema: ResourceMapperField[];
}

// The editor says "fields are outdated" where what a workflow stores is not what the node loads.
test.each(mappings())('%s maps the fields that its node loads', async (_, mapping) => {
	const { parameters, method, schema } = mapping;
	const credential = credentialData(sandbox().baseUrl);
	const edited = { credential, parameters };

	const { fields } = await askEditor<ResourceMapperFields>(edited, `resourceMapping.${method}`);

	expect(schema.map(kept)).toEqual(fields.map(kept));
});

/** A field without whether this mapping leaves it out. */
function kept({ removed: _removed, ...field }: ResourceMapperField) {
	return field;
}

/** Every mapper of our node in the recipes, by recipe and node. */
function mappings(): Array<[string, Mapping]> {
	return recipes().flatMap((recipe) =>
		recipe.nodes
			.filter(({ type }) => type.endsWith('.contractManagement'))
			.flatMap(({ name, parameters }) =>
				mappers(parameters).map((mapper): [string, Mapping] => [
					`${recipe.name}: ${name}`,
					{ parameters, ...mapper },
				]),
			),
	);
}

function mappers(parameters: Record<string, unknown>): Array<Omit<Mapping, 'parameters'>> {
	return new ContractManagement().description.properties
		.filter(({ type, displayOptions }) => {
			const { resource, operation } = displayOptions?.show ?? {};
			return (
				type === 'resourceMapper' &&
				resource?.includes(parameters.resource as string) &&
				operation?.includes(parameters.operation as string)
			);
		})
		.flatMap(({ name, typeOptions }) => {
			const { schema } = (parameters[name] ?? {}) as { schema?: ResourceMapperField[] };
			return schema ? [{ schema, method: typeOptions!.resourceMapper!.resourceMapperMethod! }] : [];
		});
}
