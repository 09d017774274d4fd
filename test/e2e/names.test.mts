import { connect } from 'node:net';
import { NODES, sharedN8n } from '../support/n8n.mts';

let port: number;

beforeAll(async () => {
	const n8n = await sharedN8n();
	port = Number(new URL(n8n.url).port);
	const { id } = await n8n.createWorkflow({
		name: 'Answers anybody',
		nodes: [
			{
				name: 'Webhook',
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2,
				position: [0, 0],
				parameters: { path: 'answers-anybody' },
				webhookId: '5d2f1f0e-6f3a-4a52-9d31-3e5a0d6c9b11',
			},
			{ name: 'End', type: NODES.noOp, typeVersion: 1, position: [200, 0], parameters: {} },
		],
	});
	await n8n.publish(id);
});

describe('a web page that made its name point to this machine reaches nothing of n8n', () => {
	test.each([
		['the editor', 'GET / HTTP/1.1\r\nconnection: close', 200],
		['the REST interface', 'GET /rest/settings HTTP/1.1\r\nconnection: close', 200],
		['a webhook', 'GET /webhook/answers-anybody HTTP/1.1\r\nconnection: close', 200],
		['the push connection', `GET /rest/push?pushRef=x HTTP/1.1\r\n${upgrade()}`, 101],
	])('%s', async (_, head, status) => {
		for (const host of ['localhost', '127.0.0.1', '[::1]']) {
			expect(await answer(head, `${host}:${port}`)).toMatch(`HTTP/1.1 ${status} `);
		}
		for (const host of [`rebound.example:${port}`, 'rebound.example', `0.0.0.0:${port}`]) {
			const refused = await answer(head, host);
			expect(refused).toMatch(/^HTTP\/1\.1 403 /);
			expect(refused).toContain('This n8n answers to localhost, 127.0.0.1 and [::1] only.');
		}
	});
});

function upgrade(): string {
	return [
		'connection: upgrade',
		'upgrade: websocket',
		'origin: http://HOST',
		'sec-websocket-version: 13',
		'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
	].join('\r\n');
}

/** What is answered, without what comes over an opened websocket. */
async function answer(head: string, host: string): Promise<string> {
	const socket = connect(port, '127.0.0.1').setEncoding('utf8');
	socket.write(`${head.replace('HOST', host)}\r\nhost: ${host}\r\n\r\n`);
	let received = '';
	for await (const chunk of socket) {
		received += chunk;
		if (received.startsWith('HTTP/1.1 101 ')) break;
	}
	return received;
}
