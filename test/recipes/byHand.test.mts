import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Server } from '../../host/lib/server.mts';
import { reached } from '../support/agentTools.mts';
import { ATTEMPT, untilShown } from '../support/attempts.mts';
import { contractId, customObjects, lineItem } from '../support/demo.mts';
import { editorDesk } from '../support/editorDesk.mts';
import type { EditorPage } from '../support/editorPage.mts';
import { handOf, listEndingSoon, receiveSigned, submitForm, type Hand } from '../support/hand.mts';
import { smtpCredential, startMailbox, type Mailbox } from '../support/mail.mts';
import { startModel, type Model } from '../support/model.mts';
import { modelCredential } from '../support/modelAgent.mts';
import { credentialFor } from '../support/n8n.mts';
import { makeTable, tableRows } from '../support/recipes/dataTables.mts';
import type { Sandbox } from '../support/sandbox.mts';

/** Workflows that a person builds by hand from nothing, with the clicks that each takes; test/browser has the shorter ones. */
const desk = editorDesk();
let sandbox: Sandbox;
let n8n: Server;
let editor: EditorPage;
let mailbox: Mailbox;
let model: Model;
let hand: Hand;

beforeAll(async () => {
	[mailbox, model] = await Promise.all([startMailbox(), startModel()]);
	({ sandbox, n8n, editor } = await desk.start());
	// The editor chooses the only credential of a kind by itself.
	await credentialFor(n8n, sandbox.baseUrl, { webhookSecret: 'browser-secret' });
	await smtpCredential(n8n, mailbox);
	await modelCredential(n8n, model);
});

afterAll(async () => await Promise.all([desk.stop(), mailbox?.stop(), model?.stop()]));

beforeEach(async () => {
	await editor.page.setViewportSize({ width: 1440, height: 900 });
	await editor.openWorkflow();
	hand = handOf(editor);
});

/** The picture of the finished workflow. */
async function picture(name: string) {
	if (await editor.part('ndv').isVisible()) await editor.closeNode();
	await editor.part('zoom-to-fit').click();
	await editor.closeNotices();
	await editor.screenshot(name);
}

test('contracts that end soon come in one mail with a table, in 24 clicks', async () => {
	await listEndingSoon(hand);
	await hand.addBehind('Convert to HTML Table', 'html', 'Work with HTML');
	await hand.execute(/Echo Valley Foods/);
	await hand.addBehind('Send an Email', 'send email', 'Send Email');
	await hand.does(1, editor.fill('fromEmail', 'legal@example.com'));
	await hand.does(1, editor.fill('toEmail', 'team@example.com'));
	await hand.does(1, editor.fill('subject', 'They end soon'));
	await hand.does(1, editor.drag('table', 'html'));
	await editor.hasSaved('={{ $json.table }}');
	await hand.execute('team@example.com');
	const [{ to, subject, html }] = await mailbox.received(1);
	expect([to, subject]).toEqual([['team@example.com'], 'They end soon']);
	expect(html).toMatch(/<table[^]*Echo Valley Foods/);
	expect(hand.clicks).toBeLessThanOrEqual(24);
	await picture('by-hand-mail');
});

