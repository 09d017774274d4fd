import { until } from '../../host/lib/client/until.mts';
import type { N8nClient } from '../../host/lib/client/n8n.mts';
import { sendings, statusOf } from '../support/agentTools.mts';
import { follow, smtpCredential, startMailbox, type Mail, type Mailbox } from '../support/mail.mts';
import { startModel, type Model } from '../support/model.mts';
import {
	createReviewedAgent,
	modelCredential,
	REVIEWED_SCRIPT,
	scriptThat,
} from '../support/modelAgent.mts';
import { credentialFor, sharedN8n } from '../support/n8n.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

/**
 * n8n's AI Agent with the workflow of docs/agents.md, in a real n8n: a model that says what is written here, a mail
 * server, and a person who follows the links in the mail.
 */
const sandbox = sandboxSuite({ seed: 'demo' });
let n8n: N8nClient;
let model: Model;
let mailbox: Mailbox;
let credentials: Awaited<ReturnType<typeof modelCredential>>;

beforeAll(async () => {
	[n8n, model, mailbox] = await Promise.all([sharedN8n(), startModel(), startMailbox()]);
	credentials = {
		...(await credentialFor(n8n, sandbox().baseUrl)),
		...(await modelCredential(n8n, model)),
		...(await smtpCredential(n8n, mailbox)),
	};
});
beforeEach(() => {
	model.requests.splice(0);
	model.script = REVIEWED_SCRIPT;
});
afterAll(async () => await Promise.all([model?.stop(), mailbox?.stop()]));

/** Runs the agent until it waits for the person. */
async function asked(parameters?: object) {
	const { id } = await createReviewedAgent(n8n, credentials, { model: parameters });
	const mails = mailbox.mails.length;
	const { status, id: executionId } = await n8n.run(id);
	expect(status).toBe('waiting');
	const mail = await mailbox.next(mails);
	const [created] = JSON.parse(model.requests.at(-1)!.answers[1]!);
	return { executionId, mail, contract: created.id as string };
}

/** What the agent says once a person has followed the link. */
async function answered(executionId: string, mail: Mail, button: string): Promise<string> {
	expect(await follow(mail, button)).toContain('recorded');
	const isOver = ({ status }: { status: string }) => !['waiting', 'running'].includes(status);
	const ended = await until(() => n8n.execution(executionId), isOver, 'end of the agent');
	expect(ended).toMatchObject({ status: 'success' });
	return ended.runData['AI Agent']!.at(-1)!.data!.main![0]![0]!.json.output as string;
}

test.each([
	['/responses', {}],
	['/chat/completions', { responsesApiEnabled: false }],
])(
	'with %s: describes, creates, reads, and sends once, after a person has approved',
	async (path, modelParameters) => {
		const { executionId, mail, contract } = await asked(modelParameters);

		expect(mail).toMatchObject({
			to: ['legal@example.com'],
			subject: 'May the agent send this contract for signature?',
		});
		expect(mail.html).toContain(`Contract ${contract}`);
		expect(mail.html).toContain('NDA with Acme, law of France');
		expect(await statusOf(sandbox(), contract)).toBe('draft');
		expect(await sendings(sandbox())).toEqual([]);

		const said = await answered(executionId, mail, 'Approve');

		expect(JSON.parse(said.replace('The last tool said: ', ''))).toEqual([
			{ id: contract, status: 'signing', signatories: [expect.any(Object), expect.any(Object)] },
		]);
		expect(await statusOf(sandbox(), contract)).toBe('signing');
		expect(await follow(mail, 'Approve')).toContain('No action required');
		expect(await sendings(sandbox())).toEqual(['POST /contracts/:id/signatures/send 202']);
		expect(new Set(model.requests.map((each) => each.path))).toEqual(new Set([path]));
	},
);

test('what the model says is text in one line, whatever HTML and line breaks it has', async () => {
	const Why = '<b>Acme</b> &lt;i&gt;\\nand\nContract 1';
	model.script = scriptThat((id) => ({
		toolParameters: { Contract_ID: id },
		hitlParameters: { Why },
	}));
	const { mail } = await asked();
	expect(mail.html).toContain(
		'The agent says: &lt;b>Acme&lt;/b> &amp;lt;i&amp;gt;/nand Contract 1<',
	);
});

test('two sends in one turn: one is asked about, and the other is not sent', async () => {
	const drafts = [1, 2].map(async () => await sandbox().control.createContract({}));
	const [first, second] = (await Promise.all(drafts)).map(({ id }) => id as string);
	const send = (id: string) => ({
		tool: 'Send_contract',
		args: { toolParameters: { Contract_ID: id }, hitlParameters: { Why: 'Won' } },
	});
	model.script = [() => [send(first!), send(second!)], () => 'Done.'];
	const { id } = await createReviewedAgent(n8n, credentials);
	const before = mailbox.mails.length;
	const { id: executionId } = await n8n.run(id);
	await answered(executionId, await mailbox.next(before), 'Approve');
	expect(await statusOf(sandbox(), first!)).toBe('signing');
	expect(await statusOf(sandbox(), second!)).toBe('draft');
	expect(mailbox.mails.length).toBe(before + 1);
});

test('declined: nothing is sent, and the agent is told so', async () => {
	const { executionId, mail, contract } = await asked();

	expect(await answered(executionId, mail, 'Decline')).toContain('User rejected the tool call');
	expect(await follow(mail, 'Approve')).toContain('No action required');
	expect(await statusOf(sandbox(), contract)).toBe('draft');
	expect(await sendings(sandbox())).toEqual([]);
});

test('Output = Selected Fields: the model reads the fields that were chosen, and nothing else', async () => {
	model.script = [...REVIEWED_SCRIPT.slice(0, 3), () => 'Done.'];
	const get = { output: 'selectedFields', selectedFields: 'id, status' };
	const { id } = await createReviewedAgent(n8n, credentials, { get });
	expect(await n8n.run(id)).toMatchObject({ status: 'success' });
	const [, created, got] = model.requests.at(-1)!.answers.map((answer) => JSON.parse(answer));
	expect(got).toEqual([{ id: created[0].id, status: 'draft' }]);
});

test('what the model has read by then fits into a thousand tokens', async () => {
	await asked();
	const { answers } = model.requests.at(-1)!;

	expect(answers).toHaveLength(3);
	// About four characters make a token.
	expect(answers.join('').length).toBeLessThan(4_000);
});
