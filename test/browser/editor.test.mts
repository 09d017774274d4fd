import type { Server } from '../../host/lib/server.mts';
import { importRecipe, recipe } from '../../host/lib/recipes.mts';
import { until } from '../../host/lib/client/until.mts';
import { ATTEMPT, untilShown } from '../support/attempts.mts';
import { editorDesk } from '../support/editorDesk.mts';
import { contractId, fields } from '../support/demo.mts';
import { type EditorPage } from '../support/editorPage.mts';
import {
	addTrigger,
	handOf,
	listen,
	listEndingSoon,
	receiveSigned,
	SIGNED,
	submitForm,
} from '../support/hand.mts';
import { credentialFor, NODES } from '../support/n8n.mts';
import { OUTDATED_FORM } from '../support/outdatedForm.mts';
import type { Sandbox } from '../support/sandbox.mts';

type Credentials = Awaited<ReturnType<typeof credentialFor>>;

const desk = editorDesk();
let sandbox: Sandbox;
let n8n: Server;
let editor: EditorPage;
let credentials: Credentials;

beforeAll(async () => {
	({ sandbox, n8n, editor } = await desk.start());
	const { id, name } = await n8n.createCredential('Sandbox', 'contractManagementApi', {
		baseUrl: sandbox.baseUrl,
		apiKey: sandbox.keys.admin,
		webhookSecret: 'browser-secret',
	});
	credentials = { contractManagementApi: { id, name } };
});

afterAll(async () => await desk.stop());

beforeEach(async () => {
	await editor.page.setViewportSize({ width: 1400, height: 800 });
});

/** A workflow with one of our nodes after a manual trigger. */
async function workflowWith(parameters: Record<string, unknown>) {
	const { id } = await n8n.createWorkflow({
		nodes: [
			{ name: 'Start', type: NODES.manual },
			{ name: 'Contract', type: NODES.action, parameters, credentials },
		],
	});
	return id;
}

const getContract = (id: string) => ({
	resource: 'contract',
	operation: 'get',
	contractId: { __rl: true, mode: 'id', value: id },
});

test('the imported recipe is a picture that explains itself', async () => {
	const { id } = await importRecipe(n8n, recipe('contract-from-deal-to-signed.json'), credentials);
	await editor.openWorkflow(id);
	const nodes = editor.part('canvas-node');
	await nodes.filter({ hasText: 'Send for signature' }).waitFor();
	await editor.part('zoom-to-fit').click();
	await editor.hasNoIssues();
	await editor.screenshot('recipe-editor');
});

test('a contract is created by choosing and filling in, without an ID or JSON', async () => {
	// The whole form fits in.
	await editor.page.setViewportSize({ width: 1400, height: 1320 });
	await editor.openWorkflow();
	await editor.addNode('manually', 'Trigger manually');
	await editor.part('canvas-node').first().waitFor();
	await editor.addNode('contract management', 'Contract Management', 'Create draft contract');

	await editor.pick('contractTypeId', 'Subscription Order');
	await editor.pick('templateId', 'Order form');
	await editor.select('counterpartySource', 'Existing Counterparty');
	await editor.pick('counterpartyId', 'Fjord Analytics AS', 'fjord');
	await editor.fill('name', 'Order clicked together');
	await editor.fill(fields.reference, 'ORD-2027-001');
	await editor.fillDate(fields.startDate, '2027-01-01 00:00:00');
	await editor.fillDate(fields.endDate, '2027-12-31 00:00:00');
	await editor.fill(fields.value, '48000');
	const terms = ['15 days', '30 days', '60 days', '90 days'];
	expect(await editor.optionsOf(fields.paymentTerm)).toEqual(terms);
	await editor.select(fields.paymentTerm, '30 days');

	await editor.executeNode();
	const output = editor.part('output-panel');
	await output.getByText('1 item').waitFor();
	await output.locator('[data-test-id="radio-button-json"]').click();
	await output.getByText('Order clicked together').first().waitFor();
	await editor.closeNotices();
	await editor.screenshot('creation-form');

	const created = (await sandbox.control.contracts({ organization: 'main' })).filter(
		({ name }) => name === 'Order clicked together',
	);
	expect(created).toHaveLength(1);
	const { body } = await sandbox.api('GET', `/contracts/${created[0]!.id}`);
	expect(body).toMatchObject({ status: 'draft', counterparty: { name: 'Fjord Analytics AS' } });
	const values = Object.fromEntries(
		body.fields.map(({ name, value }: { name: string; value: unknown }) => [name, value]),
	);
	expect(values).toMatchObject({
		Reference: 'ORD-2027-001',
		'Start date': expect.stringMatching(/^2027-01-01/),
		'End date': expect.stringMatching(/^2027-12-31/),
		'Contract value': 48_000,
		'Payment term': '30-days',
	});
});

