import type { INodePropertyOptions } from 'n8n-workflow';
import { shown } from '../../api/fieldProblems';
import { declaredHook, type Hook } from '../../transport/routing';
import { listed } from './offered';
import type { Resource } from './operation';
import { refusedParameter } from './parameters';

/**
 * The hook of a node whose Resource or Operation is not in the list, as in an imported workflow: n8n would send a request
 * of its own, with the key, to the base URL. `offered` is the list of resources.
 */
export function refusesUnknown(
	offered: INodePropertyOptions[],
	resources: Record<string, Resource>,
): Hook {
	return declaredHook(async ({ node, itemIndex }) => {
		const { resource, operation } = node.parameters;
		const isKnown = offered.some(({ value }) => value === resource);
		const [field, value, choices] = isKnown
			? ['Operation', operation, resources[String(resource)].properties[0].options]
			: ['Resource', resource, offered];
		throw refusedParameter(
			{ node, itemIndex },
			{
				field,
				message: `${field} '${shown(value)}' cannot be chosen`,
				description: `Choose one of the list, without an expression: ${listed(choices as INodePropertyOptions[])}.`,
				value,
			},
		);
	});
}
