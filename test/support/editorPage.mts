import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { OWNER } from './n8n.mts';

/** A slow machine loads the editor in half a minute. */
const PATIENCE = 60_000;

/** n8n's editor in a browser, as a person uses it. Elements are found by n8n's own test ids or by what is on the screen. */
export interface EditorPage {
	page: Page;
	/** The elements with n8n's test id, in the whole page. */
	part(testId: string): Locator;
	/** Opens a workflow, or a new one. */
	openWorkflow(id?: string): Promise<void>;
	/** Opens the panel of a node that is on the canvas. */
	openNode(name: string): Promise<void>;
	closeNode(): Promise<void>;
	/** Adds what the node panel offers for the words, by its title; `action` is one of the actions behind it. */
	addNode(words: string, title: string, action?: string): Promise<void>;
	/** Types into a parameter with a text box. */
	fill(parameter: string, text: string): Promise<void>;
	/** Types into a date picker: `2027-01-01 00:00:00`. */
	fillDate(parameter: string, date: string): Promise<void>;
	/** The choices of a parameter with a fixed list, by their names; the list stays open. */
	optionsOf(parameter: string): Promise<string[]>;
	/** Chooses from the list of a parameter with a fixed list. */
	select(parameter: string, option: string): Promise<void>;
	/** The entries of a locator's list once it holds `expected`, after typing `search` when it is given. */
	entriesOf(locator: string, expected: string, search?: string): Promise<string[]>;
	/** Picks an entry from a locator's list. */
	pick(locator: string, entry: string): Promise<void>;
	/** Closes what n8n says in the corner. */
	closeNotices(): Promise<void>;
	/** A picture for the docs: docs/images/NAME.png with UPDATE_SCREENSHOTS=1, otherwise a temporary file. */
	screenshot(name: string): Promise<void>;
}

const SCREENSHOTS =
	process.env.UPDATE_SCREENSHOTS === '1'
		? path.join('docs', 'images')
		: mkdtempSync(path.join(tmpdir(), 'screenshots-'));

/** Opens the editor of the n8n at the address and logs its owner in. */
export async function openEditor(browser: Browser, url: string): Promise<EditorPage> {
	const page = await browser.newPage({ viewport: { width: 1400, height: 800 } });
	page.setDefaultTimeout(PATIENCE);
	// The editor asks before an unsaved workflow is left.
	page.on('dialog', (dialog) => void dialog.accept());
	await logIn(page, url);
	return editorPage(page, url);
}

async function logIn(page: Page, url: string): Promise<void> {
	await page.goto(`${url}/signin`);
	await page.locator('input[name="emailOrLdapLoginId"]').fill(OWNER.email);
	await page.locator('input[name="password"]').fill(OWNER.password);
	await page.locator('[data-test-id="form-submit-button"]').click();
	await page.waitForURL((address) => !address.pathname.startsWith('/signin'));
}

function editorPage(page: Page, url: string): EditorPage {
	const part = (testId: string) => page.locator(`[data-test-id="${testId}"]`);
	const input = (parameter: string) => part(`parameter-input-${parameter}`).locator('input');
	const list = page.locator('.el-select-dropdown:visible li');

	async function openList(locator: string) {
		await part(`resource-locator-${locator}`).locator('[data-test-id="rlc-input"]').click();
		await part('rlc-item').first().waitFor();
	}

	async function optionsOf(parameter: string) {
		await input(parameter).click();
		await list.first().waitFor();
		return (await list.allInnerTexts()).map((text) => text.trim());
	}

	return {
		page,
		part,
		optionsOf,
		async openWorkflow(id = 'new') {
			await page.goto(`${url}/workflow/${id}`);
			await part(id === 'new' ? 'canvas-plus-button' : 'canvas-node')
				.first()
				.waitFor();
		},
		async openNode(name) {
			await page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
			await part('ndv').waitFor();
		},
		async closeNode() {
			await part('ndv-close-button').click();
			await part('ndv').waitFor({ state: 'hidden' });
		},
		async addNode(words, title, action) {
			await part('canvas-plus-button').or(part('node-creator-plus-button')).first().click();
			await part('node-creator-search-bar').fill(words);
			await part('item-iterator-item').filter({ hasText: title }).first().click();
			if (action) await part('item-iterator-item').getByText(action, { exact: true }).click();
		},
		async fill(parameter, text) {
			await input(parameter).fill(text);
		},
		async fillDate(parameter, date) {
			await input(parameter).fill(date);
			await input(parameter).press('Enter');
		},
		async select(parameter, option) {
			await optionsOf(parameter);
			await list.getByText(option, { exact: true }).click();
			await list.first().waitFor({ state: 'hidden' });
		},
		async entriesOf(locator, expected, search) {
			await openList(locator);
			if (search !== undefined) await part('rlc-search').fill(search);
			await part('rlc-item').filter({ hasText: expected }).first().waitFor();
			return (await part('rlc-item').allInnerTexts()).map((text) => text.trim());
		},
		async pick(locator, entry) {
			await openList(locator);
			await part('rlc-item').getByText(entry, { exact: true }).click();
			await part('rlc-item').first().waitFor({ state: 'hidden' });
		},
		async closeNotices() {
			const notices = page.locator('.el-notification');
			await notices.first().waitFor();
			await notices.locator('.el-notification__closeBtn').first().click();
			await notices.first().waitFor({ state: 'detached' });
		},
		async screenshot(name) {
			mkdirSync(SCREENSHOTS, { recursive: true });
			await page.evaluate('document.fonts.ready.then(() => true)');
			await page.screenshot({
				path: path.join(SCREENSHOTS, `${name}.png`),
				animations: 'disabled',
				caret: 'hide',
			});
		},
	};
}
