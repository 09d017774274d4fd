import {
	updateDisplayOptions,
	type IDataObject,
	type IHttpRequestMethods,
	type INodeProperties,
} from 'n8n-workflow';
import { effectOf } from '../../api/effects';
import type { ApiRequest } from '../../transport/exchange';
import {
	customOperation,
	declaredRoute,
	type CustomOperation,
	type OperationBody,
} from '../../node/routing';
import { Field } from '../../node/field';
import { choice, NODE_VERSIONS } from '../../node/fields';
import { sendOne, type Prepare, type Runnable } from '../../node/runnable';
import { offering } from './offered';
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
	options?: Record<string, Field>;
	/** What its items hold, as a TypeScript shape: n8n's AI builder sees no items before the first run. */
	items: string;
	/** Whether its answer is short, so that agents need no choice of how much of it they get. */
	isShort?: true;
	/** What it does for an item where that is more than its request, and changes nothing. */
	run?: OperationBody;
	/** The same where it changes something: what is checked for all items before the first one is sent. */
	prepare?: Prepare;
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
		key,
		runnable: runnable(operation),
	}));
	const show = { resource: [value] };
	// Where nothing was chosen, as in a new tool: version 1 has the first one, as saved nodes do, later ones one that only reads.
	const read = all.find((one) => !one.runnable.writes) ?? all[0];
	const [saved, ...later] = NODE_VERSIONS;
	const picker = ({ key }: Route, versions: number[]) => {
		const displayOptions = { show: { ...show, '@version': versions } };
		const more = { name: 'operation', noDataExpression: true, displayOptions };
		return choice('Operation', key, all.map(choosable), more);
	};
	const isOne = read === all[0];
	const pickers = isOne
		? [picker(read, NODE_VERSIONS)]
		: [picker(read, later), picker(all[0], [saved])];
	return {
		properties: [
			...pickers,
			...all.flatMap((one) =>
				updateDisplayOptions({ show: { ...show, operation: [one.key] } }, propertiesOf(one)),
			),
		],
		// Without what every object has: n8n would run `constructor`.
		customOperations: Object.assign(
			Object.create(null),
			...all.map((one) => ({ [one.key]: customOperation(one.runnable) })),
		),
		items: all.map(({ key, items }) => [`${value}.${key}`, items]),
		long: all.flatMap(({ key, isShort }) => (isShort ? [] : key)),
	};
}

type Route = Operation & { key: string; runnable: Runnable };

function choosable({ key, name, action, description, request, runnable: own }: Route) {
	const operations = { pagination: declaredRoute(own) };
	const routing = { ...(request && { request }), operations };
	return { name, value: key, action, description, routing };
}

function propertiesOf({ fields = [], options: own }: Operation): INodeProperties[] {
	return withStrangers([...fields, options(own)]);
}

/** The same as it runs, for one item or all: what has to be checked of its switches and choices is checked first. */
function runnable(operation: Operation): Runnable {
	const { request, run, prepare } = operation;
	const { method = 'GET', url: path = '', body } = request ?? {};
	const declared: ApiRequest = { method, path, ...(body && { body }) };
	const properties = propertiesOf(operation);
	const all = [...(operation.fields ?? []), ...Object.values(operation.options ?? {})];
	const own = all.filter(
		(one) => one instanceof Field && ['boolean', 'options'].includes(one.type),
	) as Field[];
	const reading: Prepare = run ? (...item) => ({ send: async () => await run(...item) }) : sendOne;
	return {
		declared,
		checkOf: (saved) => offering(properties, own, saved),
		prepare: prepare ?? reading,
		writes: prepare !== undefined || (!run && effectOf(declared) !== 'reads'),
	};
}