test('a form that changed since the node was set up is shown as it is now, and keeps its values', async () => {
	await editor.openWorkflow(await workflowWith(OUTDATED_FORM));
	await editor.openNode('Contract');
	await editor.fillDate(fields.startDate, '2027-01-01 00:00:00');
	await editor.fillDate(fields.endDate, '2027-12-31 00:00:00');
	await editor.part('ndv').getByText('Reference', { exact: true }).waitFor();
	const value = editor.part(`parameter-input-${fields.reference}`).locator('input');
	expect(await value.inputValue()).toBe('ORD-1');
	const former = editor.part('ndv').getByText(/Order number|Cost center/);
	expect(await former.count()).toBe(0);

	await editor.executeNode();
	await editor.part('output-panel').getByText('1 item').waitFor();
});

const none = { __rl: true, mode: 'list', value: '' };

test('a member gets a substitute and a folder that are chosen by what they are called', async () => {
	const { members } = await sandbox.control.fixtures();
	const [ada, ben] = members.map(({ user }: { user: { email: string } }) => user.email);
	const updateFields = { substituteId: none, folderIds: [] };
	const parameters = { resource: 'member', operation: 'update', memberId: none, updateFields };
	await editor.page.setViewportSize({ width: 1280, height: 800 });
	await editor.openWorkflow(await workflowWith(parameters));
	await editor.openNode('Contract');
	const source = /^From the newest \d+ contracts; enter others by ID$/;
	const listed = await editor.entriesOf('memberId', ada);
	expect(listed).toContainEqual(expect.stringMatching(source));
	await editor.screenshot('locators');
	await editor.pick('memberId', ada, ada.slice(0, 5));
	await editor.pick('substituteId', ben);

	const folders = editor.page.locator('.el-select-dropdown:visible li');
	await untilShown(
		async () => await editor.part('parameter-input-folderIds').click(ATTEMPT),
		folders.first(),
	);
	expect(await folders.count()).toBeGreaterThan(1);
	await folders.first().click(ATTEMPT);
	await editor.page.keyboard.press('Escape');

	await editor.executeNode();
	await editor.part('output-panel').getByText('1 item').waitFor();
	const [{ path, status }] = await sandbox.control.requests({ method: 'PATCH' });
	expect([path, status]).toEqual([`/v2/members/${members[0].id}`, 200]);
});

test('a contract is moved to a folder that is chosen by what is in it', async () => {
	const { folderIds } = await sandbox.control.fixtures();
	const [folderId] = folderIds;
	const name = 'Lease of Oslo office';
	await sandbox.control.createContract({ name, folderId });
	const updateFields = { folderId: none };
	const parameters = { ...getContract(contractId(1)), operation: 'update', updateFields };
	await editor.openWorkflow(await workflowWith(parameters));
	await editor.openNode('Contract');
	const entry = (await editor.entriesOf('folderId', name, name)).find((each) =>
		each.startsWith(name),
	)!;
	await editor.pick('folderId', entry, name);

	await editor.executeNode();
	await editor.part('output-panel').getByText('1 item').waitFor();
	const moved = await sandbox.api('GET', `/contracts/${contractId(1)}`);
	expect(moved.body.folderId).toBe(folderId);
});

test('the list of contracts is searched by what is typed', async () => {
	const { body: contract } = await sandbox.api('GET', `/contracts/${contractId(1)}`);
	await editor.openWorkflow(await workflowWith({ resource: 'contract', operation: 'get' }));
	await editor.openNode('Contract');
	const all = await editor.entriesOf('contractId', '');
	expect(all.length).toBeGreaterThan(5);
	const search = async () => await editor.entriesOf('contractId', contract.name, contract.name);
	const isAnswer = (entries: string[]) => entries.every((entry) => entry.includes(contract.name));
	await until(search, isAnswer, 'entries with the name only');
});

test('an ID with a slash is marked in the field while it is typed', async () => {
	await editor.openWorkflow(await workflowWith(getContract('../organization')));
	await editor.openNode('Contract');
	const wanted = 'Contract: choose from the list, or enter a UUID such as 3f2a8c1e';
	const point = async () => await editor.part('parameter-issues').hover(ATTEMPT);
	await untilShown(point, editor.page.getByText(wanted).first());
});

