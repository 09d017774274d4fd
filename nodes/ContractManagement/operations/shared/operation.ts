import {
	updateDisplayOptions,
	type IDataObject,
	type IHttpRequestMethods,
	type INodeExecutionData,
	type INodeProperties,
	type IPairedItemData,
} from 'n8n-workflow';
import { effectOf } from '../../api/effects';
import type { ApiRequest } from '../../transport/exchange';
import {
	forEachItem,
	hook,
	sendOne,
	type CustomOperation,
	type Hook,
	type OperationBody,
} from '../../node/routing';
import { parametersOf } from '../../node/parameters';
import { toolAnswer, toolItems } from '../../node/toolOutput';
import { prepareOne, writeEachItem, writeHook, type Prepare } from '../../node/writes';
import { field } from './fields';
import { assertOffered } from './offered';
import { options } from './parameters.fields';
import { withStrangers } from './strangers';

/** One operation: its entry in the Operation list, the request that it sends, and the fields that it shows. */
export interface Operation {
	name: string;
	action: string;
	description: string;
	/** As n8n takes it. `{contractId}` is filled from the parameter of that name. Absent where there are several. */
	request?: { method: IHttpRequestMethods; url: string; body?: IDataObject };
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
interface Resource {
	properties: INodeProperties[];
	/** By operation. They see all input items at once; agents and MCP use the declared routes instead. */
	customOperations: Record<string, CustomOperation>;
	/** The shape of the items of `contract.get` and the others. */
	items: Array<[operation: string, shape: string]>;
	/** Operations whose answers may fill much of the context of a model. */
	long: string[];
}

/** Turns operations, by their values in saved workflows, into a resource: its Operation list, in their order, and their fields. */
export function resource(value: string, operations: Record<string, Operation>): Resource {
	const all = Object.entries(operations).map(([key, operation]) => ({
		...operation,
		...routesOf(operation),
		key,
	}));
	const show = { resource: [value] };
	const picker = field('operation', [
		'Operation',
		all[0].key,
		{ noDataExpression: true, displayOptions: { show }, options: all.map(optionOf) },
	]);
	return {
		properties: [
			picker,
			...all.flatMap((one) =>
				updateDisplayOptions({ show: { ...show, operation: [one.key] } }, propertiesOf(one)),
			),
		],
		// Without what every object has: n8n would run `constructor`.
		customOperations: Object.assign(
			Object.create(null),
			...all.map((one) => ({ [one.key]: asAsked(one.all) })),
		),
		items: all.map(({ key, items }) => [`${value}.${key}`, items]),
		long: all.flatMap(({ key, isShort }) => (isShort ? [] : key)),
	};
}

type Route = Operation & ReturnType<typeof routesOf> & { key: string };

function optionOf({ key, name, action, description, request, each }: Route) {
	const routing = { ...(request && { request }), operations: { pagination: each } };
	return { name, value: key, action, description, routing };
}

function propertiesOf({ fields = [], options: own }: Operation): INodeProperties[] {
	return withStrangers([...fields, options(own)]);
}

/** The same operation for each item, and for all of them. */
function routesOf(operation: Operation): { each: Hook; all: CustomOperation } {
	const { request, run, prepare, runAll } = operation;
	const { method = 'GET', url: path = '', body: fixed } = request ?? {};
	const declared: ApiRequest = { method, path, ...(fixed && { body: fixed }) };
	if (prepare ?? (!run && effectOf(declared) !== 'reads')) {
		const write = checked(operation, prepare ?? prepareOne);
		return { each: writeHook(write, declared), all: writeEachItem(write, declared) };
	}
	const body = checked(operation, run ?? sendOne);
	return { each: hook(body, declared), all: runAll?.(declared) ?? forEachItem(body, declared) };
}

/** The same with what Output asks for: the engine of AI Agent 3 runs custom operations for its tools. */
function asAsked(operation: CustomOperation): CustomOperation {
	return async function (this) {
		const parameterAt = parametersOf(this);
		const [items] = await operation.call(this);
		const isResult = ({ json }: INodeExecutionData) => !('error' in json);
		const asked = items.flatMap((item, i) => {
			const from = typeof item.pairedItem === 'object' && 'item' in item.pairedItem;
			const parameter = parameterAt(from ? (item.pairedItem as IPairedItemData).item : i);
			return isResult(item) ? toolItems({ context: this, parameter }, [item]) : item;
		});
		return [toolAnswer({ context: this, parameter: parameterAt(0) }, asked)];
	};
}

/** The same once the item's switches and choices are known to have values that they offer. */
function checked<T>(operation: Operation, body: (...item: Parameters<OperationBody>) => T) {
	const properties = propertiesOf(operation);
	return (...item: Parameters<OperationBody>): T => {
		assertOffered(item[0], properties);
		return body(...item);
	};
}
