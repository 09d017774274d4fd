import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startMailServer, type Mail, type MailServer } from './server.mts';

/** A mail server that puts each mail into a folder: as a page where it has one, as text, and as it was sent (`.eml`). */
export async function startMailFolder(port: number, folder: string): Promise<MailServer> {
	mkdirSync(folder, { recursive: true });
	return await startMailServer(port, (mail) => {
		const at = new Date().toISOString().replaceAll(':', '-');
		const subject = mail.subject
			.replace(/[^\p{L}\p{N} ]+/gu, ' ')
			.slice(0, 80)
			.trim();
		for (const [extension, content] of Object.entries(formsOf(mail))) {
			if (content.length === 0) continue;
			writeFileSync(path.join(folder, `${at} ${subject}.${extension}`), content);
		}
	});
}

function formsOf({ html, text, source }: Mail): Record<string, string | Buffer> {
	return { html, txt: text, eml: source };
}
