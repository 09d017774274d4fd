import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import { CredentialTestContext } from 'n8n-core';
import { ContractManagement } from '../../nodes/ContractManagement/ContractManagement.node';
import { freePort } from '../../host/lib/ports.mts';
import { byId } from '../support/byId.mts';
import { SELF_SIGNED } from '../support/certificate.mts';
import { credentialData } from '../support/credentials.mts';
import { holdDeadlines, passDeadline } from '../support/deadlines.mts';
import { runOperation } from '../support/runOperation.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

/** What people read when the Base URL leads to something else: from every operation, and from the credential's test. */
const sandbox = sandboxSuite({ seed: 'demo' });

const ID = '3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718';
const servers: Server[] = [];
let received = 0;

beforeEach(() => (received = 0));
afterEach(async () => {
	for (const server of servers.splice(0)) {
		server.close();
		await once(server, 'close');
	}
});

async function listening(server: Server): Promise<number> {
	servers.push(server);
	server.on('connection', (socket) => {
		received += 1;
		server.once('close', () => socket.destroy());
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}

async function answering(status: number, body: unknown, headers: http.OutgoingHttpHeaders = {}) {
	const isText = typeof body === 'string' || Buffer.isBuffer(body);
	const text = isText ? body : JSON.stringify(body);
	const type = isText ? 'text/html; charset=utf-8' : 'application/json';
	const server = http.createServer((_request, answer) =>
		answer.writeHead(status, { 'content-type': type, connection: 'close', ...headers }).end(text),
	);
	return await listening(server);
}

async function tested(data: Record<string, unknown>) {
	const { credentialTest } = new ContractManagement().methods;
	const context = new CredentialTestContext({} as never);
	return await credentialTest.contractManagementApiTest.call(context as never, {
		id: '1',
		name: 'Test',
		type: 'contractManagementApi',
		data: { ...credentialData(sandbox().baseUrl, sandbox().keys.admin), ...data } as never,
	});
}

/** Several kinds of operation: a read, a list, a search, a write, files, counterparties. */
const OPERATIONS: Array<[string, Record<string, unknown>]> = [
	['organization.get', {}],
	['contract.get', { contractId: byId(ID) }],
	['contract.getAll', {}],
	['contract.getByExternalId', { externalId: 'x' }],
	['contract.update', { contractId: byId(ID), updateFields: { moveToRoot: true } }],
	['contract.downloadSignedFiles', { contractId: byId(ID) }],
	['counterparty.sync', { findBy: 'id', counterpartyId: byId(ID), updateFields: { name: 'A' } }],
	['clause.get', { clauseId: byId(ID) }],
];

async function failure(baseUrl: string, operation: string, parameters = {}) {
	const options = { retrySeconds: 20 };
	const { error } = await runOperation(baseUrl, operation, { options, ...parameters });
	return error!;
}

const HTML = '<!DOCTYPE html><html><head><title>n8n.io</title></head><body></body></html>';

describe.each(OPERATIONS)('%s says what is wrong with the Base URL', (operation, parameters) => {
	test('that lacks its /v2', async () => {
		const { origin } = new URL(sandbox().baseUrl);
		const { message, description } = await failure(origin, operation, parameters);
		expect(message).toMatch(/^No such route: \/\S+\. Add \/v2 at the end of the Base URL$/);
		expect(description).toContain(`The Base URL of the credential is ${origin}/;`);
	});

	test('where a web page answers', async () => {
		const port = await answering(200, HTML);
		const { message, description } = await failure(
			`http://127.0.0.1:${port}/v2`,
			operation,
			parameters,
		);
		expect(message).toBe('A web page answered (200), not the API of the service: n8n.io');
		expect(description).toContain('at the Base URL of the credential');
	});

	test('that begins with https, where http is spoken', async () => {
		const port = await listening(http.createServer());
		const { message, description } = await failure(
			`https://127.0.0.1:${port}/v2`,
			operation,
			parameters,
		);
		expect(message).toBe(
			'No secure connection to the service: it speaks no TLS, so write http in place of https',
		);
		expect(description).toContain('Its address begins with http://');
		expect(received).toBe(1);
	});
});

test.each([
	['in bytes', Buffer.from([0x15, 3, 1, 0, 2, 2, 0x46]), 'may have to begin with https://'],
	[
		'in words',
		Buffer.from(
			'HTTP/1.1 400 Bad Request\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n<html><h1>400 The plain HTTP request was sent to HTTPS port</h1></html>',
		),
		'API of the service: 400 The plain HTTP request was sent to HTTPS port',
	],
])('a Base URL with http is told where only https is spoken: %s', async (_how, bytes, words) => {
	const port = await listening(
		net.createServer((socket) => socket.once('data', () => socket.end(bytes))),
	);
	const { message, description } = await failure(`http://127.0.0.1:${port}/v2`, 'contract.get', {
		contractId: byId(ID),
		options: { retrySeconds: 0 },
	});
	expect(`${message} ${description}`).toContain(words);
});

test('a certificate that is not trusted is told, and not asked for again', async () => {
	const port = await listening(https.createServer(SELF_SIGNED));
	const { message, description } = await failure(
		`https://127.0.0.1:${port}/v2`,
		'organization.get',
	);
	expect(message).toContain('the issuer of its certificate is not known');
	expect(description).toContain('NODE_EXTRA_CA_CERTS');
	expect(received).toBe(1);
});

describe("the credential's test", () => {
	const OK = { status: 'OK', message: 'Connection successful!' };

	test.each([[[]], [['dataWrapped']], [['dataWrappedWithMeta']]])(
		'believes an organization in the shape %j',
		async (variants) => {
			await sandbox().control.variants(variants);
			expect(await tested({})).toEqual(OK);
			expect(await tested({ baseUrl: ` ${sandbox().baseUrl}// \n` })).toEqual(OK);
		},
	);

	test('and the operations take an address between characters that nobody sees', async () => {
		const baseUrl = `\u200e\u200b${sandbox().baseUrl}/\u2060`;
		expect(await tested({ baseUrl })).toEqual(OK);
		expect((await runOperation(baseUrl, 'organization.get')).error).toBeUndefined();
	});

	test.each<[string, unknown, string]>([
		['the page of n8n', HTML, 'A web page answered (200), not the API of the service'],
		['an empty object', {}, 'is not the contract-management API'],
		['a list', [], 'is not the contract-management API'],
		['another record', { data: { name: 'x' } }, 'is not the contract-management API'],
		['a word', '"ok"', 'something that is not JSON'],
		['nothing', '', 'an empty body'],
	])('does not believe %s that answers 200', async (_what, body, message) => {
		const port = await answering(200, body);
		const baseUrl = `http://127.0.0.1:${port}/v2`;
		expect(await tested({ baseUrl })).toEqual({
			status: 'Error',
			message: expect.stringContaining(message),
		});
	});

	test.each([401, 403])('says nothing of the key where a firewall answers %d', async (status) => {
		const port = await answering(status, HTML);
		const { message } = await tested({ baseUrl: `http://127.0.0.1:${port}/v2` });
		expect(message).toMatch(/^A web page answered \(40\d\), not the API of the service/);
	});

	test('reads no more than 100 MB, and gives up what does not end in time', async () => {
		const packed = gzipSync(Buffer.alloc(250_000_000, ' '));
		const large = await answering(200, packed, { 'content-encoding': 'gzip' });
		expect((await tested({ baseUrl: `http://127.0.0.1:${large}/v2` })).message).toContain(
			'more than 100 MB',
		);
		holdDeadlines();
		const stalling = http.createServer((_request, answer) => {
			answer.writeHead(200, { 'content-length': 2 }).write('{', () => passDeadline(30_000));
		});
		const baseUrl = `http://127.0.0.1:${await listening(stalling)}/v2`;
		expect((await tested({ baseUrl })).message).toContain('did not answer');
	});

	test('shows no key that a refusal repeats', async () => {
		const apiKey = 'key/that=is+repeated';
		for (const body of [`No: ${apiKey}`, { error: { message: encodeURIComponent(apiKey) } }]) {
			const port = await answering(500, body);
			const { message } = await tested({ baseUrl: `http://127.0.0.1:${port}/v2`, apiKey });
			expect(message).toContain('status 500');
			expect(decodeURIComponent(message)).not.toContain(apiKey);
		}
	});

	test('never follows a redirect with the key', async () => {
		let followed = 0;
		const elsewhere = await listening(http.createServer(() => (followed += 1)));
		const location = `http://127.0.0.1:${elsewhere}/v2/organization`;
		const port = await answering(302, '', { location });
		expect(await tested({ baseUrl: `http://127.0.0.1:${port}/v2` })).toEqual({
			status: 'Error',
			message: expect.stringContaining('redirected the request to another address'),
		});
		expect(followed).toBe(0);
	});

	test.each([
		['without its /v2', () => new URL(sandbox().baseUrl).origin, 'The base URL ends with /v2'],
		['without a scheme', () => '127.0.0.1/v2', 'lacks its scheme. Put http:// before it.'],
		['that is empty', () => ' ', 'The base URL is empty.'],
	])('tells a base URL %s', async (_how, baseUrl, message) => {
		expect(await tested({ baseUrl: baseUrl() })).toEqual({
			status: 'Error',
			message: expect.stringContaining(message),
		});
	});

	test('tells an address at which nothing answers, and one that speaks no https', async () => {
		const closed = await freePort();
		expect((await tested({ baseUrl: `http://127.0.0.1:${closed}/v2` })).message).toMatch(
			/^The contract-management service could not be reached\. .*ECONNREFUSED/,
		);
		const port = await listening(http.createServer());
		expect((await tested({ baseUrl: `https://127.0.0.1:${port}/v2` })).message).toMatch(
			/^No secure connection to the service: it speaks no TLS, so write http in place of https\. /,
		);
	});

	test.each([
		[401, 'The service rejected the API key. Copy it again'],
		[403, 'Ask an administrator for one that may.'],
		[503, 'The service had an internal fault (status 503)'],
	])('tells a refusal with %s', async (status, message) => {
		await sandbox().control.fault({ route: 'GET /organization', kind: 'status', status });
		expect((await tested({})).message).toContain(message);
	});

	test.each([
		[400, 'Check the API Version.', 'Version 2025-01-15.init is retired'],
		[401, 'The service rejected the API key.', 'This key expired on 2026-11-01'],
		[403, 'may not read the organization.', 'Requests from 203.0.113.7 are not allowed'],
	])('tells the words in which it is refused with %s', async (status, message, said) => {
		const port = await answering(status, { error: { errorId: 'X', message: said } });
		const told = (await tested({ baseUrl: `http://127.0.0.1:${port}/v2` })).message;
		expect(told).toContain(message);
		expect(told).toContain(` The service says: ${said}`);
	});
});
