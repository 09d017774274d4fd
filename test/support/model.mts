import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Call {
	tool: string;
	args?: object;
}

/**
 * What the model says next, knowing what its tools have answered so far, oldest first: a text, with which the
 * conversation ends, a call of a tool, or several at once.
 */
export type Turn = (answers: any[]) => Call | Call[] | string;

/** A model with OpenAI's interfaces (Responses and Chat Completions) that says what a test has written down. */
export interface Model {
	url: string;
	/** One per answer; which one follows from how many tools have answered. */
	script: Turn[];
	/** What it was asked, oldest first. */
	requests: ModelRequest[];
	stop(): Promise<void>;
}

export interface ModelRequest {
	path: string;
	/** The names of the tools that it may call. */
	tools: string[];
	/** What the tools have answered so far, as the model reads it. */
	answers: string[];
	/** All that it reads, in the words of its interface. */
	conversation: string;
}

export async function startModel(): Promise<Model> {
	const server = createServer((request, response) => {
		answer(model, request, response).catch((error: unknown) => {
			sendJson(response, { error: { message: `The script failed: ${String(error)}` } }, 400);
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const model: Model = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		script: [],
		requests: [],
		async stop() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
	return model;
}

async function answer(model: Model, request: IncomingMessage, response: ServerResponse) {
	const body = (await json(request)) as any;
	const path = request.url!.replace(/^\/v1/, '');
	const asked = {
		path,
		tools: (body.tools ?? []).map((tool: any) => tool.name ?? tool.function.name),
		answers: answersIn(body),
		conversation: JSON.stringify(body.input ?? body.messages),
	};
	model.requests.push(asked);
	const turn = model.script[asked.answers.length] ?? (() => 'There is no more in the script.');
	const said = turn(asked.answers.map(read));
	const calls = typeof said === 'string' ? [] : [said].flat();
	const fault = calls.map((call) => faultOf(call, body.tools)).find(Boolean);
	if (fault) return sendJson(response, { error: { message: fault } }, 400);
	const idOf = (i: number) => `call_${asked.answers.length + 1 + i}`;
	if (path === '/chat/completions') return sendJson(response, completion(body.model, said, idOf));
	const items =
		typeof said === 'string' ? [textItem(said)] : calls.map((call, i) => callItem(call, idOf(i)));
	const whole = responseOf(body.model, items);
	return body.stream ? sendEvents(response, whole, items) : sendJson(response, whole);
}

/** Of both interfaces: what the tools have answered, in the order of the conversation. */
function answersIn({ input, messages }: { input?: any[]; messages?: any[] }): string[] {
	const entries = (Array.isArray(input) ? input : messages) ?? [];
	return entries
		.filter(({ type, role }) => type === 'function_call_output' || role === 'tool')
		.map(({ output, content }) => output ?? content)
		.map((text) => (typeof text === 'string' ? text : text.map((part: any) => part.text).join('')));
}

function read(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

type Said = ReturnType<Turn>;

const USAGE = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };

interface Item {
	type: string;
	id: string;
	content?: Array<{ text: string }>;
}

function textItem(text: string): Item {
	const content = [{ type: 'output_text', text, annotations: [] }];
	const message = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed' };
	return { ...message, content };
}

function callItem({ tool, args = {} }: Call, call_id: string): Item {
	const call = { call_id, name: tool, arguments: JSON.stringify(args), status: 'completed' };
	return { type: 'function_call', id: `fc_${call_id}`, ...call };
}

function responseOf(model: string, output: object[]) {
	const created = { id: 'resp_1', object: 'response', created_at: 1_700_000_000, model };
	return { ...created, status: 'completed', output, usage: USAGE };
}

/** As OpenAI streams it, without the pieces in between. */
function sendEvents(response: ServerResponse, whole: object, items: Item[]) {
	const ofItem = (item: Item, output_index: number) => {
		const place = { output_index, item_id: item.id };
		const [content] = item.content ?? [];
		return [
			{ type: 'response.output_item.added', ...place, item },
			...(content ? [{ type: 'response.output_text.delta', ...place, delta: content.text }] : []),
			{ type: 'response.output_item.done', ...place, item },
		];
	};
	const events = [
		{ type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } },
		...items.flatMap(ofItem),
		{ type: 'response.completed', response: whole },
	];
	response.writeHead(200, { 'content-type': 'text/event-stream' });
	response.end(
		events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''),
	);
}

function completion(model: string, said: Said, idOf: (i: number) => string) {
	const calls = typeof said === 'string' ? [] : [said].flat();
	const tool_calls = calls.map(({ tool, args = {} }, i) => {
		const called = { name: tool, arguments: JSON.stringify(args) };
		return { id: idOf(i), type: 'function', function: called };
	});
	const message = { role: 'assistant', content: calls.length > 0 ? null : said };
	const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
	const choice = {
		index: 0,
		message: calls.length > 0 ? { ...message, tool_calls } : message,
		finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
	};
	return { id: 'chat_1', object: 'chat.completion', created: 1, model, choices: [choice], usage };
}

/** A model calls tools that it has, with arguments as their schemas say: a script that does not is wrong. */
function faultOf({ tool, args = {} }: Call, tools: any[] = []): string | undefined {
	const known = tools.map((each) => each.function ?? each).find(({ name }) => name === tool);
	const misfits = known ? misfitsOf(known.parameters, args, tool) : [`no tool ${tool}`];
	return misfits.length > 0 ? `The script is wrong: ${misfits.join(', ')}` : undefined;
}

function misfitsOf(schema: any, value: any, place: string): string[] {
	if (schema?.type !== 'object') return [];
	const properties = schema.properties ?? {};
	const missing = (schema.required ?? []).filter((key: string) => !(key in value));
	const unknown = Object.keys(value).filter((key) => !(key in properties));
	const wrong = [...missing, ...unknown].map((key) => `${place}.${key}`);
	const inside = Object.keys(value).filter((key) => key in properties);
	return [
		...wrong,
		...inside.flatMap((key) => misfitsOf(properties[key], value[key], `${place}.${key}`)),
	];
}

function sendJson(response: ServerResponse, body: object, status = 200): void {
	response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