test('an ID with a slash that an expression gives is refused, with the fix and no request', async () => {
	const { total } = await sandbox.control.requestSummary();
	await editor.openWorkflow(await workflowWith(getContract('={{ "../organization" }}')));
	await editor.openNode('Contract');
	await editor.executeNode();
	const message = editor.part('node-error-message');
	await message.waitFor();
	expect(await message.innerText()).toMatch(/Contract.*\.\.\/organization/);
	expect(await editor.part('node-error-description').innerText()).toContain('UUID');
	expect((await sandbox.control.requestSummary()).total).toBe(total);
});

test('the credential dialog says that the connection works', async () => {
	await editor.openWorkflow(await workflowWith({ resource: 'organization', operation: 'get' }));
	await editor.openNode('Contract');
	const dialog = editor.page.getByRole('dialog').filter({ hasText: 'Base URL' });
	await untilShown(
		async () => await editor.part('credential-edit-button').click(ATTEMPT),
		dialog.getByText('Base URL').first(),
	);
	await dialog.getByText('Connection tested successfully').waitFor();
});

test('contracts that end soon are listed in 10 clicks from nothing', async () => {
	await editor.openWorkflow();
	const hand = handOf(editor);
	await listEndingSoon(hand);
	expect(hand.clicks).toBeLessThanOrEqual(10);
	// Asked before it has its credential, a list is no error.
	expect(await editor.page.getByPlaceholder(/^Error fetching/).count()).toBe(0);
});

test('an NDA is created from a form and sent for signature in 14 clicks', async () => {
	await editor.openWorkflow();
	await submitForm(handOf(editor), 'Company', 'Initech Oslo AS');
	await editor.closeNode();

	const hand = handOf(editor);
	await hand.addBehind('Create draft contract');
	await hand.does(2, editor.pick('contractTypeId', 'Non-Disclosure Agreement'));
	await hand.does(2, editor.pick('templateId', 'Mutual NDA'));
	await hand.does(1, editor.drag('Company', 'counterpartyName'));
	await editor.hasSaved('={{ $json.Company }}');
	await hand.addBehind('Send contract for signature');
	await hand.does(1, editor.drag('id', 'contractId'));
	await editor.hasSaved('={{ $json.id }}');
	await hand.execute('signing');
	expect(hand.clicks).toBeLessThanOrEqual(14);
	const [sent] = await sandbox.control.contracts({ organization: 'main', status: 'signing' });
	const { body } = await sandbox.api('GET', `/contracts/${sent!.id}`);
	expect(body.counterparty.name).toBe('Initech Oslo AS');
});

test('from nothing to the first event of the sandbox it takes 12 clicks', async () => {
	const hand = handOf(editor);
	await receiveSigned(hand, sandbox);
	expect(hand.clicks).toBeLessThanOrEqual(12);
});

test('the panel leads to a trigger for a service with a shape of its own', async () => {
	const { part } = editor;
	const [{ id }] = await sandbox.control.contracts({ organization: 'main', status: 'signed' });
	const url = await addTrigger(handOf(editor));
	const delivered = async (shown: RegExp) => {
		await listen(editor);
		const headers = { 'content-type': 'application/json', 'x-webhook-secret': 'browser-secret' };
		const body = JSON.stringify({ what: 'agreement.done', agreement: { uuid: id } });
		await fetch(url, { method: 'POST', headers, body });
		await part('output-panel').getByText(shown).first().waitFor();
	};
	await delivered(/set Event Path in Options to `what`/);
	await editor.add('Add Option', 'Event Path');
	await editor.fill('eventPath', 'what');
	await editor.hasSaved('what');
	await delivered(/'agreement.done' is not known: add it to Event Names in Options/);
	await editor.add('Add Option', 'Event Names');
	const add = editor.page.getByRole('button', { name: 'Add Event Name' });
	await untilShown(async () => await add.click(ATTEMPT), part('parameter-input-name'));
	await editor.fill('name', 'agreement.done');
	await editor.hasSaved('agreement.done');
	await delivered(SIGNED);
});

test('the trigger tells how it is set up', async () => {
	const { id } = await n8n.createWorkflow({
		nodes: [{ name: 'Contract event', type: NODES.trigger, credentials }],
	});
	await editor.openWorkflow(id);
	await editor.openNode('Contract event');
	await editor.part('ndv').getByText('Copy the test URL, then receive an event').waitFor();
	await editor.screenshot('trigger');

	// What the help tells people to choose is on a button beside it.
	const question = editor.page.getByText('When will this node trigger my flow?');
	const named = editor.part('ndv').locator('b').getByText('Execute step', { exact: true });
	await untilShown(async () => await question.click(ATTEMPT), named);
	await editor.page.getByRole('button', { name: 'Execute step' }).first().waitFor();
});
