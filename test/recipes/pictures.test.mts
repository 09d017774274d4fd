import path from 'node:path';
import { globSync } from 'node:fs';
import { until } from '../../host/lib/client/until.mts';
import { importRecipe, recipe, type Credentials } from '../../host/lib/recipes.mts';
import type { Server } from '../../host/lib/server.mts';
import { editorDesk } from '../support/editorDesk.mts';
import { type EditorPage, type Part } from '../support/editorPage.mts';
import { credentialFor } from '../support/n8n.mts';
import { boundsOf } from '../support/recipes/layout.mts';
import type { Sandbox } from '../support/sandbox.mts';

const NAMES = globSync('workflows/*.json').map((file) => path.basename(file, '.json'));

/** The window is as wide as this, and as high as the recipe needs, so that its picture has no blank parts. */
const WIDTH = 1280;
const HEIGHTS = [640, 1240] as const;
/** What of the window's height is not canvas. */
const OTHER_HEIGHT = 240;
/** Notes are written in 14 pixels; below this they are too small on a screen of 1280 x 800. */
const SMALLEST_ZOOM = 0.4;
/** Around the recipe, in its picture: the plus after a last node reaches out to the side, lines reach out below. */
const MARGIN = { x: 48, y: 36 };

const desk = editorDesk();
let sandbox: Sandbox;
let n8n: Server;
let editor: EditorPage;
let credentials: Credentials;

beforeAll(async () => {
	({ sandbox, n8n, editor } = await desk.start());
	// Nothing connects to it here: the editor asks only whether a node has a credential.
	const database = await n8n.createCredential('Database', 'postgres', { host: '127.0.0.1' });
	const caller = { name: 'x-signature-tool', value: 'browser-secret' };
	const header = await n8n.createCredential('Signature tool', 'httpHeaderAuth', caller);
	const mail = await n8n.createCredential('Mail', 'smtp', { host: '127.0.0.1' });
	const storage = await n8n.createCredential('Storage', 's3', { endpoint: 'http://127.0.0.1' });
	const own = await n8n.createCredential('This n8n', 'n8nApi', { apiKey: 'browser' });
	const model = await n8n.createCredential('OpenAI', 'openAiApi', { apiKey: 'browser' });
	credentials = {
		...(await credentialFor(n8n, sandbox.baseUrl, { webhookSecret: 'browser-secret' })),
		postgres: { id: database.id, name: database.name },
		httpHeaderAuth: { id: header.id, name: header.name },
		smtp: { id: mail.id, name: mail.name },
		s3: { id: storage.id, name: storage.name },
		n8nApi: { id: own.id, name: own.name },
		openAiApi: { id: model.id, name: model.name },
	};
});

afterAll(async () => await desk.stop());

test.each(NAMES)('%s: complete in the editor, and fits into one picture', async (name) => {
	const wanted = recipe(`${name}.json`);
	const { width, height } = boundsOf(wanted);
	const [lowest, highest] = HEIGHTS;
	const wantedHeight = Math.round((WIDTH * height) / width) + OTHER_HEIGHT;
	const windowHeight = Math.min(Math.max(wantedHeight, lowest), highest);
	await editor.page.setViewportSize({ width: WIDTH, height: windowHeight });
	const { id } = await importRecipe(n8n, wanted, credentials);
	await editor.openWorkflow(id);
	const elements = editor.page.locator('.vue-flow__node');
	await elements.nth(wanted.nodes.length - 1).waitFor();
	await editor.part('zoom-to-fit').click();

	const canvas = editor.page.locator('.vue-flow').first();
	const boxes = await inView(canvas, elements);
	await editor.hasNoIssues();
	await editor.screenshot(path.join('recipes', name), around(boxes));

	// As it opens on a small screen.
	await editor.page.setViewportSize({ width: WIDTH, height: 800 });
	await editor.openWorkflow(id);
	await elements.nth(wanted.nodes.length - 1).waitFor();
	await editor.part('zoom-to-fit').click();
	await inView(canvas, elements);
	expect(await cutOffNotes()).toEqual([]);
	expect(await zoom()).toBeGreaterThan(SMALLEST_ZOOM);
});

/** The notes of which one has to scroll to read all. */
async function cutOffNotes(): Promise<string[]> {
	return await editor.page.evaluate<string[]>(`[...document.querySelectorAll('.n8n-sticky')]
		.filter((note) => [...note.querySelectorAll('*')].some(
			({ scrollHeight, clientHeight }) => clientHeight > 0 && scrollHeight > clientHeight + 2))
		.map((note) => note.textContent.trim().slice(0, 40))`);
}

/** How large the canvas is shown, 1 being its own size. */
async function zoom(): Promise<number> {
	return await editor.page.evaluate<number>(
		`new DOMMatrix(getComputedStyle(document.querySelector('.vue-flow__transformationpane')).transform).a`,
	);
}

type Elements = ReturnType<EditorPage['part']>;

/** Waits until the canvas has come to rest with every element in view. Resolves to where they are on the page. */
async function inView(canvas: Elements, elements: Elements): Promise<Part[]> {
	const view = (await canvas.boundingBox())!;
	let before = '';
	const atRest = (boxes: Part[]) => {
		const now = JSON.stringify(boxes);
		const isAtRest = now === before;
		before = now;
		return isAtRest && boxes.length > 0 && boxes.every((box) => isInside(box, view));
	};
	return await until(async () => await boxesOf(elements), atRest, 'whole recipe in view');
}

/** None of them while one is not drawn. */
async function boxesOf(elements: Elements): Promise<Part[]> {
	const boxes = await Promise.all((await elements.all()).map((each) => each.boundingBox()));
	const drawn = boxes.filter((box) => box !== null);
	return drawn.length === boxes.length ? drawn : [];
}

function isInside(box: Part, view: Part): boolean {
	return (
		box.x >= view.x &&
		box.y >= view.y &&
		box.x + box.width <= view.x + view.width &&
		box.y + box.height <= view.y + view.height
	);
}

/** The smallest part of the page that holds all boxes with their margin. */
function around(boxes: Part[]): Part {
	const left = Math.min(...boxes.map(({ x }) => x)) - MARGIN.x;
	const top = Math.min(...boxes.map(({ y }) => y)) - MARGIN.y;
	const right = Math.max(...boxes.map(({ x, width }) => x + width)) + MARGIN.x;
	const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + MARGIN.y;
	return { x: left, y: top, width: right - left, height: bottom - top };
}
