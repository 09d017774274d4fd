import {
	isResourceLocatorValue,
	type IBinaryData,
	type IExecuteFunctions,
	type IExecuteSingleFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';
import { isBlank } from '../api/options';
import {
	connect,
	connections,
	type ConnectOptions,
	type Connection,
	type HttpSettings,
} from './connection';
import { invalidInput } from './errors';
import { hasExpression, itemProperties } from './itemProperties';

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
	/** The parameter's value for this item; of a resource locator its extracted value. */
	parameter<T>(name: string, fallback: T): T;
	binary: {
		/** @throws NodeOperationError of n8n when the item has no such binary property */
		describe(property: string): IBinaryData;
		read(property: string): Promise<Buffer>;
	};
}

/** Names this run of the node: a loop runs it again, after other nodes and workflows may have changed something. */
export function runOf({ context, node, itemIndex }: ItemScope): string {
	const { $runIndex } = (context as IExecuteFunctions).getWorkflowDataProxy(itemIndex);
	return `${node.name} ${String($runIndex)}`;
}

/** What the person sets under Options to bound the retries, in seconds; 0 turns retries off. */
const DEFAULT_RETRY_SECONDS = 120;

/** The scope of a declared route's item. */
export async function scopeOfSingle(context: IExecuteSingleFunctions): Promise<ItemScope> {
	const itemIndex = context.getItemIndex();
	const parameter = reader((name, fallback, options) =>
		context.getNodeParameter(name, fallback as object, options),
	);
	return {
		context,
		connection: await connect(context, connectOptions(context.getNode(), parameter), itemIndex),
		itemIndex,
		node: context.getNode(),
		input: context.getInputData(),
		parameter,
		binary: {
			describe: (property) => context.helpers.assertBinaryData(property),
			read: async (property) => await context.helpers.getBinaryDataBuffer(property),
		},
	};
}

/** The scope of one item of a custom operation. */
export async function scopeOfItem(
	context: IExecuteFunctions,
	itemIndex: number,
): Promise<ItemScope> {
	const parameter = parameterOf(context, itemIndex);
	const node = context.getNode();
	const connection = await connect(context, connectOptions(node, parameter), itemIndex);
	return scopeAt(context, itemIndex, { connection, node, parameter });
}

/**
 * The scopes of all items of a custom operation. The credential, and parameters without an expression, are the same for
 * all of them and read once: n8n takes a third of a millisecond for each. Properties of the item are read without n8n.
 */
export async function scopesOfItems(context: IExecuteFunctions): Promise<ItemScope[]> {
	const items = context.getInputData();
	if (items.length === 0) return [];
	const first = await scopeOfItem(context, 0);
	const parameterAt = parametersOf(context);
	return items.map((_item, itemIndex) =>
		scopeAt(context, itemIndex, { ...first, parameter: parameterAt(itemIndex) }),
	);
}

/** The same one by one, with the credential of each item. */
export function itemScopes(context: IExecuteFunctions): (itemIndex: number) => Promise<ItemScope> {
	const node = context.getNode();
	const parameterAt = parametersOf(context);
	const connectionAt = connections(context);
	return async (itemIndex) => {
		const parameter = parameterAt(itemIndex);
		const connection = await connectionAt(connectOptions(node, parameter), itemIndex);
		return scopeAt(context, itemIndex, { connection, node, parameter });
	};
}

function parametersOf(context: IExecuteFunctions) {
	const items = context.getInputData();
	const node = context.getNode();
	const common = sharedParameters(node, parameterOf(context, 0));
	return (itemIndex: number): ItemScope['parameter'] => {
		const own = parameterOf(context, itemIndex);
		return <T>(name: string, fallback: T) => {
			if (common.has(name)) return common.read(name, fallback);
			const known = itemProperties(node.parameters, name, items[itemIndex].json);
			return (known as T | undefined) ?? own(name, fallback);
		};
	};
}

