import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { sameName } from '../../api/names';
import { isBlank, switchIn } from '../../api/options';
import { isFixed } from '../../node/itemProperties';
import { unfit } from '../../transport/errors/requestError';
import { declaredRoute, type Hook } from '../../node/routing';
import type { ItemScope } from '../../node/scope';
import { hint } from '../../transport/hint';
import { listed, misplacedPart, NO_TAGS, unknownPart } from './known';

/** Refuses what the operation does not have: parts that are saved, and what an expression came to for a switch or choice. */
export function offering(properties: INodeProperties[], saved: IDataObject) {
	const unknown = misplacedPart(properties, saved) ?? unknownPart(properties, saved);
	return (scope: ItemScope): void => {
		if (unknown) throw unfit(scope, [unknown.field, unknown.value], unknown.is, unknown.advice);
		assertOffered(scope, properties);
	};
}

function assertOffered(scope: ItemScope, properties: INodeProperties[], within = ''): void {
	const isTagging = within !== '' && scope.parameter<boolean>('options.tagExecutions', false);
	if (isTagging) hint(scope.context, NO_TAGS);
	for (const { name, type, default: byDefault, displayName, options } of properties) {
		if (name === 'options' && within === '')
			assertOffered(scope, options as INodeProperties[], 'options.');
		const isChoice = type === 'options' && !isFixed(scope.node.parameters, within + name);
		if (!isChoice && type !== 'boolean') continue;
		const value = scope.parameter<unknown>(within + name, byDefault);
		const offered = options as INodePropertyOptions[];
		if (!isChoice) switchOf(scope, displayName, value);
		else if (!offered.some((one) => one.value === value)) {
			throw notOffered(scope, [displayName, value], BY_EXPRESSION, offered);
		}
	}
}

const BY_EXPRESSION = 'or give one of these values by the expression';

/** What is offered of that value, which may differ in case and outer blanks. @throws NodeOperationError where nothing is */
export function offeredOf(
	scope: ItemScope,
	field: string,
	value: unknown,
	offered: INodePropertyOptions[],
): string {
	const found = offered.find((one) => sameName(String(one.value), String(value)));
	if (found) return String(found.value);
	throw notOffered(scope, [field, value], BY_EXPRESSION, offered);
}

/** Whether a switch is on; off where nothing is given. @throws NodeOperationError for anything but true and false */
export function switchOf(scope: ItemScope, field: string, value: unknown): boolean {
	const isOn = !isBlank(value) && switchIn(value);
	if (isOn !== undefined) return isOn;
	const how = 'Turn it on or off, or give true or false by the expression.';
	throw unfit(scope, [field, value], 'is not true or false', how);
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
			'without an expression',
			(operations || offered) as INodePropertyOptions[],
		);
	};
	return declaredRoute({ declared: { method: 'GET', path: '' }, prepare: check, writes: false });
}

function notOffered(
	scope: Pick<ItemScope, 'itemIndex' | 'node'>,
	given: [field: string, value: unknown],
	how: string,
	offered: INodePropertyOptions[],
) {
	const advice = `Choose one of the list, ${how}: ${listed(offered)}.`;
	return unfit(scope, given, 'cannot be chosen', advice);
}
