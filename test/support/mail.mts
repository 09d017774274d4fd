import { startMailServer, type Mail } from '../../host/lib/mail/server.mts';
import { until } from '../../host/lib/client/until.mts';
import type { N8nClient } from '../../host/lib/client/n8n.mts';

export type { Mail } from '../../host/lib/mail/server.mts';

/** A mail server of a test's own, which keeps what it is sent. */
export interface Mailbox {
	port: number;
	/** What it took, in that order. */
	mails: Mail[];
	/** Waits until so many mails are there. */
	received(count: number): Promise<Mail[]>;
	/** After so many mails, takes the next one and never says so. Resolves to what waits for that. */
	holdAfter(count: number): () => Promise<unknown>;
	stop(): Promise<void>;
}

export async function startMailbox(): Promise<Mailbox> {
	const mails: Mail[] = [];
	let heldAfter = Number.POSITIVE_INFINITY;
	const server = await startMailServer(0, async (mail) => {
		mails.push(mail);
		if (mails.length <= heldAfter) return;
		heldAfter = Number.POSITIVE_INFINITY;
		// The sender is killed now; its connection ends with it.
		await new Promise(() => undefined);
	});
	const received = async (count: number) =>
		await until(
			async () => mails,
			(all) => all.length >= count,
			`${count} mails`,
		);
	return {
		port: server.port,
		mails,
		received,
		holdAfter(count) {
			heldAfter = mails.length + count;
			return async () => await received(heldAfter + 1);
		},
		stop: server.stop,
	};
}

/** A credential of n8n's mail nodes for this mailbox; resolves to what a node's `credentials` takes. */
export async function smtpCredential(n8n: N8nClient, { port }: Mailbox) {
	const data = {
		host: '127.0.0.1',
		port,
		user: '',
		password: '',
		secure: false,
		disableStartTls: true,
	};
	const { id, name } = await n8n.createCredential(`Mail ${port}`, 'smtp', data);
	return { smtp: { id, name } };
}
