import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { until } from '../../host/lib/client/until.mts';
import { ATTEMPT, attempted, untilShown } from './attempts.mts';
import { PATIENCE_MS } from './browser.mts';
import { OWNER } from './n8n.mts';

/** How long n8n's notices may take to appear, and to go by themselves. */
const NOTICE_MS = 5_000;

/** n8n's editor in a browser, as a person uses it. Elements are found by n8n's own test ids or by what is on the screen. */
export interface EditorPage {
	page: Page;
	/** The elements with n8n's test id, in the whole page. */
	part(testId: string): Locator;
	/** Takes effect when a workflow is opened. */
	useTheme(theme: 'light' | 'dark'): Promise<void>;
	/** Opens a workflow, or a new one. */
	openWorkflow(id?: string): Promise<void>;
	/** Opens the panel of a node that is on the canvas. */
	openNode(name: string): Promise<void>;
	closeNode(): Promise<void>;
	/** What the node panel offers for the words, by a part of its title; the panel stays open. */
	findNodes(words: string, title: string | RegExp): Promise<Locator>;
	/** Adds what the node panel offers for the words, by its title; `action` is one of the actions behind it. */
	addNode(words: string, title: string | RegExp, action?: string): Promise<void>;
	/** Types into a parameter with a text box. */
	fill(parameter: string, text: string): Promise<void>;
	/** Types into a date picker: `2027-01-01 00:00:00`. */
	fillDate(parameter: string, date: string): Promise<void>;
	/** The choices of a parameter with a fixed list, by their names. */
	optionsOf(parameter: string): Promise<string[]>;
	/** Chooses from the list of a parameter with a fixed list. */
	select(parameter: string, option: string): Promise<void>;
	/** The entries of a locator's list once it holds `expected`, after typing `search` when it is given. */
	entriesOf(locator: string, expected: string, search?: string): Promise<string[]>;
	/** Picks an entry from a locator's list, after typing `search` when it is given. */
	pick(locator: string, entry: string, search?: string): Promise<void>;
	/** Drags a field of the input, or of what the node before usually gives, onto a parameter. */
	drag(field: string, parameter: string): Promise<void>;
	/** Chooses what a collection offers to add. */
	add(placeholder: string, option: string): Promise<void>;
	/** Waits until n8n has saved the text in the workflow: a panel that is left before loses what was typed last. */
	hasSaved(text: string): Promise<void>;
	/** Executes the node whose panel is open, once. */
	executeNode(): Promise<void>;
	/** Waits until no node of the workflow is marked: n8n marks them until it has loaded what they refer to. */
	hasNoIssues(): Promise<void>;
	/** Closes what n8n says in the corner, if it still does. */
	closeNotices(): Promise<void>;
	/** A picture for the docs, of a part of the page or all: docs/images/NAME.png with UPDATE_SCREENSHOTS=1, else a temporary file. */
	screenshot(name: string, part?: Part): Promise<void>;
}

/** A rectangle of the page, in pixels. */
export interface Part {
	x: number;
	y: number;
	width: number;
	height: number;
}

const SCREENSHOTS =
	process.env.UPDATE_SCREENSHOTS === '1'
		? path.join('docs', 'images')
		: mkdtempSync(path.join(tmpdir(), 'screenshots-'));

