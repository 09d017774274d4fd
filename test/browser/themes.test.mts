import type { Browser, Locator } from 'playwright-core';
import { until } from '../../host/lib/client/until.mts';
import type { Server } from '../../host/lib/server.mts';
import { launchBrowser } from '../support/browser.mts';
import { openEditor, type EditorPage } from '../support/editorPage.mts';
import { NODES, startN8n } from '../support/n8n.mts';

let n8n: Server;
let browser: Browser;
let editor: EditorPage;

beforeAll(async () => {
	[n8n, browser] = await Promise.all([startN8n(), launchBrowser()]);
	editor = await openEditor(browser, n8n.url);
});

afterAll(async () => {
	await browser?.close();
	await n8n?.stop();
});

const OURS = 'img[src*="contract-management"]';

/** The files of the pictures, once the browser has drawn at least so many. */
async function drawn(icons: Locator, least: number): Promise<string[]> {
	const read = async () =>
		await icons.evaluateAll((all) =>
			(all as unknown as Picture[])
				.filter(({ complete, naturalWidth }) => complete && naturalWidth > 0)
				.map(({ src }) => src.replace(/^.*\//, '')),
		);
	return await until(read, (files) => files.length >= least, `${least} icons`);
}

interface Picture {
	src: string;
	complete: boolean;
	naturalWidth: number;
}

test.each([
	['light', 'contract-management.svg'],
	['dark', 'contract-management.dark.svg'],
] as const)('the %s theme draws %s on the canvas and in the node panel', async (theme, file) => {
	const { id } = await n8n.createWorkflow({
		nodes: [
			{ name: 'By webhook', type: NODES.trigger },
			{ name: 'By polling', type: NODES.pollingTrigger, position: [0, 200] },
			{ name: 'Read', type: NODES.action, position: [220, 0] },
		],
		connections: {},
	});
	await editor.useTheme(theme);
	await editor.openWorkflow(id);
	expect(await drawn(editor.part('canvas-node').locator(OURS), 3)).toEqual([file, file, file]);

	const found = await editor.findNodes('contract management', 'Contract Management');
	const files = await drawn(editor.part('node-creator').locator(OURS), await found.count());
	expect(new Set(files)).toEqual(new Set([file]));
});
