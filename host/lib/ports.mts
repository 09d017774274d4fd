import { once } from 'node:events';
import { createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';

/** A port on loopback that is free now. Another process may take it before it is used: retry the start then. */
export async function freePort(): Promise<number> {
	const server = createServer().listen(0, LOOPBACK);
	await once(server, 'listening');
	const address = server.address();
	server.close();
	await once(server, 'close');
	if (address === null || typeof address === 'string') throw new Error('No port was given');
	return address.port;
}

/** Whether something else listens on this loopback port (or we may not listen on it). */
export async function isBusy(port: number): Promise<boolean> {
	const server = createServer().listen(port, LOOPBACK);
	try {
		await once(server, 'listening');
		return false;
	} catch {
		return true;
	} finally {
		server.close();
	}
}
