import { Server, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { isLocalHost } from '../../sandbox/http/localHosts.mts';

/**
 * Loaded into n8n's process before n8n (`node --import`): no HTTP server of it sees a request whose Host is not a name of this
 * machine. n8n has no such check of its own, and without one a web page whose own name was pointed at this machine could
 * call n8n and read its answers.
 */
const TEXT = 'This n8n answers to localhost, 127.0.0.1 and [::1] only.\n';
const REFUSAL = [
	'HTTP/1.1 403 Forbidden',
	'content-type: text/plain; charset=utf-8',
	`content-length: ${TEXT.length}`,
	'connection: close',
	'',
	TEXT,
].join('\r\n');

/** The events with which a server hands over a request. */
const REQUESTS = ['request', 'upgrade', 'connect', 'checkContinue', 'checkExpectation'];

const emit = Server.prototype.emit;

Server.prototype.emit = function emitLocalOnly(this: Server, event: string, ...args: unknown[]) {
	if (REQUESTS.includes(event)) {
		const { headers, socket } = args[0] as IncomingMessage;
		if (!isLocalHost(headers.host)) {
			refuse(socket);
			return true;
		}
	}
	return Reflect.apply(emit, this, [event, ...args]) as boolean;
};

function refuse(socket: Socket): void {
	socket.write(REFUSAL);
	socket.destroySoon();
}
