import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of the test's own on a free port. */
export async function localServer(answer: RequestListener) {
	const listening = createServer(answer).listen(0, '127.0.0.1');
	await once(listening, 'listening');
	const { port } = listening.address() as AddressInfo;
	return { port, close: () => listening.close() };
}
