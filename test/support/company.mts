import { createServer, request as ask, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SELF_SIGNED } from './certificate.mts';

/** The name that only the company's proxy knows, with a certificate that only its own authority has signed. */
const HOST = 'other.test';
const USER = 'n8n:right';

async function listening(server: Server): Promise<number> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return (server.address() as AddressInfo).port;
}

/** Hands every request on to a server of this machine, by its path without the prefix. */
function handingOn(port: () => number, { prefix = '', shown = '' }): RequestListener {
	return (request, response) => {
		const { method, url = '', headers } = request;
		if (!url.startsWith(prefix)) return void response.writeHead(404).end();
		const path = url.slice(prefix.length);
		// The sandbox answers to names of this machine only.
		const to = { port: port(), path, method, headers: { ...headers, host: '127.0.0.1' } };
		const passed = ask({ host: '127.0.0.1', ...to }, (answer) => {
			const kept = { ...answer.headers };
			delete kept['content-length'];
			if (!shown || !kept['content-type']?.includes('json')) {
				response.writeHead(answer.statusCode!, answer.headers);
				return void answer.pipe(response);
			}
			// Addresses of files are below the name by which the company knows the service.
			response.writeHead(answer.statusCode!, kept);
			void text(answer).then((body) =>
				response.end(body.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, shown)),
			);
		});
		passed.on('error', () => response.destroy());
		request.pipe(passed);
	};
}

/**
 * What stands between n8n and the service in a company: a forward proxy that asks for a password, an address that only this
 * proxy knows, with a certificate of the company's own authority, and a way in for deliveries below a path.
 */
export async function company(servicePort: number) {
	let n8nPort = 0;
	const seen = { tunnels: [] as string[], refused: 0 };
	const service = createTlsServer(
		SELF_SIGNED,
		handingOn(() => servicePort, { shown: `https://${HOST}` }),
	);
	const wayIn = createServer(handingOn(() => n8nPort, { prefix: '/automation' }));
	const proxy = createServer((_request, response) => void response.writeHead(502).end());
	const [tlsPort, inPort, proxyPort] = await Promise.all([service, wayIn, proxy].map(listening));
	proxy.on('connect', ({ url = '', headers }, client) => {
		client.on('error', () => client.destroy());
		const expected = `Basic ${Buffer.from(USER).toString('base64')}`;
		if (headers['proxy-authorization'] !== expected) {
			seen.refused += 1;
			client.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n');
			return;
		}
		seen.tunnels.push(url);
		if (url !== `${HOST}:443`) return void client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
		const near = connect(tlsPort!, '127.0.0.1', () => {
			client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			near.pipe(client).pipe(near);
		});
		near.on('error', () => client.destroy());
		client.on('close', () => near.destroy());
	});
	return {
		seen,
		baseUrl: `https://${HOST}/v2`,
		webhookUrl: `http://127.0.0.1:${inPort}/automation/`,
		proxyUrl: (user = USER) => `http://${user}@127.0.0.1:${proxyPort}`,
		/** The n8n that deliveries are for. */
		leadsTo: (url: string) => void (n8nPort = Number(new URL(url).port)),
		stop() {
			for (const server of [service, wayIn, proxy]) {
				server.close();
				server.closeAllConnections();
			}
		},
	};
}
