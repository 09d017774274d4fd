import type { Browser } from 'playwright-core';
import type { Server } from '../../host/lib/server.mts';
import { launchBrowser } from './browser.mts';
import { openEditor, type EditorPage } from './editorPage.mts';
import { startN8n } from './n8n.mts';
import { startSandbox, type Sandbox } from './sandbox.mts';

/** Where a person sits: a sandbox with the demo data, an n8n, and its editor in a browser. */
export interface EditorDesk {
	sandbox: Sandbox;
	n8n: Server;
	editor: EditorPage;
}

/** Starts all of it at the same time; `stop` ends what has started, also where the start failed. */
export function editorDesk() {
	let sandbox: Sandbox | undefined;
	let n8n: Server | undefined;
	let browser: Browser | undefined;
	return {
		async start(): Promise<EditorDesk> {
			const results = await Promise.all([
				startSandbox({ seed: 'demo' }).then((each) => (sandbox = each)),
				startN8n().then((each) => (n8n = each)),
				launchBrowser().then((each) => (browser = each)),
			]);
			const editor = await openEditor(results[2], results[1].url);
			return { sandbox: results[0], n8n: results[1], editor };
		},
		async stop(): Promise<void> {
			await browser?.close();
			await n8n?.stop();
			await sandbox?.stop();
		},
	};
}