function scopeAt(
	context: IExecuteFunctions,
	itemIndex: number,
	{ connection, node, parameter }: Pick<ItemScope, 'connection' | 'node' | 'parameter'>,
): ItemScope {
	return {
		context,
		connection,
		itemIndex,
		node,
		input: context.getInputData()[itemIndex],
		parameter,
		binary: {
			describe: (property) => context.helpers.assertBinaryData(itemIndex, property),
			read: async (property) => await context.helpers.getBinaryDataBuffer(itemIndex, property),
		},
	};
}

function parameterOf(context: IExecuteFunctions, itemIndex: number): ItemScope['parameter'] {
	return reader((name, fallback, options) =>
		context.getNodeParameter(name, itemIndex, fallback, options),
	);
}

function sharedParameters(node: INode, parameter: ItemScope['parameter']) {
	const values = new Map<string, unknown>();
	const isShared = new Map<string, boolean>();
	return {
		has(name: string): boolean {
			const [top] = name.split('.');
			const known = isShared.get(top) ?? !hasExpression(node.parameters[top]);
			isShared.set(top, known);
			return known;
		},
		read<T>(name: string, fallback: T): T {
			if (!values.has(name)) values.set(name, parameter(name, fallback));
			return values.get(name) as T;
		},
	};
}

/** n8n extracts values of the fields that are on display only, so the others are read without asking for it. */
function reader(
	read: (name: string, fallback: unknown, options?: { extractValue: true }) => unknown,
): ItemScope['parameter'] {
	return <T>(name: string, fallback: T) => {
		const value = read(name, fallback);
		return (
			isResourceLocatorValue(value) ? read(name, fallback, { extractValue: true }) : value
		) as T;
	};
}

function connectOptions(node: INode, parameter: ItemScope['parameter']): ConnectOptions {
	const given = parameter<unknown>('options.retrySeconds', DEFAULT_RETRY_SECONDS);
	// An expression that found nothing does not turn retries off.
	const seconds = isBlank(given) ? DEFAULT_RETRY_SECONDS : Number(given);
	if (!(seconds >= 0)) {
		throw invalidInput(node, {
			message: 'Retry for Up To is not a number of seconds',
			description: 'Give 0 or more; 0 turns retries off.',
			field: 'Retry for Up To',
		});
	}
	return {
		http: httpSettings(node, parameter<RequestOptions>('requestOptions', {})),
		retry: { maxTotalMs: seconds * 1000 },
	};
}

interface RequestOptions {
	allowUnauthorizedCerts?: boolean;
	proxy?: string;
	timeout?: number;
}

// n8n applies Request Options to the requests that it sends itself; ours go past it.
function httpSettings(
	node: INode,
	{ timeout, proxy, allowUnauthorizedCerts }: RequestOptions,
): HttpSettings {
	return {
		...(timeout && { timeout }),
		...(allowUnauthorizedCerts && { skipSslCertificateValidation: true }),
		...(proxy && { proxy: proxyOf(node, proxy) }),
	};
}

// Never left out in silence: the request would take a way that the person did not want.
function proxyOf(node: INode, address: string): HttpSettings['proxy'] {
	const url = /^https?:\/\//i.test(address) ? address : `http://${address}`;
	if (!URL.canParse(url)) {
		throw invalidInput(node, {
			// Not quoted: it may hold a password.
			message: 'The proxy is not an address',
			description: 'It looks like http://proxy.example.com:8080.',
			field: 'Proxy',
		});
	}
	const { hostname, port, protocol, username, password } = new URL(url);
	const fallbackPort = protocol === 'https:' ? 443 : 80;
	return {
		host: hostname,
		port: Number(port) || fallbackPort,
		protocol: protocol.replace(/:$/, ''),
		...(username && {
			auth: { username: decodeURIComponent(username), password: decodeURIComponent(password) },
		}),
	};
}
