import { ATTEMPT, untilShown } from './attempts.mts';
import type { EditorPage } from './editorPage.mts';
import type { Sandbox } from './sandbox.mts';

/** A person's hand in the editor: does what a person does, and counts the clicks. */
export interface Hand {
	editor: EditorPage;
	clicks: number;
	does(clicks: number, action: Promise<unknown>): Promise<void>;
	/** Closes the panel that is open, and adds a node behind the last one: an action of ours, or another node. */
	addBehind(action: string, words?: string, title?: string): Promise<void>;
	/** Executes the node whose panel is open, and waits for the text in its output. */
	execute(shown: RegExp | string): Promise<void>;
}

export function handOf(editor: EditorPage): Hand {
	const { part } = editor;
	const hand: Hand = {
		editor,
		clicks: 0,
		async does(clicks, action) {
			await action;
			hand.clicks += clicks;
		},
		async addBehind(action, words = 'contract', title = 'Contract Management') {
			if (await part('ndv').isVisible()) await hand.does(1, editor.closeNode());
			const plus = part('canvas-handle-plus').last();
			const search = part('node-creator-search-bar');
			await untilShown(async () => await plus.click(ATTEMPT), search);
			await hand.does(3, editor.addNode(words, title, action));
		},
		async execute(shown) {
			await hand.does(1, editor.executeNode());
			await part('output-panel').getByText(shown).first().waitFor();
		},
	};
	return hand;
}

/** A form with one element, which is filled in and submitted: a text, or the path of a file. */
export async function submitForm(hand: Hand, label: string, value: string, file?: string) {
	const { editor } = hand;
	const { page, part } = editor;
	await hand.does(3, editor.addNode('form', 'n8n Form', 'On new n8n Form event'));
	const add = page.getByRole('button', { name: 'Add Form Element' });
	const field = part('parameter-input-fieldLabel');
	await hand.does(
		1,
		untilShown(async () => await add.click(ATTEMPT), field),
	);
	await editor.fill('fieldLabel', label);
	if (file) await hand.does(2, editor.select('fieldType', 'File'));
	await editor.fill('formTitle', `${label} form`);
	await editor.hasSaved(`${label} form`);
	const [form] = await Promise.all([page.waitForEvent('popup'), editor.executeNode()]);
	const place = file ? form.locator('input[type=file]') : form.getByRole('textbox');
	await (file ? place.setInputFiles(file) : place.fill(value));
	await form.getByRole('button', { name: 'Submit' }).click();
	hand.clicks += 3;
	await part('output-panel').getByText(value).first().waitFor();
	await form.close();
}

/** The contracts that end within 60 days, in a workflow that is empty so far. */
export async function listEndingSoon(hand: Hand) {
	const { editor } = hand;
	await hand.does(2, editor.addNode('schedule', 'Schedule Trigger'));
	await hand.addBehind('Search contracts');
	await hand.does(2, editor.add('Add Filter', 'Ends Within (Days)'));
	await hand.does(1, editor.fill('endsWithinDays', '60'));
	await hand.execute(/^\d+ items$/);
}

/** The event key of a contract that was signed, in whatever view an earlier test has left the output. */
export const SIGNED = /[\da-f-]{36}:signed/;

/** A trigger for signed contracts from nothing, with its test URL copied. */
export async function addTrigger(hand: Hand): Promise<string> {
	const { editor } = hand;
	await editor.openWorkflow();
	await hand.does(3, editor.addNode('contract', 'Contract Management', 'On contract signed'));
	const urls = editor.part('ndv').getByText('Webhook URLs');
	const url = editor.part('ndv').getByText(/\/webhook-test\//);
	await hand.does(
		1,
		untilShown(async () => await urls.click(ATTEMPT), url),
	);
	await hand.does(1, url.click());
	return (await url.innerText()).trim();
}

/** Executes the trigger, and waits until n8n listens. */
export async function listen(editor: EditorPage): Promise<void> {
	await editor.executeNode();
	await editor.part('trigger-listening').waitFor();
}

/** The first event from nothing: registers the trigger on the sandbox's page and signs a contract there, whose ID this gives. */
export async function receiveSigned(hand: Hand, sandbox: Sandbox): Promise<string> {
	const url = await addTrigger(hand);
	await hand.does(1, listen(hand.editor));

	const page = await hand.editor.page.context().browser()!.newPage();
	await page.goto(sandbox.origin);
	await page.locator('#contract-rows tr').first().waitFor();
	const field = (name: string) => page.getByRole('textbox', { name, exact: true });
	await hand.does(1, page.getByRole('tab', { name: 'Webhooks' }).click());
	await hand.does(1, field('URL').fill(url));
	await hand.does(1, field('Secret').fill('browser-secret'));
	await hand.does(1, page.getByRole('button', { name: 'Add webhook' }).click());
	await page.locator('#webhook-rows').getByText(url).waitFor();
	const [draft] = await sandbox.control.contracts({ organization: 'main', status: 'draft' });
	const contract = page.getByRole('button', { name: draft!.name, exact: true }).first();
	await hand.does(1, contract.click());
	await hand.does(1, page.getByRole('button', { name: 'Sign', exact: true }).click());
	await page.getByText('HTTP 200: accepted').first().waitFor();
	await page.close();

	const output = hand.editor.part('output-panel');
	await output.getByText('1 item').waitFor();
	await output.getByText(SIGNED).first().waitFor();
	return draft!.id;
}
