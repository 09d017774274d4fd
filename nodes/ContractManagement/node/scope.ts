import {
	type IBinaryData,
	type IExecuteFunctions,
	type IExecuteSingleFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';
import { MAX_DECLARED_ITEMS } from '../api/limits';
import { chosen, isBlank } from '../api/options';
import { connections, type Connection } from '../transport/connection';
import { parametersOf, reader, type Parameter } from './parameters';
import { isTool } from '../transport/errors/toolWords';
import { connectOptions } from './requestOptions';

/**
 * One input item's view of the node. The same for declared routes, where n8n makes a context per item, and for custom
 * operations, where one context serves all items.
 */
export interface ItemScope {
	context: IExecuteFunctions | IExecuteSingleFunctions;
	connection: Connection;
	itemIndex: number;
	node: INode;
	input: INodeExecutionData;
	/** How many items n8n can deliver for one input item: its engine overflows on declared routes. */
	mostItems: number;
	parameter: Parameter;
	/** @throws NodeOperationError of n8n when the item has no such binary property */
	binary: (property: string) => IBinaryData;
}

/** Names this run of the node: a loop runs it again, after other nodes and workflows may have changed something. */
export function runOf({ context, node, itemIndex }: ItemScope): string {
	const { $runIndex } = (context as IExecuteFunctions).getWorkflowDataProxy(itemIndex);
	return `${node.name} ${String($runIndex)}`;
}

/** The scope of a declared route's item. */
export async function scopeOfSingle(context: IExecuteSingleFunctions): Promise<ItemScope> {
	return await scopeWith(context, connections(context), {
		itemIndex: context.getItemIndex(),
		input: context.getInputData(),
		mostItems: MAX_DECLARED_ITEMS,
		parameter: reader((name, fallback, options) =>
			context.getNodeParameter(name, fallback as object, options),
		),
		binary: (property) => context.helpers.assertBinaryData(property),
	});
}

/** The scopes of the items of a custom operation one by one, each with its own credential. */
export function itemScopes(context: IExecuteFunctions): (itemIndex: number) => Promise<ItemScope> {
	const parameterAt = parametersOf(context);
	const connectionAt = connections(context);
	return (itemIndex) =>
		scopeWith(context, connectionAt, {
			itemIndex,
			input: context.getInputData()[itemIndex],
			mostItems: Infinity,
			parameter: parameterAt(itemIndex),
			binary: (property) => context.helpers.assertBinaryData(itemIndex, property),
		});
}

async function scopeWith(
	context: ItemScope['context'],
	connectionAt: ReturnType<typeof connections>,
	item: Omit<ItemScope, 'connection' | 'context' | 'node'>,
): Promise<ItemScope> {
	const node = context.getNode();
	const options = connectOptions(node, item.parameter, item.itemIndex);
	const parameter = isTool(node) ? withoutBlanks(item.parameter) : item.parameter;
	const connection = await connectionAt(options, item.itemIndex);
	return { ...item, parameter, context, node, connection };
}

/** What a model leaves blank is not given, also in these collections; an empty list is. */
function withoutBlanks(parameter: Parameter): Parameter {
	return <T>(name: string, fallback: T) => {
		const value = parameter(name, fallback);
		if (typeof value === 'string' && isBlank(value)) return fallback;
		if (!['filters', 'updateFields'].includes(name)) return value;
		const isGiven = (each: unknown) => Array.isArray(each) || !isBlank(chosen(each));
		return Object.fromEntries(
			Object.entries(value as object).filter(([, each]) => isGiven(each)),
		) as T;
	};
}
