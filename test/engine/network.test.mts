import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import { CredentialTestContext } from 'n8n-core';
import { ContractManagement } from '../../nodes/ContractManagement/ContractManagement.node';
import { DEFAULT_RETRY } from '../../nodes/ContractManagement/transport/retryPolicy';
import { freePort } from '../../host/lib/ports.mts';
import { fileOf, pdf } from '../support/binary.mts';
import { byId } from '../support/byId.mts';
import { SELF_SIGNED } from '../support/certificate.mts';
import { credentialData } from '../support/credentials.mts';
import { runOperation } from '../support/runOperation.mts';

/** What people read where something between n8n and the service refuses, or where no connection comes about. */
const servers: Server[] = [];
const sockets: net.Socket[] = [];
let connections = 0;
const SERVICE = 'https://service.test/v2';
const PROXY_VARIABLES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy'];
const before = Object.fromEntries(
	[...PROXY_VARIABLES, 'no_proxy'].map((name) => [name, process.env[name]]),
);

function withoutProxy(values: Record<string, string | undefined> = {}) {
	for (const name of Object.keys(before)) delete process.env[name];
	for (const [name, value] of Object.entries(values)) if (value) process.env[name] = value;
}

beforeAll(() => void jest.replaceProperty(DEFAULT_RETRY, 'baseDelayMs', 5));
beforeEach(() => {
	connections = 0;
	withoutProxy();
});
afterEach(async () => {
	withoutProxy(before);
	for (const socket of sockets.splice(0)) socket.destroy();
	for (const server of servers.splice(0)) {
		server.close();
		await once(server, 'close');
	}
});

async function listening(server: Server): Promise<number> {
	servers.push(server);
	server.on('connection', (socket) => {
		connections += 1;
		socket.on('error', () => undefined);
		sockets.push(socket);
	});
	server.on('tlsClientError', () => undefined);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}

/** A proxy that does this as soon as it is asked to connect. */
async function proxy(answer: (socket: net.Socket) => void) {
	const server = net.createServer((socket) => socket.once('data', () => answer(socket)));
	const address = `http://127.0.0.1:${await listening(server)}`;
	withoutProxy({ HTTP_PROXY: address, HTTPS_PROXY: address });
	return address;
}

async function secureProxy() {
	return `https://127.0.0.1:${await listening(https.createServer(SELF_SIGNED))}`;
}

async function answering(status: number, body: string | Buffer, headers = {}) {
	const server = http.createServer((_request, answer) => {
		answer.writeHead(status, { connection: 'close', ...headers }).end(body);
	});
	return `http://127.0.0.1:${await listening(server)}/v2`;
}

async function failure(baseUrl: string, operation = 'organization.get', parameters = {}) {
	const options = { retrySeconds: 5 };
	const { error } = await runOperation(baseUrl, operation, { options, ...parameters });
	const { message, description, context } = error!;
	return { message, description: description ?? '', context };
}

async function tested(baseUrl: string) {
	const { credentialTest } = new ContractManagement().methods;
	const context = new CredentialTestContext({} as never);
	const { message } = await credentialTest.contractManagementApiTest.call(context as never, {
		id: '1',
		name: 'Test',
		type: 'contractManagementApi',
		data: credentialData(baseUrl, 'key-1') as never,
	});
	return message;
}

function raw(status: string, page: string, headers = ''): string {
	return `HTTP/1.1 ${status}\r\n${headers}Content-Type: text/html\r\nContent-Length: ${page.length}\r\nConnection: close\r\n\r\n${page}`;
}

const CONTRACT = 'd0000000-0000-4000-8000-000000000001';
const CREATE = { contractTypeId: byId('3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718') };

