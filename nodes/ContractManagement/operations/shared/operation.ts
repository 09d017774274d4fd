import {
	updateDisplayOptions,
	type IDataObject,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';
import { effectOf } from '../../api/effects';
import type { ApiRequest } from '../../transport/exchange';
import { tellHeld } from '../../transport/limit/held';
import {
	declaredRequest,
	forEachItem,
	hook,
	sendOne,
	type CustomOperation,
	type Hook,
	type OperationBody,
} from '../../transport/routing';
import { prepareOne, writeEachItem, writeHook, type Prepare } from '../../transport/writes';

/** One operation: its entry in the Operation list with the request that it sends, and the fields that it shows. */
export interface Operation {
	option: INodePropertyOptions;
	fields: INodeProperties[];
	/** What its items hold, as a TypeScript shape: n8n's AI builder sees no items before the first run. */
	items: string;
	/** What it does for an item where that is more than its request, and changes nothing. */
	run?: OperationBody;
	/** The same where it changes something: what is checked for all items before the first one is sent. */
	prepare?: Prepare;
	/** For all items together, where one request can take several. */
	runAll?: (declared: ApiRequest) => CustomOperation;
}

/** What the node shows of a resource, and what n8n runs for it. */
export interface Resource {
	properties: INodeProperties[];
	/** By operation. They see all input items at once; agents and MCP use the declared routes instead. */
	customOperations: Record<string, CustomOperation>;
	/** The shape of the items of `contract.get` and the others. */
	items: Array<[operation: string, shape: string]>;
}

/** Turns operations into a resource: its Operation list and their fields. The first one is the default. */
export function resource(value: string, operations: Operation[]): Resource {
	const byName = operations.toSorted((a, b) => a.option.name.localeCompare(b.option.name));
	const picker: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [value] } },
		options: byName.map((operation) => withHook(operation)),
		default: '',
	};
	return {
		properties: [
			{ ...picker, default: operations[0].option.value },
			...byName.flatMap(({ option, fields }) =>
				updateDisplayOptions({ show: { resource: [value], operation: [option.value] } }, fields),
			),
		],
		customOperations: Object.fromEntries(
			operations.map((operation) => [operation.option.value, withHints(routesOf(operation).all)]),
		),
		items: byName.map(({ option, items }) => [`${value}.${option.value}`, items]),
	};
}

function withHook(operation: Operation): INodePropertyOptions {
	const { option } = operation;
	const operations = { pagination: routesOf(operation).each };
	return { ...option, routing: { ...option.routing, operations } };
}

function withHints(operation: CustomOperation): CustomOperation {
	return async function (this) {
		const output = await operation.call(this);
		tellHeld(this);
		return output;
	};
}

/** The same operation for each item, and for all of them. */
function routesOf({ option, run, prepare, runAll }: Operation): {
	each: Hook;
	all: CustomOperation;
} {
	const declared = declaredRequest((option.routing?.request ?? {}) as IDataObject);
	if (prepare ?? (!run && effectOf(declared) !== 'reads')) {
		const write = prepare ?? prepareOne;
		return { each: writeHook(write), all: writeEachItem(write, declared) };
	}
	const body = run ?? sendOne;
	return { each: hook(body), all: runAll?.(declared) ?? forEachItem(body, declared) };
}
