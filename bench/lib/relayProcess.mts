/**
 * A service that is far away: TLS in front of a service of this machine, behind a line on which everything takes half a
 * round trip each way, and connecting a whole one, as TCP's handshake does. Usage: relayProcess.mts ORIGIN RTT FOLDER, the
 * folder with key.pem and cert.pem. Prints the origin that it is reached at; ends when its input does.
 */
import { readFileSync } from 'node:fs';
import { Agent, request as ask } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const [origin, rtt, folder] = process.argv.slice(2) as [string, string, string];
const rttMs = Number(rtt);
const [key, cert] = ['key.pem', 'cert.pem'].map((name) => readFileSync(path.join(folder, name)));
const agent = new Agent({ keepAlive: true });
let shown = '';

const service = createTlsServer({ key, cert, keepAliveTimeout: 60_000 }, (request, response) => {
	const { method, url, headers } = request;
	// The sandbox answers to names of this machine only.
	const options = { method, agent, headers: { ...headers, host: new URL(origin).host } };
	const passed = ask(origin + url!, options, (answer) => {
		const { 'content-length': length, ...kept } = answer.headers;
		if (!kept['content-type']?.includes('json')) {
			response.writeHead(answer.statusCode!, {
				...kept,
				...(length && { 'content-length': length }),
			});
			return void answer.pipe(response);
		}
		// Addresses of files lead through here as well.
		void text(answer).then((body) => {
			response.writeHead(answer.statusCode!, kept).end(body.replaceAll(origin, shown));
		});
	});
	passed.on('error', () => response.destroy());
	request.pipe(passed);
});

const innerPort = await listening(service);
const line = createServer({ noDelay: true, allowHalfOpen: true }, (client) => {
	const born = performance.now();
	const near = connect({ port: innerPort, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
	// The operating system says "connected" at once: what comes first waits for the round trip of connecting.
	const toService = () => Math.max(rttMs / 2, born + 1.5 * rttMs - performance.now());
	const toClient = () => rttMs / 2;
	for (const [from, to, delay] of [
		[client, near, toService],
		[near, client, toClient],
	] as const) {
		from.on('data', (data) => setTimeout(() => to.writable && to.write(data), delay()));
		from.on('end', () => setTimeout(() => to.end(), delay()));
		from.on('error', () => to.destroy());
		from.on('close', () => setTimeout(() => to.destroy(), 2 * rttMs));
	}
});
shown = `https://localhost:${await listening(line)}`;
console.log(shown);
process.stdin.resume().on('end', () => process.exit());

async function listening(server: Server): Promise<number> {
	await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', 1024, resolve));
	return (server.address() as AddressInfo).port;
}
