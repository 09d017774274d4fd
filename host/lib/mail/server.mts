import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

/** A mail that the server took. */
export interface Mail {
	from: string;
	to: string[];
	subject: string;
	/** Empty where it has none. */
	text: string;
	html: string;
	/** As it was sent. */
	source: Buffer;
}

export interface MailServer {
	port: number;
	stop(): Promise<void>;
}

type Take = (mail: Mail) => Promise<void> | void;

const HOST = '127.0.0.1';

/**
 * A mail server on this machine that sends nothing on: what it is given it hands to `take`, and says that it has it when
 * `take` is done. What `take` throws refuses the mail.
 */
export async function startMailServer(port: number, take: Take): Promise<MailServer> {
	const server = new SMTPServer({
		disabledCommands: ['AUTH', 'STARTTLS'],
		disableReverseLookup: true,
		// In milliseconds: connections that are open when it stops end at once.
		closeTimeout: 1,
		onData(stream, session, done) {
			read(stream, session)
				.then(take)
				.then(() => done(), done);
		},
	});
	// A sender that leaves in the middle.
	server.on('error', () => undefined);
	const listener = server.listen(port, HOST);
	await once(listener, 'listening');
	return {
		port: (listener.address() as AddressInfo).port,
		stop: async () => await new Promise<void>((resolve) => server.close(resolve)),
	};
}

async function read(
	stream: SMTPServerDataStream,
	{ envelope: { mailFrom, rcptTo } }: SMTPServerSession,
): Promise<Mail> {
	const source = await buffer(stream);
	const options = { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true };
	const { subject = '', text = '', html } = await simpleParser(source, options);
	return {
		from: mailFrom ? mailFrom.address : '',
		to: rcptTo.map(({ address }) => address),
		...{ subject, text, html: html || '', source },
	};
}
