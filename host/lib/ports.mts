import { once } from 'node:events';
import { connect, createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';
/** What `localhost` is to a browser: it takes the first that answers. */
const ADDRESSES = ['::1', LOOPBACK];
const ANSWER_MS = 1_000;

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

/**
 * Whether something else listens on this loopback port (or we may not listen on it). What listens on all addresses
 * leaves it to us on macOS, and answers at `localhost` in our place.
 */
export async function isBusy(port: number): Promise<boolean> {
	const server = createServer().listen(port, LOOPBACK);
	try {
		await once(server, 'listening');
	} catch {
		return true;
	}
	server.close();
	await once(server, 'close');
	const answers = await Promise.all(ADDRESSES.map((host) => isAnswered(host, port)));
	return answers.includes(true);
}

/** Whether something accepts connections there. */
export async function isAnswered(host: string, port: number): Promise<boolean> {
	const socket = connect({ host, port });
	// A firewall may drop what is sent, and nobody says so.
	socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error('No answer')));
	try {
		await once(socket, 'connect');
		return true;
	} catch {
		return false;
	} finally {
		socket.destroy();
	}
}
