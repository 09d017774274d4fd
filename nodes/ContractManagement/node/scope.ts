import {
	isResourceLocatorValue,
	type IBinaryData,
	type IDataObject,
	type IExecuteFunctions,
	type IExecuteSingleFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';
import { chosen, isBlank } from '../api/options';
import type { Connection } from '../transport/connection';
import { isTool } from '../transport/errors/toolWords';
import { keptIn } from '../transport/memory';
import { isFixed, itemProperties } from './itemProperties';

/** The parameter's value for one item; of a resource locator its extracted value. */
type Parameter = <T>(name: string, fallback: T) => T;

/** One input item's view of the node, the same for declared routes and custom operations. */
export interface ItemScope extends Given {
	connection: Connection;
}

/** The same before the credential is read. */
export interface Given {
	context: IExecuteFunctions | IExecuteSingleFunctions;
	itemIndex: number;
	/** By what Retry On Fail knows it: its index; of a tool's call, whose index is always 0, its name and arguments. */
	key: number | string;
	node: INode;
	input: INodeExecutionData;
	parameter: Parameter;
	/** @throws NodeOperationError of n8n when the item has no such binary property */
	binary: (property: string) => IBinaryData;
}

/** An item that n8n can trace back to its input. */
export function toItem({ itemIndex }: Given, record: unknown): INodeExecutionData {
	return { json: record as IDataObject, pairedItem: { item: itemIndex } };
}

/** Names this run of the node: a loop runs it again, after other nodes and workflows may have changed something. */
export function runOf({ context, node, itemIndex }: ItemScope): string {
	const { $runIndex } = (context as IExecuteFunctions).getWorkflowDataProxy(itemIndex);
	return `${node.name} ${String($runIndex)}`;
}

/** The item of a declared route. */
export function itemOfSingle(context: IExecuteSingleFunctions): Given {
	const node = context.getNode();
	const input = context.getInputData();
	return {
		...{ context, node, input, itemIndex: context.getItemIndex() },
		key: `${node.name} ${JSON.stringify(input.json)}`,
		parameter: asGiven(
			node,
			reader((name, fallback, options) =>
				context.getNodeParameter(name, fallback as object, options),
			),
		),
		binary: (property) => context.helpers.assertBinaryData(property),
	};
}

/** The items of a custom operation. */
export function itemsOfAll(context: IExecuteFunctions): Given[] {
	const node = context.getNode();
	const parameterAt = parametersOf(context);
	return context.getInputData().map((input, itemIndex) => ({
		...{ context, node, input, itemIndex },
		key: itemIndex,
		parameter: asGiven(node, parameterAt(itemIndex)),
		binary: (property) => context.helpers.assertBinaryData(itemIndex, property),
	}));
}

/** What a model gives where it has nothing. */
const NOTHING = /^[\s\p{Cf}]*(?:(?:null|undefined|None)[\s\p{Cf}]*)?$/u;

/** What a model leaves blank is not given, also in these collections; an empty list is. */
function asGiven(node: INode, parameter: Parameter): Parameter {
	if (!isTool(node)) return parameter;
	return <T>(name: string, fallback: T) => {
		const value = parameter(name, fallback);
		if (typeof value === 'string' && NOTHING.test(value)) return fallback;
		if (!['filters', 'updateFields'].includes(name)) return value;
		const isGiven = (each: unknown) => Array.isArray(each) || !NOTHING.test(String(chosen(each)));
		return Object.fromEntries(
			Object.entries(value as object).filter(([, each]) => isGiven(each)),
		) as T;
	};
}

/** The parameters of each item. Those without an expression are read once: n8n takes a third of a millisecond for each. */
function parametersOf(context: IExecuteFunctions) {
	const items = context.getInputData();
	const node = context.getNode();
	const values = new Map<string, unknown>();
	const ofAll = parameterOf(context, 0);
	const isSame = keptIn(new Map<string, boolean>(), (name) => isFixed(node.parameters, name));
	return (itemIndex: number): Parameter => {
		const own = parameterOf(context, itemIndex);
		return <T>(name: string, fallback: T) => {
			if (isSame(name)) {
				if (!values.has(name)) values.set(name, ofAll(name, fallback));
				return values.get(name) as T;
			}
			const known = itemProperties(node.parameters, name, items[itemIndex].json ?? {});
			return (known as T | undefined) ?? own(name, fallback);
		};
	};
}

/** The parameters of one item. */
function parameterOf(context: IExecuteFunctions, itemIndex: number): Parameter {
	return reader((name, fallback, options) =>
		context.getNodeParameter(name, itemIndex, fallback, options),
	);
}

/** n8n extracts values of the fields that are on display only, so the others are read without asking for it. */
function reader(
	read: (name: string, fallback: unknown, options?: { extractValue: true }) => unknown,
): Parameter {
	return <T>(name: string, fallback: T) => {
		const value = read(name, fallback);
		if (!isResourceLocatorValue(value)) return value as T;
		// n8n extracts from text only, and of an empty one says that the address is wrong.
		const isEmpty = typeof value.value !== 'string' || isBlank(value.value);
		return (isEmpty ? value.value : read(name, fallback, { extractValue: true })) as T;
	};
}
