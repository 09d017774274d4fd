import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import type { Profile } from '../api/profile';
import { accountOf, baseUrlOf, CREDENTIAL, sameForAll, usableProfile } from './credential';
import type { Gate } from './limit/gate';
import { gateFor } from './limit/gates';
import { secretsOf } from './errors/redaction';
import { DEFAULT_RETRY, DEFAULT_TIMEOUT_MS, type RetryPolicy } from './retryPolicy';

/** Every n8n context that can send requests. */
export type RequestContext =
	| IExecuteFunctions
	| IExecuteSingleFunctions
	| IHookFunctions
	| ILoadOptionsFunctions
	| IPollFunctions
	| IWebhookFunctions;

/** What the person set under Request Options; n8n applies these to its own requests only. */
export type HttpSettings = Pick<
	IHttpRequestOptions,
	'proxy' | 'skipSslCertificateValidation' | 'timeout'
>;

/** A node's access to the service for as long as one hook runs. */
export interface Connection {
	context: RequestContext;
	/** Without a slash at its end. */
	baseUrl: string;
	/** Tells two API keys apart, without being one. */
	account: string;
	/** What holds for the service where the specification leaves it open. */
	profile: Profile;
	gate: Gate;
	/** Requests of one execution are served in order; executions take turns. */
	executionId: string;
	/** Lives as long as the execution does; what its items share is kept with it, and ends with it. */
	execution: object;
	http: HttpSettings;
	retry: RetryPolicy;
	/** Ends waiting and requests at once: the execution's cancel signal, or a deadline. */
	signal?: AbortSignal;
	/** What requests are authenticated with. */
	credentials: IDataObject;
	/** None of them is ever shown. */
	secrets: Set<string>;
	/** Of an item that changes something in the service. */
	writing?: Writing;
	/** Told of the headers of each answer, such as the service's own time. */
	onAnswer?: (headers: Record<string, string>) => void;
	/** Whether requests go before the others of their execution. */
	goesFirst?: boolean;
	/** The record whose turn it has, see `exclusively`. */
	turn?: string;
}

/** Of one item: what ends the writes of all after a failure, and whether its own has begun. */
export interface Writing {
	/** Once it is aborted, nothing is sent any more that was not sent before; with what is then thrown. */
	stop: AbortSignal;
	/** Whether a request has left that may have changed something. */
	isSent: boolean;
}

/** In place of `DEFAULT_TIMEOUT_MS`, of parts of `DEFAULT_RETRY`, and of the execution's cancel signal. */
export interface ConnectOptions {
	http?: HttpSettings;
	retry?: Partial<RetryPolicy>;
	signal?: AbortSignal;
}

/** Reads the credential, and finds the gate of its API key. @throws NodeOperationError of n8n when the node has none */
export async function connect(context: RequestContext, options: ConnectOptions = {}) {
	return await connections(context)(options, 0);
}

/**
 * The same for many items: the credential may hold expressions, which are read for each of them. Those for which it is
 * the same share one connection.
 */
export function connections(context: RequestContext) {
	const known = new Map<string, Connection>();
	let ofAll: Promise<IDataObject | undefined> | undefined;
	return async (options: ConnectOptions, itemIndex: number): Promise<Connection> => {
		ofAll ??= sameForAll(context, itemIndex);
		const own = async () => await context.getCredentials<IDataObject>(CREDENTIAL, itemIndex);
		const credentials = (await ofAll) ?? (await own());
		const key = JSON.stringify([credentials, options]);
		const connection = known.get(key) ?? connectionWith(context, credentials, options);
		known.set(key, connection);
		return connection;
	};
}

/** The same with a credential that has been read. */
export function connectionWith(
	context: RequestContext,
	credentials: IDataObject,
	options: ConnectOptions = {},
): Connection {
	const isManual = 'getMode' in context && context.getMode?.() === 'manual';
	// Over MCP and outside executions there is none, and some contexts lack the function altogether.
	const cancelSignal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal?.() : undefined;
	return {
		context,
		baseUrl: baseUrlOf(credentials),
		account: accountOf(credentials),
		profile: usableProfile(context, credentials.serviceProfile),
		gate: gateFor(credentials),
		executionId: executionIdOf(context),
		execution: cancelSignal ?? context,
		http: { timeout: DEFAULT_TIMEOUT_MS, ...options.http },
		retry: { ...DEFAULT_RETRY, ...(isManual && { maxRefused: 1 }), ...options.retry },
		signal: options.signal ?? cancelSignal,
		credentials,
		secrets: new Set([...secretsOf(credentials), options.http?.proxy?.auth?.password ?? '']),
	};
}

const listening = () => undefined;

/** The same connection, ended by one more signal: for requests that run at the same time and end together. */
export function withSignal(connection: Connection, signal: AbortSignal): Connection {
	const signals = [signal, ...(connection.signal ? [connection.signal] : [])];
	// Node 20 forgets a deadline that nobody but a combined signal listens to. The same function is one listener.
	for (const each of signals) each.addEventListener('abort', listening, { once: true });
	return { ...connection, signal: AbortSignal.any(signals) };
}

let editorRequests = 0;

// What a person waits for in the editor, and each webhook delivery, counts as an execution.
function executionIdOf(context: RequestContext): string {
	const execution = 'getExecutionId' in context ? context.getExecutionId?.() : undefined;
	return execution ?? `request ${(editorRequests += 1)}`;
}
