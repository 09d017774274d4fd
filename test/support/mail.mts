import { startMailServer, type Mail } from '../../host/lib/mail/server.mts';
import { until } from '../../host/lib/client/until.mts';
import type { N8nClient } from '../../host/lib/client/n8n.mts';

export type { Mail } from '../../host/lib/mail/server.mts';

/** A mail server of a test's own, which keeps what it is sent. */
export interface Mailbox {
	port: number;
	/** What it took, in that order. */
	mails: Mail[];
	/** Whose mail it does not take. */
	refused: Set<string>;
	/** Waits until so many mails are there. */
	received(count: number): Promise<Mail[]>;
	/** The mail after the first `before`, once it is there. */
	next(before: number): Promise<Mail>;
	/** After so many mails, takes the next one and never says so. Resolves to what waits for that. */
	holdAfter(count: number): () => Promise<unknown>;
	stop(): Promise<void>;
}

export async function startMailbox(): Promise<Mailbox> {
	const mails: Mail[] = [];
	const refused = new Set<string>();
	let heldAfter = Number.POSITIVE_INFINITY;
	const server = await startMailServer(0, async (mail) => {
		if (mail.to.some((address) => refused.has(address))) throw new Error('Refused');
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
		refused,
		received,
		next: async (before) => (await received(before + 1))[before]!,
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

// n8n leaves links alone that programs follow.
const BROWSER =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** Presses a button of the mail as a person does, and resolves to the page to which it leads. */
export async function follow(mail: Mail, button: string): Promise<string> {
	const address = buttonsOf(mail)[button];
	if (!address) throw new Error(`The mail "${mail.subject}" has no button "${button}"`);
	return await (await fetch(address, { headers: { 'user-agent': BROWSER } })).text();
}

/** Where the buttons of the mail lead, by their words. */
function buttonsOf({ html }: Mail): Record<string, string> {
	const links = [...html.matchAll(/<a\b[^>]*\bhref="([^"]+)"[^>]*>([^]*?)<\/a>/g)];
	const named = links.map(([, href, label]) => [
		label!.replace(/<[^>]*>/g, '').trim(),
		href!.replaceAll('&amp;', '&'),
	]);
	return Object.fromEntries(named);
}