test('the PDF of a signed contract comes into a folder, and its row is updated, in 37 clicks', async () => {
	const { page, part } = editor;
	const id = await receiveSigned(hand, sandbox);
	await makeTable(n8n, 'Deals', { contractId: id, file: 'none yet' });
	await hand.addBehind('Download signed files of contract');
	await hand.does(1, editor.drag('contractId', 'contractId'));
	await hand.execute('application/pdf');
	await hand.addBehind('Write File to Disk', 'write file', 'Read/Write Files from Disk');
	const place = path.join(n8n.files, '{{ $json.fileName }}');
	await hand.does(1, part('parameter-input-fileName').locator('input').click());
	await page.keyboard.type('=');
	await part('parameter-input-fileName').locator('.cm-content').waitFor();
	await page.keyboard.insertText(place);
	await editor.hasSaved(`=${place}`);
	await hand.execute('application/pdf');
	await hand.addBehind('Update row(s)', 'data table', 'Data table');
	await hand.does(2, editor.pick('dataTableId', 'Deals'));
	const key = part('parameter-input-keyName');
	const addCondition = page.getByRole('button', { name: 'Add Condition' });
	await hand.does(
		1,
		untilShown(async () => await addCondition.click(ATTEMPT), key),
	);
	await hand.does(2, editor.select('keyName', 'contractId (string)'));
	await hand.does(1, part('ndv-input-panel').getByText('Schema').click());
	await hand.does(1, editor.drag('contractId', 'keyValue'));
	await hand.does(1, editor.drag('fileName', 'file'));
	await editor.hasSaved('={{ $json.fileName }}');
	await hand.execute(/1 item/);
	const [row] = await tableRows(n8n, 'Deals');
	expect(row).toMatchObject({ contractId: id, file: expect.stringContaining(n8n.files) });
	expect(readFileSync(row!.file, 'latin1')).toMatch(/^%PDF-/);
	expect(hand.clicks).toBeLessThanOrEqual(37);
	await picture('by-hand-pdf');
});

test('line items come from a spreadsheet into a dynamic table, in 25 clicks', async () => {
	const file = path.join(n8n.files, 'items.csv');
	writeFileSync(file, 'Description,Quantity\nPump P-7,3\nHose H-2,12\n');
	await submitForm(hand, 'Sheet', 'items.csv', file);
	await hand.addBehind('Extract from CSV', 'extract', 'Extract from File');
	await hand.does(1, editor.fill('binaryPropertyName', 'Sheet'));
	await hand.execute('Pump P-7');
	await hand.addBehind("Write rows of a contract's dynamic table");
	const table = editor.part('resource-locator-customObjectId');
	await hand.does(1, table.locator('[data-test-id="rlc-input"]').fill(customObjects.lineItems));
	const entries = await editor.entriesOf('contractId', 'negotiating', 'Echo Valley');
	const entry = entries.find((each) => each.startsWith('negotiating'))!;
	await hand.does(2, editor.pick('contractId', entry, 'Echo Valley'));
	await hand.does(1, editor.drag('Description', lineItem.description));
	await hand.does(1, editor.drag('Quantity', lineItem.quantity));
	await editor.hasSaved('={{ $json.Quantity }}');
	await hand.execute(/^2 items$/);
	const records = `/custom-objects/${customObjects.lineItems}/contract/${contractId(10)}/records`;
	const { body } = await sandbox.api('GET', records);
	expect(JSON.stringify(body)).toMatch(/Pump P-7[^]*Hose H-2/);
	expect(hand.clicks).toBeLessThanOrEqual(25);
	await picture('by-hand-line-items');
});

test('an agent gets contracts with the node as its tool, in 11 clicks', async () => {
	const { page, part } = editor;
	const tool = 'Search_contracts_in_Contract_Management';
	model.script = [() => ({ tool }), ([found]) => `The newest: ${JSON.stringify(found)}`];
	await hand.does(2, editor.addNode('agent', 'AI Agent'));
	const addBelow = async (index: number, words: string, title: RegExp) => {
		await hand.does(1, editor.closeNode());
		await hand.does(1, part('canvas-handle-plus').nth(index).click());
		await hand.does(1, editor.addNode(words, title));
		await part('ndv').waitFor();
	};
	await addBelow(1, 'openai', /^OpenAI Chat Model/);
	await addBelow(2, 'contract', /^Contract Management Tool/);
	await hand.does(1, editor.closeNode());
	const message = page.getByPlaceholder(/^Type message/);
	await hand.does(
		1,
		untilShown(async () => await part('workflow-chat-button').click(ATTEMPT), message),
	);
	await hand.does(1, message.fill('Which contracts are there?'));
	await message.press('Enter');
	await page.getByText(/^The newest: /).waitFor();
	expect(await reached(sandbox)).toContain('GET /contracts 200');
	expect(hand.clicks).toBeLessThanOrEqual(11);
	await picture('by-hand-agent');
});
