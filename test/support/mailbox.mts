import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { until } from '../../host/lib/client/until.mts';

/** What n8n itself reads mail with. */
const installed = createRequire(path.resolve('host/node_modules/n8n-nodes-base/package.json'));
const { simpleParser } = installed('mailparser') as {
	simpleParser: (
		source: string,
	) => Promise<{ subject: string; html: string; to: { text: string } }>;
};

export interface Mail {
	to: string;
	subject: string;
	html: string;
	/** Where its buttons lead, by their words. */
	links: Record<string, string>;
}

/** A mail server on a free port that keeps what it gets. */
export interface Mailbox {
	port: number;
	mails: Mail[];
	/** The mail after the first `before`, once it is there. */
	next(before: number): Promise<Mail>;
	stop(): Promise<void>;
}

export async function startMailbox(): Promise<Mailbox> {
	const sockets = new Set<Socket>();
	const mails: Mail[] = [];
	const server = createServer((socket) => {
		sockets.add(socket);
		void receive(socket, async (source) => void mails.push(await readMail(source)));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		port,
		mails,
		async next(before) {
			const arrived = async () => mails.slice(before);
			return (await until(arrived, ({ length }) => length > 0, 'mail'))[0]!;
		},
		async stop() {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, 'close');
		},
	};
}

/** The server's side of SMTP, as far as a client without extensions needs it (RFC 5321). */
async function receive(socket: Socket, keep: (source: string) => Promise<void>): Promise<void> {
	socket.on('error', () => socket.destroy());
	socket.write('220 mailbox\r\n');
	let mail: string[] | undefined;
	for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
		const command = line.slice(0, 4).toUpperCase();
		if (mail && line !== '.') {
			mail.push(line.replace(/^\./, ''));
		} else if (mail) {
			await keep(mail.join('\r\n'));
			mail = undefined;
			socket.write('250 kept\r\n');
		} else if (command === 'DATA') {
			mail = [];
			socket.write('354 end with a dot\r\n');
		} else if (command === 'QUIT') {
			socket.end('221 bye\r\n');
		} else {
			socket.write('250 ok\r\n');
		}
	}
}

async function readMail(source: string): Promise<Mail> {
	const { to, subject, html } = await simpleParser(source);
	const links = [...html.matchAll(/<a\b[^>]*\bhref="([^"]+)"[^>]*>([^]*?)<\/a>/g)];
	const named = links.map(([, href, label]) => [
		label!.replace(/<[^>]*>/g, '').trim(),
		href!.replaceAll('&amp;', '&'),
	]);
	return { to: to.text, subject, html, links: Object.fromEntries(named) };
}

// n8n leaves links alone that programs follow.
const BROWSER =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** Presses a button of the mail as a person does, and resolves to the page to which it leads. */
export async function follow({ links }: Mail, button: string): Promise<string> {
	return await (await fetch(links[button]!, { headers: { 'user-agent': BROWSER } })).text();
}