/** Opens the editor of the n8n at the address and logs its owner in. */
export async function openEditor(browser: Browser, url: string): Promise<EditorPage> {
	const page = await browser.newPage({ viewport: { width: 1400, height: 800 } });
	page.setDefaultTimeout(PATIENCE_MS);
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

/** Fails unless the field comes to show the text. */
async function isShown(field: Locator, text: string): Promise<void> {
	const value = async () => await field.inputValue(ATTEMPT);
	await until(value, (now) => now === text, `"${text}" in the field`, ATTEMPT.timeout);
}

async function center(element: Locator) {
	await element.scrollIntoViewIfNeeded(ATTEMPT);
	const { x, y, width, height } = (await element.boundingBox(ATTEMPT))!;
	return { x: x + width / 2, y: y + height / 2 };
}

function editorPage(page: Page, url: string): EditorPage {
	const part = (testId: string) => page.locator(`[data-test-id="${testId}"]`);
	const input = (parameter: string) => part(`parameter-input-${parameter}`).locator('input');
	const list = page.locator('.el-select-dropdown:visible li');
	const entries = part('rlc-item');

	const locatorInput = (locator: string) =>
		part(`resource-locator-${locator}`).locator('[data-test-id="rlc-input"]');

	async function openList(locator: string, expected: string, search?: string) {
		// A list that the panel has closed opens again only on a new focus.
		await locatorInput(locator).blur(ATTEMPT);
		await locatorInput(locator).click(ATTEMPT);
		if (search !== undefined) await part('rlc-search').fill(search, ATTEMPT);
		await entries.filter({ hasText: expected }).first().waitFor(ATTEMPT);
	}

	async function found(words: string, title: string | RegExp) {
		const plus = part('canvas-plus-button').or(part('node-creator-plus-button')).first();
		const search = part('node-creator-search-bar');
		const offers = part('item-iterator-item').filter({ hasText: title });
		// An editor that is still setting up its workflow closes the panel again.
		if (!(await search.isVisible())) await plus.click(ATTEMPT);
		await search.fill(words, ATTEMPT);
		try {
			await offers.first().waitFor(ATTEMPT);
		} catch (error) {
			// The same words are not searched again, be they of a time before the editor knew all nodes.
			await search.fill('', ATTEMPT);
			await page.keyboard.press('Escape');
			throw error;
		}
		return offers;
	}

	async function openOptions(parameter: string) {
		if (!(await list.first().isVisible())) await input(parameter).click(ATTEMPT);
		await list.first().waitFor(ATTEMPT);
		return (await list.allInnerTexts()).map((text) => text.trim());
	}

	async function fill(parameter: string, text: string) {
		await attempted(`${parameter} with ${text}`, async () => {
			await input(parameter).fill(text, ATTEMPT);
			await isShown(input(parameter), text);
		});
	}

	return {
		page,
		part,
		async useTheme(theme) {
			await page.evaluate(`localStorage.setItem('N8N_THEME', '${theme}')`);
		},
		async openWorkflow(id = 'new') {
			await page.goto(`${url}/workflow/${id}`);
			await part(id === 'new' ? 'canvas-plus-button' : 'canvas-node')
				.first()
				.waitFor();
		},
		async openNode(name) {
			const node = page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
			await untilShown(async () => await node.dblclick(ATTEMPT), part('ndv'));
		},
		async closeNode() {
			await part('ndv-close-button').click();
			await part('ndv').waitFor({ state: 'hidden' });
		},
		async findNodes(words, title) {
			return await attempted(`"${title}" in the node panel`, () => found(words, title));
		},
		async addNode(words, title, action) {
			await attempted(`"${title}" added`, async () => {
				await (await found(words, title)).first().click(ATTEMPT);
				if (!action) return;
				await part('item-iterator-item').getByText(action, { exact: true }).click(ATTEMPT);
			});
		},
		fill,
		async fillDate(parameter, date) {
			await fill(parameter, date);
			await input(parameter).press('Enter');
		},
		async optionsOf(parameter) {
			return await attempted(`options of ${parameter}`, async () => {
				const options = await openOptions(parameter);
				await page.keyboard.press('Escape');
				await list.first().waitFor({ ...ATTEMPT, state: 'hidden' });
				return options;
			});
		},
		async select(parameter, option) {
			await attempted(`${parameter} as ${option}`, async () => {
				await openOptions(parameter);
				await list.getByText(option, { exact: true }).click(ATTEMPT);
				await list.first().waitFor({ ...ATTEMPT, state: 'hidden' });
				await isShown(input(parameter), option);
			});
		},
		async entriesOf(locator, expected, search) {
			return await attempted(`"${expected}" in the list of ${locator}`, async () => {
				await openList(locator, expected, search);
				return (await entries.allInnerTexts()).map((text) => text.trim());
			});
		},
		async pick(locator, entry, search) {
			await attempted(`${locator} as ${entry}`, async () => {
				await openList(locator, entry, search);
				await entries.getByText(entry, { exact: true }).click(ATTEMPT);
				await entries.first().waitFor({ ...ATTEMPT, state: 'hidden' });
				await isShown(locatorInput(locator), entry);
			});
		},
		async drag(field, parameter) {
			const pill = part('run-data-schema-item')
				.filter({ hasText: new RegExp(`^${field}`) })
				.locator('[data-target="mappable"]')
				.first();
			const target = part(`parameter-input-${parameter}`);
			await untilShown(
				async () => {
					const [from, to] = await Promise.all([center(pill), center(target)]);
					await page.mouse.move(from.x, from.y);
					await page.mouse.down();
					await page.mouse.move(to.x, to.y, { steps: 20 });
					await page.mouse.up();
				},
				target.getByText(`$json.${field}`).first(),
			);
		},
		async add(placeholder, option) {
			const offer = list.getByText(option, { exact: true });
			const open = part('ndv').getByPlaceholder(placeholder);
			await untilShown(async () => await open.click(ATTEMPT), offer);
			await offer.click();
		},
		async hasSaved(text) {
			const read = async () => {
				const id = new URL(page.url()).pathname.split('/')[2];
				const headers = `{ 'browser-id': localStorage.getItem('n8n-browserId') }`;
				const asked = `fetch('/rest/workflows/${id}', { headers: ${headers} })`;
				return await page.evaluate<string>(`${asked}.then((answer) => answer.text())`);
			};
			await until(read, (workflow) => workflow.includes(JSON.stringify(text)), `saved ${text}`);
		},
		async executeNode() {
			await attempted('start of an execution', async () => {
				const isSent = page.waitForRequest(/\/rest\/workflows\/[^/]+\/run$/, ATTEMPT);
				await Promise.all([isSent, part('node-execute-button').click(ATTEMPT)]);
			});
		},
		async hasNoIssues() {
			const texts = async () => await part('node-issues').allInnerTexts();
			await until(texts, ({ length }) => length === 0, 'workflow without issues');
		},
		async closeNotices() {
			const notices = page.locator('.el-notification');
			// They also go by themselves, and may have done so.
			const limit = { timeout: NOTICE_MS };
			await notices
				.first()
				.waitFor(limit)
				.catch(() => undefined);
			const close = notices.locator('.el-notification__closeBtn').first();
			const left = async () => {
				if (await close.isVisible()) await close.click(limit).catch(() => undefined);
				return await notices.count();
			};
			await until(left, (count) => count === 0, 'end of the notices');
		},
		async screenshot(name, clip) {
			mkdirSync(SCREENSHOTS, { recursive: true });
			await page.evaluate('document.fonts.ready.then(() => true)');
			await page.screenshot({
				path: path.join(SCREENSHOTS, `${name}.png`),
				clip,
				animations: 'disabled',
				caret: 'hide',
			});
		},
	};
}
