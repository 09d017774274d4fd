import { until } from '../../host/lib/client/until.mts';
import type { Server } from '../../host/lib/server.mts';
import { reached } from '../support/agentTools.mts';
import { attempted, ATTEMPT } from '../support/attempts.mts';
import { editorDesk } from '../support/editorDesk.mts';
import { type EditorPage } from '../support/editorPage.mts';
import { follow, smtpCredential, startMailbox, type Mailbox } from '../support/mail.mts';
import { startModel, type Model } from '../support/model.mts';
import {
	BY_CHAT,
	createReviewedAgent,
	modelCredential,
	REQUEST,
	REVIEWED_SCRIPT,
} from '../support/modelAgent.mts';
import { credentialFor } from '../support/n8n.mts';
import type { Sandbox } from '../support/sandbox.mts';

/** The agent of docs/agents.md as a person meets it in the editor: asked in the chat, it waits for a mail to be answered. */
const desk = editorDesk();
let sandbox: Sandbox;
let n8n: Server;
let editor: EditorPage;
let model: Model;
let mailbox: Mailbox;

beforeAll(async () => {
	[model, mailbox] = await Promise.all([startModel(), startMailbox()]);
	({ sandbox, n8n, editor } = await desk.start());
	model.script = REVIEWED_SCRIPT;
});

afterAll(async () => await Promise.all([desk.stop(), model?.stop(), mailbox?.stop()]));

test('asked in the chat, the agent waits in view, and goes on when the mail is answered', async () => {
	const { page, part } = editor;
	const credentials = {
		...(await credentialFor(n8n, sandbox.baseUrl)),
		...(await modelCredential(n8n, model)),
		...(await smtpCredential(n8n, mailbox)),
	};
	const { id } = await createReviewedAgent(n8n, credentials, { start: BY_CHAT });
	await page.setViewportSize({ width: 1280, height: 800 });
	await editor.openWorkflow(id);
	await editor.hasNoIssues();
	const message = page.getByPlaceholder(/^Type message/);
	await attempted('open chat', async () => {
		if (!(await message.isVisible())) await part('workflow-chat-button').click(ATTEMPT);
		await message.waitFor(ATTEMPT);
	});
	await message.fill(REQUEST);
	await message.press('Enter');
	const mail = await mailbox.next(0);

	await page.getByText('Waiting for').first().waitFor();
	await part('zoom-to-fit').click();
	await editor.closeNotices();
	await editor.screenshot('agent-approval');

	expect(await follow(mail, 'Approve')).toContain('recorded');
	await page.getByText('Workflow executed successfully').waitFor();
	const sent = async () => await reached(sandbox);
	await until(sent, (all) => all.at(-1)!.includes('/signatures/send'), 'contract that is sent');
});
