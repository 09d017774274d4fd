import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { knownValues } from '../support/knownValues.mts';
import type { OpenApi } from '../support/openApiArbitrary.mts';
import { requests, type GeneratedRequest } from '../support/requestArbitrary.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';

const COUNT = 10_000;
const CONCURRENCY = 16;
/** The same requests every time; FUZZ_SEED asks for others. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_250_129);

const STATUS_NAMES: Record<number, string> = {
	400: 'BAD_REQUEST',
	401: 'UNAUTHORIZED',
	403: 'FORBIDDEN',
	404: 'NOT_FOUND',
	409: 'CONFLICT',
	429: 'TOO_MANY_REQUESTS',
};
const SUCCESSES = [200, 201, 202, 204];
/** Of a stack, of SQLite, of the file system: nothing that a client should see. */
const INTERNALS = /node_modules|node:internal|SQLITE|\.mts:\d+|ENOENT/;

interface Received {
	status: number;
	type: string;
	body: string;
}

let sandbox: Sandbox;
let agent: Agent;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 'demo' });
	agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
});
afterAll(async () => {
	agent.destroy();
	await sandbox.stop();
});

test(`${COUNT} generated requests get documented answers only`, async () => {
	const api = await openApi();
	const arbitrary = requests(api, await knownValues(sandbox), '/v2');
	const generated = fc.sample(arbitrary, { seed: SEED, numRuns: COUNT });
	const statuses = new Map<number, number>();
	const problems: string[] = [];
	await concurrently(generated, async (request) => {
		const received = await send(request);
		statuses.set(received.status, (statuses.get(received.status) ?? 0) + 1);
		const problem = problemOf(api, request, received);
		if (problem)
			problems.push(`${problem}\n${requestText(request)}\n${received.body.slice(0, 300)}`);
	});

	console.info(`FUZZ_SEED=${SEED}`, Object.fromEntries(statuses));
	expect(problems.slice(0, 5).join('\n\n')).toBe('');
	// Without these the requests would not have reached what they are to test.
	for (const status of [200, 201, 204, 400, 401, 403, 404, 409]) {
		expect({ status, count: statuses.get(status) ?? 0 }).not.toEqual({ status, count: 0 });
	}
	expect((await sandbox.control.health()).pid).toBe(sandbox.pid);
	expect((await sandbox.api('GET', '/contracts')).status).toBe(200);
}, 600_000);

test.each([
	['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
	['a header without a name', 'GET /v2/organization HTTP/1.1\r\nhost: localhost\r\n: y\r\n\r\n'],
	['an unknown method', 'FETCH /v2/organization HTTP/1.1\r\nhost: localhost\r\n\r\n'],
	[
		'a header that is too long',
		`GET /v2/x HTTP/1.1\r\nhost: localhost\r\na: ${'b'.repeat(70_000)}\r\n\r\n`,
	],
	[
		'a broken chunk',
		'POST /v2/contracts HTTP/1.1\r\nhost: localhost\r\nx-api-key: sandbox-admin-key\r\ntransfer-encoding: chunked\r\ncontent-type: application/json\r\n\r\nzz\r\n',
	],
	[
		'a percent sign alone in the path',
		'GET /v2/contracts/% HTTP/1.1\r\nhost: localhost\r\nx-api-key: sandbox-admin-key\r\nconnection: close\r\n\r\n',
	],
	['no host', 'GET /v2/organization HTTP/1.1\r\nconnection: close\r\n\r\n'],
])('%s is answered 400 with the error body', async (_, bytes) => {
	const answer = await exchangeRaw(bytes);
	expect(answer).toMatch(/^HTTP\/1\.1 400 /);
	const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
	expect(errorBodyProblem(400, body)).toBeUndefined();
	expect((await sandbox.control.health()).pid).toBe(sandbox.pid);
});

async function openApi(): Promise<OpenApi> {
	const response = await fetch(`${sandbox.origin}/docs/json`);
	return (await response.json()) as OpenApi;
}

async function concurrently<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
	const queue = items.values();
	const worker = async () => {
		for (const item of queue) await work(item);
	};
	await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

async function send({ method, path, headers, body }: GeneratedRequest): Promise<Received> {
	const { promise, resolve, reject } = Promise.withResolvers<Received>();
	// Without a length Node sends the body of a GET unframed: the server would read it as the next request.
	const framed =
		body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) };
	const options = { method, path, headers: framed, agent };
	const outgoing = httpRequest(sandbox.origin, options, (response) => {
		const { statusCode: status = 0, headers: received } = response;
		const type = received['content-type'] ?? '';
		text(response).then((content) => resolve({ status, type, body: content }), reject);
	});
	outgoing.on('error', (error) => resolve({ status: 0, type: '', body: String(error) }));
	outgoing.end(body);
	return await promise;
}

function problemOf(
	api: OpenApi,
	{ route, method }: GeneratedRequest,
	{ status, type, body }: Received,
): string | undefined {
	if (!SUCCESSES.includes(status) && !(status in STATUS_NAMES)) return `Status ${status}`;
	const documented = route && api.paths[route]?.[method.toLowerCase()]?.responses;
	if (documented && !(status in documented))
		return `Status ${status} is not in the OpenAPI document`;
	if (INTERNALS.test(body)) return 'Shows internals';
	if (method === 'HEAD' || (status < 400 && !documented)) return undefined;
	if (status < 400) return body === '' || isJson(body) ? undefined : 'Not JSON';
	if (!type.startsWith('application/json')) return `Content type ${type}`;
	return errorBodyProblem(status, JSON.parse(body));
}

function isJson(body: string): boolean {
	return typeof JSON.parse(body) === 'object';
}

function errorBodyProblem(status: number, body: unknown): string | undefined {
	const { error, ...others } = body as { error: Record<string, unknown> };
	const members = Object.keys(error ?? {})
		.sort()
		.join();
	if (Object.keys(others).length > 0 || members !== 'details,errorId,message,statusCode') {
		return 'Not the documented error body';
	}
	if (error.statusCode !== STATUS_NAMES[status]) return `statusCode ${error.statusCode}`;
	if (!/^[A-Z][A-Z_]+$/.test(String(error.errorId))) return `errorId ${error.errorId}`;
	if (typeof error.message !== 'string' || error.message === '') return 'No message';
	return typeof error.details === 'object' && error.details !== null ? undefined : 'No details';
}

function requestText({ method, path, headers, body }: GeneratedRequest): string {
	const parts = [method, path, JSON.stringify(headers), body ?? ''];
	return parts.map((part) => part.slice(0, 500)).join(' ');
}

async function exchangeRaw(bytes: string): Promise<string> {
	const socket = connect(Number(new URL(sandbox.origin).port), '127.0.0.1');
	socket.write(bytes, 'latin1');
	return await text(socket);
}
