import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const GUARD = path.resolve('host', 'lib', 'hostGuard.mts');

/** Says what reached it, whichever way a request comes. */
const SERVER = `
const server = require('node:http').createServer({ requireHostHeader: false }, (_, response) => response.end('reached'));
for (const event of ['upgrade', 'connect'])
	server.on(event, (_, socket) => socket.end('HTTP/1.1 200 OK\\r\\ncontent-length: 7\\r\\n\\r\\nreached'));
for (const event of ['checkContinue', 'checkExpectation'])
	server.on(event, (_, response) => response.end('reached'));
server.listen(0, '127.0.0.1', () => process.send(server.address().port));`;

let child: ChildProcess;
let port: number;

beforeAll(async () => {
	const args = ['--import', GUARD, '--eval', SERVER];
	child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
	[port] = (await once(child, 'message')) as [number];
});

afterAll(async () => {
	child.kill();
	await once(child, 'exit');
});

const WAYS = {
	'a request': 'GET / HTTP/1.1',
	'a request with a body': 'POST / HTTP/1.1\r\ncontent-length: 2',
	'a request of HTTP 1.0': 'GET / HTTP/1.0',
	'a websocket': 'GET / HTTP/1.1\r\nconnection: upgrade\r\nupgrade: websocket',
	'a tunnel': 'CONNECT 127.0.0.1:80 HTTP/1.1',
	'a request that asks first': 'POST / HTTP/1.1\r\nexpect: 100-continue\r\ncontent-length: 2',
	'a request that expects something': 'POST / HTTP/1.1\r\nexpect: else\r\ncontent-length: 2',
};

describe.each(Object.entries(WAYS))('%s', (_, head) => {
	test.each(['localhost:PORT', '127.0.0.1:PORT', '[::1]:PORT', 'localhost', 'LocalHost:PORT'])(
		'for %s reaches the server',
		async (host) => {
			expect(await answer(head, host)).toMatch(/^HTTP\/1\.1 200 [^]*reached$/);
		},
	);

	test.each([
		'rebound.example:PORT',
		'rebound.example',
		'localhost.rebound.example:PORT',
		'127.0.0.1.rebound.example:PORT',
		'127.0.0.1:PORT@rebound.example',
		'0.0.0.0:PORT',
		'',
	])('for "%s" does not', async (host) => {
		const refused = await answer(head, host);
		expect(refused).toMatch(/^HTTP\/1\.1 403 /);
		expect(refused).toContain('This n8n answers to localhost');
		expect(refused).not.toContain('reached');
	});
});

test('a request without Host does not reach the server', async () => {
	expect(await exchange('GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 403 /);
});

async function answer(head: string, host: string): Promise<string> {
	const more = head.includes('upgrade') ? '' : 'connection: close\r\n';
	return await exchange(`${head}\r\n${more}host: ${host.replace('PORT', `${port}`)}\r\n\r\n`);
}

async function exchange(bytes: string): Promise<string> {
	const socket = connect(port, '127.0.0.1');
	socket.write(bytes);
	return await text(socket);
}
