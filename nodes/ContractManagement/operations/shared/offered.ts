import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { switchIn } from '../../api/options';
import type { Field } from '../../node/field';
import { declaredRoute, type Hook } from '../../node/routing';
import type { ItemScope } from '../../node/scope';
import { notOffered } from '../../node/values';
import { unfit } from '../../transport/errors/requestError';
import { hint } from '../../transport/hint';
import { misplacedPart, NO_TAGS, unknownPart } from './known';

/**
 * Refuses what the operation does not have: parts that are saved, and what an expression came to for a switch or choice.
 * @param own its switches and choices
 */
export function offering(properties: INodeProperties[], own: Field[], saved: IDataObject) {
	const unknown = misplacedPart(properties, saved) ?? unknownPart(properties, saved);
	return (scope: ItemScope): void => {
		if (unknown) throw unfit(scope, [unknown.field, unknown.value], unknown.is, unknown.advice);
		if (switchIn(scope.parameter('options.tagExecutions', false))) hint(scope.context, NO_TAGS);
		for (const field of own) field.of(scope);
	};
}

/**
 * The hook of a node whose Resource or Operation is not in the list, as in an imported workflow: n8n would send a request
 * of its own, with the key, to the base URL. `offered` is the list of resources.
 */
export function refusesUnknown(
	offered: INodePropertyOptions[],
	resources: Record<string, { properties: INodeProperties[] }>,
): Hook {
	const check = ({ node, itemIndex }: ItemScope): never => {
		const { resource, operation } = node.parameters;
		const isKnown = offered.some(({ value }) => value === resource);
		const operations = isKnown && resources[String(resource)].properties[0].options;
		throw notOffered(
			{ node, itemIndex },
			isKnown ? ['Operation', operation] : ['Resource', resource],
			(operations || offered) as INodePropertyOptions[],
			'without an expression',
		);
	};
	return declaredRoute({ declared: { method: 'GET', path: '' }, prepare: check, writes: false });
}
