import type { Browser, Locator } from 'playwright-core';
import { until } from '../../host/lib/client/until.mts';
import type { Server } from '../../host/lib/server.mts';
import { ATTEMPT, attempted, untilShown } from '../support/attempts.mts';
import { launchBrowser } from '../support/browser.mts';
import { openEditor, type EditorPage } from '../support/editorPage.mts';
import { packedPackage, startN8n } from '../support/n8n.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';

/**
 * From an empty n8n to a first run by clicking only: the package from the page of community nodes, the credential, and a
 * workflow from the node panel. Each test goes on where the one before ended.
 */
let sandbox: Sandbox;
let n8n: Server;
let browser: Browser;
let editor: EditorPage;

beforeAll(async () => {
	[sandbox, n8n, browser] = await Promise.all([
		startSandbox({ seed: 'demo' }),
		startN8n({ install: false }),
		launchBrowser(),
	]);
	n8n.offerPackage(packedPackage());
	editor = await openEditor(browser, n8n.url);
});

afterAll(async () => {
	await browser?.close();
	await n8n?.stop();
	await sandbox?.stop();
});

const button = (name: string, inside?: Locator) =>
	(inside ?? editor.page).getByRole('button', { name }).first();

test('the package is installed from the page of community nodes', async () => {
	const { name, version } = packedPackage();
	await editor.page.goto(`${n8n.url}/settings/community-nodes`);
	const dialog = editor.page.getByRole('dialog');
	const open = async () => await button('Install a community node').click(ATTEMPT);
	await untilShown(open, dialog.getByRole('textbox'));
	await dialog.getByRole('textbox').fill(name);
	await dialog.getByText('I understand the risks').click();
	await button('Install', dialog).click();

	await dialog.waitFor({ state: 'hidden' });
	await editor.page.getByText(`v${version}`).waitFor();
	await editor.page.getByText(/3 nodes:.*Contract Management Polling Trigger/).waitFor();
	const [installed] = await n8n.installedPackages();
	expect(installed).toMatchObject({ packageName: name, failedLoading: false });
});

test('the credential dialog says what is wrong until the address and the key are right', async () => {
	await editor.page.goto(`${n8n.url}/home/credentials`);
	const select = editor.part('new-credential-type-select');
	await untilShown(async () => await button('Create credential').click(ATTEMPT), select);
	const entries = editor.page.locator('.el-select-dropdown:visible li');
	await attempted('credential type', async () => {
		await select.locator('input').fill('Contract Management', ATTEMPT);
		await entries.filter({ hasText: 'Contract Management API' }).first().click(ATTEMPT);
		await button('Continue').click(ATTEMPT);
	});

	// A forgotten /v2 is the commonest slip.
	await editor.fill('baseUrl', sandbox.origin);
	await editor.fill('apiKey', 'not-the-key');
	await saysAfterSaving('The base URL ends with /v2');
	await editor.fill('baseUrl', sandbox.baseUrl);
	await saysAfterSaving('The service rejected the API key');
	await editor.fill('apiKey', sandbox.keys.admin);
	await button('Save').click();
	await editor.page.getByText('Connection tested successfully').waitFor();
});

/** Saves the credential, and looks behind More details until n8n gives this reason. */
async function saysAfterSaving(reason: string): Promise<void> {
	await button('Save').click();
	const more = editor.page.getByText('More details');
	const isSaid = async () => {
		// The banner is drawn anew while n8n tests, so a click may come too late.
		if (await more.isVisible()) await more.click({ timeout: 5000 }).catch(() => undefined);
		return await editor.page.getByText(reason).first().isVisible();
	};
	await until(isSaid, Boolean, `"${reason}" in the credential dialog`);
}

test('the node is found in the panel, takes the only credential, and runs', async () => {
	await editor.openWorkflow();
	await editor.addNode('manually', 'Trigger manually');
	await editor.part('canvas-node').first().waitFor();
	await editor.addNode('counterparty', 'Contract Management', 'Search counterparties');
	await editor.executeNode();
	const output = editor.part('output-panel');
	await output.getByText(/^\d+ items$/).waitFor();
	await output.getByText('Fjord Analytics AS').first().waitFor();

	await editor.closeNode();
	await editor.part('canvas-node').getByText('getAll: counterparty').waitFor();
	const { byRoute } = await sandbox.control.requestSummary();
	expect(byRoute['GET /counterparties']).toMatchObject({ executed: 1 });
});
