import {
	updateDisplayOptions,
	type DeclarativeRestApiSettings,
	type IDataObject,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';
import { effectOf } from '../../api/effects';
import type { ApiRequest } from '../../transport/exchange';
import { tellHeld } from '../../transport/held';
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
import { options } from './parameters.fields';
import { assertOffered } from './offered';

/** One operation: its entry in the Operation list, the request that it sends, and the fields that it shows. */
export interface Operation {
	name: string;
	action: string;
	description: string;
	/** As n8n takes it. `{contractId}` is filled from the parameter of that name. Absent where there are several. */
	request?: DeclarativeRestApiSettings.HttpRequestOptions;
	fields?: INodeProperties[];
	/** What Options has besides what every operation has. */
	options?: INodeProperties[];
	/** What its items hold, as a TypeScript shape: n8n's AI builder sees no items before the first run. */
	items: string;
	/** Whether its answer is short, so that agents need no choice of how much of it they get. */
	isShort?: true;
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
	/** Operations whose answers may fill much of the context of a model. */
	long: string[];
}

/** Turns operations, by their values in saved workflows, into a resource: its Operation list and their fields. */
export function resource(value: string, operations: Record<string, Operation>): Resource {
	const all = Object.entries(operations);
	const byName = all.toSorted(([, a], [, b]) => a.name.localeCompare(b.name));
	const picker: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [value] } },
		options: byName.map(optionOf),
		default: '',
	};
	return {
		properties: [
			// The first one of those that are given.
			{ ...picker, default: all[0][0] },
			...byName.flatMap(([operation, { fields = [], options: own }]) =>
				updateDisplayOptions({ show: { resource: [value], operation: [operation] } }, [
					...fields,
					options(own),
				]),
			),
		],
		customOperations: Object.fromEntries(
			all.map(([name, operation]) => [name, withHints(routesOf(operation).all)]),
		),
		items: byName.map(([operation, { items }]) => [`${value}.${operation}`, items]),
		long: byName.flatMap(([operation, { isShort }]) => (isShort ? [] : operation)),
	};
}

function optionOf([value, operation]: [string, Operation]): INodePropertyOptions {
	const { name, action, description, request } = operation;
	const operations = { pagination: routesOf(operation).each };
	return { name, value, action, description, routing: { ...(request && { request }), operations } };
}

function withHints(operation: CustomOperation): CustomOperation {
	return async function (this) {
		const output = await operation.call(this);
		tellHeld(this);
		return output;
	};
}

/** The same operation for each item, and for all of them. */
function routesOf(operation: Operation): { each: Hook; all: CustomOperation } {
	const { request = {}, run, prepare, runAll } = operation;
	const declared = declaredRequest(request as IDataObject);
	if (prepare ?? (!run && effectOf(declared) !== 'reads')) {
		const write = checked(operation, prepare ?? prepareOne);
		return { each: writeHook(write), all: writeEachItem(write, declared) };
	}
	const body = checked(operation, run ?? sendOne);
	return { each: hook(body), all: runAll?.(declared) ?? forEachItem(body, declared) };
}

/** The same once the item's switches and choices are known to have values that they offer. */
function checked<T>(
	{ fields = [], options: own }: Operation,
	body: (...item: Parameters<OperationBody>) => T,
) {
	const properties = [...fields, options(own)];
	return (...item: Parameters<OperationBody>): T => {
		assertOffered(item[0], properties);
		return body(...item);
	};
}