describe('a proxy', () => {
	test('that nothing listens at is named, and tried again', async () => {
		const at = `127.0.0.1:${await freePort()}`;
		withoutProxy({ HTTPS_PROXY: `http://${at}` });
		const { message, description, context } = await failure(SERVICE);
		expect(message).toBe(`The proxy ${at} could not be reached`);
		expect(description).toContain('HTTPS_PROXY');
		expect(context).toMatchObject({ attempts: 2, failure: 'unsent' });
		expect(await tested(SERVICE)).toMatch(`The proxy ${at} could not be reached`);
	});

	test('whose name is unknown is named', async () => {
		withoutProxy({ HTTPS_PROXY: 'http://proxy.invalid:3128' });
		const { message } = await failure(SERVICE, 'contract.get', {
			...CREATE,
			contractId: CREATE.contractTypeId,
			options: { retrySeconds: 0 },
		});
		expect(message).toBe('The proxy proxy.invalid could not be reached');
	});

	test.each<[string, (socket: net.Socket) => void]>([
		['before it answers', (socket) => socket.end()],
		['with a reset', (socket) => socket.resetAndDestroy()],
		['in the middle of its answer', (socket) => socket.end('HTTP/1.1 200')],
		['before anything is encrypted', (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n')],
	])(
		'that closes the connection %s has sent nothing, and is asked again',
		async (_when, answer) => {
			await proxy(answer);
			const { context } = await failure(SERVICE);
			expect(context).toMatchObject({ failure: 'unsent', outcome: 'notExecuted' });
			expect(context?.attempts).toBeGreaterThan(1);
			expect(connections).toBe(context?.attempts);
		},
	);

	test.each<[string, () => Promise<string>, string]>([
		['that resets', async () => await proxy((socket) => socket.resetAndDestroy()), 'could not be'],
		['of an unknown issuer', secureProxy, 'the issuer of its certificate'],
		[
			'without TLS',
			async () =>
				(await proxy((socket) => socket.end('HTTP/1.1 400 No\r\n\r\n'))).replace('http:', 'https:'),
			'no TLS',
		],
	])('%s is told to be the proxy', async (_which, start, words) => {
		withoutProxy({ HTTPS_PROXY: await start() });
		const { message } = await failure(SERVICE);
		expect(message).toMatch(/^(No secure connection to the|The) proxy/);
		expect(message).toContain(words);
	});

	test('that resets every fourth connection: each contract is sent once', async () => {
		let connects = 0;
		let sent = 0;
		const service = https.createServer(SELF_SIGNED, (request, answer) => {
			sent += request.method === 'POST' ? 1 : 0;
			answer.writeHead(202, { 'content-type': 'application/json' });
			answer.end(JSON.stringify({ id: request.url!.split('/')[3], status: 'draft' }));
		});
		const port = await listening(service);
		await proxy((socket) => {
			connects += 1;
			if (connects % 4 === 0) {
				socket.resetAndDestroy();
				return;
			}
			const inner = net.connect(port, '127.0.0.1', () => {
				socket.write('HTTP/1.1 200 OK\r\n\r\n');
				socket.pipe(inner).pipe(socket);
			});
			inner.on('error', () => undefined);
		});
		const ids = Array.from({ length: 12 }, (_, i) => ({ id: `${CONTRACT.slice(0, -2)}${i + 10}` }));
		const { error, items } = await runOperation(
			SERVICE,
			'contract.sendForSignature',
			{
				contractId: byId('={{ $json.id }}'),
				requestOptions: { allowUnauthorizedCerts: true },
			},
			ids,
		);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(12);
		expect([sent, connects]).toEqual([12, 31]);
	});

	test.each([SERVICE, 'http://service.test/v2'])(
		'that wants a password says so, for %s',
		async (baseUrl) => {
			const page = '<!-- squid --><html><head><title>Cache Access Denied</title></head></html>';
			const headers = 'Via: 1.1 proxy.corp\r\nProxy-Authenticate: Basic realm="corp"\r\n';
			await proxy((socket) => socket.end(raw('407 Proxy Authentication Required', page, headers)));
			const said = 'The proxy asks for a name and a password (407): Cache Access Denied';
			const { message, description } = await failure(baseUrl);
			expect(message).toBe(said);
			expect(description).toMatch(/name:password@host.*proxy\.corp.*Basic realm="corp"/);
			expect(await tested(baseUrl)).toContain(said);
			expect(connections).toBe(2);
		},
	);
});

const OLD = {
	minVersion: 'TLSv1',
	maxVersion: 'TLSv1',
	ciphers: 'DEFAULT@SECLEVEL=0',
} as const;
const WANTS_CLIENT = { requestCert: true, rejectUnauthorized: true };
const UNTRUSTING = { allowUnauthorizedCerts: false };

/** What a server asks for, what is told, and whether certificates are not checked. */
const INSECURE: Array<[string, object, string, object?]> = [
	['whose issuer is unknown', {}, 'the issuer of its certificate is not known', UNTRUSTING],
	[
		'that wants a client certificate (1.2)',
		{ ...WANTS_CLIENT, maxVersion: 'TLSv1.2' },
		'client certificate',
	],
	['that wants a client certificate (1.3)', WANTS_CLIENT, 'client certificate'],
	['of TLS 1.0 only', OLD, 'it speaks no version of TLS that n8n accepts'],
];

describe.each(INSECURE)('no secure connection to a server %s', (_which, asks, words, trust) => {
	const requestOptions = trust ?? { allowUnauthorizedCerts: true };
	const start = async () => {
		const port = await listening(https.createServer({ ...SELF_SIGNED, ...asks }));
		return `https://127.0.0.1:${port}`;
	};

	test('of the service: told, and not tried again', async () => {
		const said = await failure(`${await start()}/v2`, 'organization.get', { requestOptions });
		expect(`${said.message} ${said.description}`).toContain(words);
		expect(said.message).toContain('No secure connection to the service');
		expect(said.context).toMatchObject({ attempts: 1, outcome: 'notExecuted' });
	});

	test.each([
		['contract.downloadSignedFiles', "Downloading 'a.pdf'"],
		['contract.downloadCurrentVersion', "Downloading 'a.pdf'"],
		['contract.markAsSigned', "Uploading 'x.pdf'"],
		['file.upload', "Uploading 'x.pdf'"],
	])('of the file storage: told by %s, and not tried again', async (operation, task) => {
		const { error } = await withStorage(await start(), operation, { requestOptions });
		expect(error?.message).toContain(`${task} failed: No secure connection to the file storage`);
		expect(`${error?.message} ${error?.description}`).toContain(words);
		expect(error?.context).toMatchObject({ attempts: 1 });
	});
});

/** An operation whose file is at an address of that storage. */
async function withStorage(storage: string, operation: string, parameters = {}) {
	const file = { name: 'a.pdf', key: 'k', url: `${storage}/file` };
	const contract = { id: CONTRACT, name: 'a', status: 'draft' };
	const server = http.createServer(({ url = '' }, answer) => {
		const isOfFile = /(upload-url|current-version|-files)$/.test(url);
		answer.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
		answer.end(JSON.stringify(isOfFile ? file : contract));
	});
	const baseUrl = `http://127.0.0.1:${await listening(server)}/v2`;
	const signing = { contractId: byId(CONTRACT), signatureDate: '2026-03-01T10:00:00.000Z' };
	const items = [{ json: {}, binary: { data: await fileOf(pdf('x'), 'x.pdf') } }];
	return await runOperation(baseUrl, operation, { ...signing, ...parameters }, [], { items });
}

test('a storage behind a proxy that resets: the proxy is told', async () => {
	await proxy((socket) => socket.resetAndDestroy());
	process.env.NO_PROXY = '127.0.0.1';
	const options = { retrySeconds: 1 };
	const { error } = await withStorage('https://127.0.0.2:9', 'contract.markAsSigned', { options });
	expect(error?.message).toBe("Uploading 'x.pdf' failed: the proxy could not be reached");
});

const JSON_TYPE = { 'content-type': 'application/json' };

describe('a body', () => {
	test.each([
		['gzip', 'gzip or deflate'],
		['deflate', 'gzip or deflate'],
		['br', 'br'],
		['zstd', 'zstd'],
	])('that is called %s and is not is told so', async (encoding, named) => {
		const body = JSON.stringify({ id: CONTRACT, name: 'a', status: 'draft' });
		const baseUrl = await answering(200, body, { ...JSON_TYPE, 'content-encoding': encoding });
		const said = `answered 200 with a body that is not ${named}, although its Content-Encoding says so`;
		const { message, context } = await failure(baseUrl);
		expect(message).toContain(said);
		expect(context).toMatchObject({ attempts: 2 });
		expect(await tested(baseUrl)).toContain(said);
	});

	test.each([200, 400, 403, 500])(
		'of gzip that is not called so is never shown (%d)',
		async (status) => {
			const baseUrl = await answering(status, gzipSync('{"id":"1"}'), JSON_TYPE);
			const { message, description } = await failure(baseUrl);
			const shown = `${message} ${description} ${await tested(baseUrl)}`;
			expect(['\0', '\u001f', '\ufffd'].filter((each) => shown.includes(each))).toEqual([]);
			if (status === 200) expect(message).toContain('gzip, but without Content-Encoding');
		},
	);
});

test.each([
	[400, { message: 'Invalid key' }, 'Invalid key. It is not in the form of the service'],
	[401, { message: 'No API key found' }, 'The service rejected the API key: No API key found'],
])('the test of the credential speaks of no parameters: %d %j', async (status, body, said) => {
	const message = await tested(await answering(status, JSON.stringify(body), JSON_TYPE));
	expect(message).toContain(said);
	expect(message).not.toContain('parameters');
});

test('a web page with 404 does not stand for files that are not there yet', async () => {
	const baseUrl = await answering(404, '<html><title>404 Not Found</title></html>');
	const contractId = CREATE.contractTypeId;
	const { message } = await failure(baseUrl, 'contract.downloadSignedFiles', { contractId });
	expect(message).toBe('A web page answered (404), not the API of the service: 404 Not Found');
});
