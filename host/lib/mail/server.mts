import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { readMessage, type Message } from './message.mts';

/** A mail that the server took. */
export interface Mail extends Message {
	from: string;
	to: string[];
	/** As it was sent, a character for each byte. */
	source: string;
}

export interface MailServer {
	port: number;
	stop(): Promise<void>;
}

type Take = (mail: Mail) => Promise<void> | void;

const HOST = '127.0.0.1';
const END = '\r\n.\r\n';

/**
 * A mail server on this machine that sends nothing on: what it is given it hands to `take`, and says that it has it when
 * `take` is done.
 */
export async function startMailServer(port: number, take: Take): Promise<MailServer> {
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
		socket.on('error', () => socket.destroy());
		converse(socket, take).catch(() => socket.destroy());
	});
	server.listen(port, HOST);
	await once(server, 'listening');
	const address = server.address();
	return {
		port: typeof address === 'object' && address ? address.port : port,
		async stop() {
			const closed = new Promise((resolve) => server.close(resolve));
			for (const socket of sockets) socket.destroy();
			await closed;
		},
	};
}

/** The server's side of RFC 5321: one sender, its recipients, the mail. */
async function converse(socket: Socket, take: Take): Promise<void> {
	const answer = (line: string) => socket.write(`${line}\r\n`);
	let input = '';
	let from = '';
	let to: string[] = [];
	let isMail = false;
	answer('220 127.0.0.1 ready');
	for await (const chunk of socket.setEncoding('latin1')) {
		input += chunk;
		for (;;) {
			const end = input.indexOf(isMail ? END : '\r\n');
			if (end === -1) break;
			const said = input.slice(0, end);
			input = input.slice(end + (isMail ? END.length : 2));
			if (isMail) {
				isMail = false;
				// A line that begins with a dot has one more on its way.
				const source = said.replace(/^\./, '').replaceAll('\r\n.', '\r\n');
				await take({ from, to, source, ...readMessage(source) });
				answer('250 taken');
				continue;
			}
			const command = said.slice(0, 4).toUpperCase();
			if (command === 'MAIL') [from, to] = [addressIn(said), []];
			if (command === 'RCPT') to.push(addressIn(said));
			if (command === 'DATA') isMail = true;
			if (command === 'QUIT') return void socket.end('221 bye\r\n');
			answer(isMail ? '354 go on' : '250 127.0.0.1');
		}
	}
}

function addressIn(said: string): string {
	return /<([^>]*)>/.exec(said)?.[1] ?? '';
}
