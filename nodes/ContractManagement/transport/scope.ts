import type {
	IBinaryData,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';
import { connect, type Connection, type HttpSettings } from './connection';

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

/** What the person sets under Options to bound the retries, in seconds; 0 turns retries off. */
const DEFAULT_RETRY_SECONDS = 120;

/** The scope of a declared route's item. */
export async function scopeOfSingle(context: IExecuteSingleFunctions): Promise<ItemScope> {
	const itemIndex = context.getItemIndex();
	const parameter = <T>(name: string, fallback: T) =>
		context.getNodeParameter(name, fallback as object, { extractValue: true }) as T;
	return {
		context,
		connection: await connect(context, connectOptions(parameter), itemIndex),
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
	const parameter = <T>(name: string, fallback: T) =>
		context.getNodeParameter(name, itemIndex, fallback, { extractValue: true }) as T;
	return {
		context,
		connection: await connect(context, connectOptions(parameter), itemIndex),
		itemIndex,
		node: context.getNode(),
		input: context.getInputData()[itemIndex],
		parameter,
		binary: {
			describe: (property) => context.helpers.assertBinaryData(itemIndex, property),
			read: async (property) => await context.helpers.getBinaryDataBuffer(itemIndex, property),
		},
	};
}

function connectOptions(parameter: ItemScope['parameter']) {
	const seconds = Number(parameter('options.retrySeconds', DEFAULT_RETRY_SECONDS));
	return {
		http: httpSettings(parameter<RequestOptions>('requestOptions', {})),
		retry: { maxTotalMs: Math.max(0, seconds) * 1000 },
	};
}

interface RequestOptions {
	allowUnauthorizedCerts?: boolean;
	proxy?: string;
	timeout?: number;
}

// n8n applies Request Options to the requests that it sends itself; ours go past it.
function httpSettings({ timeout, proxy, allowUnauthorizedCerts }: RequestOptions): HttpSettings {
	return {
		...(timeout && { timeout }),
		...(allowUnauthorizedCerts && { skipSslCertificateValidation: true }),
		...(proxy && URL.canParse(proxy) && { proxy: proxyOf(new URL(proxy)) }),
	};
}

function proxyOf({ hostname, port, protocol, username, password }: URL): HttpSettings['proxy'] {
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
