import { once } from 'node:events';
import { createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';

/** Where systems do not take the ports of outgoing connections from: those come and go until the port is used. */
const FIRST = 20_000;
const COUNT = 12_000;

/** Given out by this process: until they are used, nothing else shows that they are taken. */
const given = new Set<number>();

/** A port on loopback that is free now, chosen at random, so that processes that ask at the same time get different ones. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = FIRST + Math.floor(Math.random() * COUNT);
		if (given.has(port)) continue;
		given.add(port);
		if (!(await isBusy(port))) return port;
	}
}

/** Whether something else listens on this loopback port (or we may not listen on it). */
export async function isBusy(port: number): Promise<boolean> {
	const server = createServer().listen(port, LOOPBACK);
	try {
		await once(server, 'listening');
	} catch {
		return true;
	}
	server.close();
	await once(server, 'close');
	return false;
}
