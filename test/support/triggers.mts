import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse as parseForm } from 'node:querystring';
import { buffer } from 'node:stream/consumers';
import { HookContext, WebhookContext } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type IWebhookData,
	type IWebhookResponseData,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { ContractManagementTrigger } from '../../nodes/ContractManagement/ContractManagementTrigger.node';
import { additionalData, nodeTypesOf } from './engine.mts';

export interface TriggerSetup {
	parameters?: IDataObject;
	credential: ICredentialDataDecryptedObject;
	/** Default: the webhook trigger. */
	type?: INodeType;
	nodeName?: string;
	workflowId?: string;
	staticData?: IDataObject;
}

export const NODE_NAME = 'Trigger';

/** A workflow whose one node is the trigger. */
export function triggerWorkflow({
	parameters = {},
	type = new ContractManagementTrigger(),
	nodeName = NODE_NAME,
	workflowId = `wf-${Math.random()}`,
	staticData,
}: TriggerSetup): { workflow: Workflow; node: INode; type: INodeType } {
	const node: INode = {
		id: 'n',
		name: nodeName,
		type: 'test.trigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: parameters as INode['parameters'],
		webhookId: '5d3e2b1a-0000-4000-8000-000000000001',
		credentials: { contractManagementApi: { id: '1', name: 'Test' } },
	};
	const workflow = new Workflow({
		id: workflowId,
		nodes: [node],
		nodeTypes: nodeTypesOf({ 'test.trigger': type }),
		active: true,
		connections: {},
		settings: { executionOrder: 'v1' },
		staticData: staticData as never,
	});
	return { workflow, node: workflow.nodes[nodeName]!, type };
}

/** Publishes the trigger as n8n does: `checkExists`, then `create` when that says no. */
export async function publish(
	setup: TriggerSetup,
	activation: WorkflowActivateMode = 'activate',
): Promise<void> {
	const { workflow, node, type } = triggerWorkflow(setup);
	const mode = activation === 'manual' ? 'manual' : 'trigger';
	const data = additionalData(workflow, setup);
	const context = new HookContext(workflow, node, data, mode, activation, webhookData(type, node));
	const methods = type.webhookMethods!.default!;
	if (await methods.checkExists.call(context as never)) return;
	await methods.create.call(context as never);
}

/** An execution that a delivery started. */
export interface StartedExecution {
	items: INodeExecutionData[];
}

export interface WebhookHost {
	/** Where deliveries go. */
	url: string;
	executions: StartedExecution[];
	/** Every answer, in the order in which they were sent. */
	answers: Array<{ status: number; body: string }>;
	/** Makes n8n fail to store the next so many executions. */
	failToStore(times: number): void;
	/** Sends a body; a text as it is, anything else as JSON. */
	deliver(body: unknown, headers?: Record<string, string>, query?: string): Promise<HostAnswer>;
	close(): Promise<void>;
}

export interface HostAnswer {
	status: number;
	body: any;
}

/**
 * Listens for deliveries as n8n's server does: parses the body as n8n does, calls `webhook()` in n8n-core's context,
 * stores an execution, and answers only then.
 */
export async function webhookHost(
	setup: TriggerSetup,
	mode: WorkflowExecuteMode = 'webhook',
): Promise<WebhookHost> {
	const trigger = triggerWorkflow(setup);
	const executions: StartedExecution[] = [];
	const answers: WebhookHost['answers'] = [];
	let failures = 0;
	const server = createServer((request, response) => {
		void receive(request, response as ExpressLike);
	});

	async function receive(request: IncomingMessage, response: ExpressLike): Promise<unknown> {
		express(response);
		response.once('finish', () => {
			answers.push({ status: response.statusCode, body: response.text ?? '' });
		});
		const httpRequest = await n8nRequest(request).catch(() => undefined);
		if (!httpRequest) return response.status(422).send({ message: 'Failed to parse request body' });
		const result = await callWebhook(trigger, setup, mode, httpRequest, response);
		if (result === undefined)
			return response.status(500).send({ message: 'Workflow Webhook Error' });
		if (result.workflowData !== undefined) {
			if (failures > 0) {
				failures -= 1;
				return response.status(500).send({ message: 'There was a problem executing the workflow' });
			}
			executions.push({ items: result.workflowData[0]! });
		}
		if (result.noWebhookResponse) return undefined;
		return response
			.status(200)
			.send(result.webhookResponse ?? { message: 'Webhook call received' });
	}

	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`;
	return {
		url,
		executions,
		answers,
		failToStore: (times) => (failures = times),
		deliver: async (body, headers = {}, query = '') => {
			const isText = typeof body === 'string' || Buffer.isBuffer(body);
			const answer = await fetch(url + query, {
				method: 'POST',
				headers: { ...(isText ? {} : { 'content-type': 'application/json' }), ...headers },
				body: isText ? new Uint8Array(Buffer.from(body as string)) : JSON.stringify(body),
			});
			const text = await answer.text();
			return { status: answer.status, body: parsed(text) };
		},
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}

async function callWebhook(
	{ workflow, node, type }: ReturnType<typeof triggerWorkflow>,
	setup: TriggerSetup,
	mode: WorkflowExecuteMode,
	httpRequest: object,
	httpResponse: object,
): Promise<IWebhookResponseData | undefined> {
	const data = additionalData(
		workflow,
		{ ...setup, executionId: undefined as never },
		{ httpRequest, httpResponse, executionId: undefined },
	);
	const context = new WebhookContext(workflow, node, data, mode, webhookData(type, node), [], null);
	return await type.webhook!.call(context as never).catch(() => undefined);
}

function webhookData({ description }: INodeType, node: INode): IWebhookData {
	return {
		webhookDescription: description.webhooks![0]!,
		node: node.name,
		workflowId: 'wf',
		path: 'p',
		httpMethod: 'POST',
		isTest: false,
	} as unknown as IWebhookData;
}

/** n8n reads and parses JSON, forms and text; anything else is the node's to read, from version 1.1 of one on. */
async function n8nRequest(request: IncomingMessage) {
	const type = (request.headers['content-type'] ?? '').split(';')[0]!.trim();
	const { searchParams } = new URL(request.url!, 'http://localhost');
	const received = {
		method: request.method,
		rawBody: undefined as Buffer | undefined,
		body: undefined as unknown,
		headers: request.headers,
		params: {},
		query: Object.fromEntries(searchParams),
		get readableEnded() {
			return request.readableEnded;
		},
		async readRawBody() {
			received.rawBody ??= await buffer(request);
		},
	};
	if (PARSED.has(type)) {
		await received.readRawBody();
		received.body = bodyOf(type, received.rawBody!);
	}
	return received;
}

const PARSED = new Set(['application/json', 'application/x-www-form-urlencoded', 'text/plain']);

function bodyOf(type: string, rawBody: Buffer): unknown {
	if (rawBody.length === 0) return undefined;
	const text = rawBody.toString('utf8');
	if (type === 'application/json') return JSON.parse(text.replace(/^\uFEFF/, ''));
	if (type === 'application/x-www-form-urlencoded') return parseForm(text);
	return type === 'text/plain' ? text : undefined;
}

/** What n8n's Express adds to a response. */
type ExpressLike = ServerResponse & {
	status(code: number): ExpressLike;
	send(body: unknown): ExpressLike;
	text?: string;
};

function express(response: ExpressLike): void {
	response.status = (code) => {
		response.statusCode = code;
		return response;
	};
	response.send = (body) => {
		response.text = typeof body === 'string' ? body : JSON.stringify(body);
		return response.end(response.text);
	};
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
