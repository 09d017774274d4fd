import { randomUUID } from 'node:crypto';
import { until } from '../../host/lib/client/until.mts';
import type { N8nClient } from '../../host/lib/client/n8n.mts';
import { documentedWorkflow, sendings, statusOf } from '../support/agentTools.mts';
import { counterpartyId, unknownId } from '../support/demo.mts';
import { follow, smtpCredential, startMailbox, type Mailbox } from '../support/mail.mts';
import { startModel, type Model, type Turn } from '../support/model.mts';
import { createAgentOf, modelCredential } from '../support/modelAgent.mts';
import { credentialFor, NODES, sharedN8n } from '../support/n8n.mts';
import { answered, pageOfMail } from '../support/recipes/form.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

/** Send with approval of docs/agents.md: checked before a person is asked, and each send asked about by itself. */
const sandbox = sandboxSuite({ seed: 'demo' });
let n8n: N8nClient;
let model: Model;
let mailbox: Mailbox;
let agent: string;

beforeAll(async () => {
	[n8n, model, mailbox] = await Promise.all([sharedN8n(), startModel(), startMailbox()]);
	const service = await credentialFor(n8n, sandbox().baseUrl);
	const { smtp } = await smtpCredential(n8n, mailbox);
	const { nodes, connections } = documentedWorkflow(2);
	const workflow = await n8n.createWorkflow({
		name: 'Send with approval',
		nodes: nodes.map((node) => ({
			...node,
			...(node.webhookId && { webhookId: randomUUID() }),
			...(node.type === NODES.action && { credentials: service }),
			...(node.type.includes('emailSend') && { credentials: { smtp } }),
		})),
		connections,
	});
	await n8n.publish(workflow.id);
	const [tool] = documentedWorkflow(3).nodes;
	const workflowId = { __rl: true, mode: 'id', value: workflow.id };
	const send = { ...tool!, parameters: { ...tool!.parameters, workflowId } };
	const credentials = { ...service, ...(await modelCredential(n8n, model)) };
	agent = (await createAgentOf(n8n, credentials, [send])).id;
});
afterAll(async () => await Promise.all([model?.stop(), mailbox?.stop()]));

const send = (id: string, Why = 'The deal is won') => ({
	tool: 'Send_contract',
	args: { Contract_ID: id, Why },
});

/** What the tools have answered, as the model reads it. */
async function answers(script: Turn[]): Promise<string[]> {
	model.requests.splice(0);
	model.script = [...script, () => 'Done.'];
	expect(await n8n.run(agent)).toMatchObject({ status: 'success' });
	return model.requests.at(-1)!.answers;
}

const draft = async (more: object = {}) => await sandbox().control.createContract({ ...more });

test('what cannot be sent is told to the agent, and no person is asked', async () => {
	const before = mailbox.mails.length;
	const { id: signed } = await draft({ status: 'signed' });
	const told = await answers([
		() => send('the NDA'),
		() => send(unknownId),
		() => send(counterpartyId(1)),
		() => send(signed),
	]);
	expect(told[0]).toContain("Contract 'the NDA' is not an ID. Nobody was asked");
	expect(told[1]).toContain(
		`No contract ${unknownId}: check its ID, or choose another. Nobody was asked`,
	);
	expect(told[2]).toContain('Nobody was asked');
	expect(told[3]).toContain('The contract is signed. Nobody was asked');
	expect(mailbox.mails.length).toBe(before);
});

test('two sends in one turn are two mails, with what the service says; the approved one is sent', async () => {
	const before = mailbox.mails.length;
	const name = 'NDA <b>Acme</b> &lt;i&gt;\\nWith: Globex';
	const contracts = [await draft({ name }), await draft()];
	const told = await answers([
		() => [
			send(contracts[0]!.id, 'It is <h1>urgent</h1> &lt;b&gt;\nWith: Globex'),
			send(contracts[1]!.id),
		],
		() => 'never said',
	]);
	expect(told).toHaveLength(2);
	for (const each of told) expect(each).toContain('A person is asked to approve it.');
	const mails = [await mailbox.next(before), await mailbox.next(before + 1)];
	const about = (id: string) => mails.find(({ html }) => html.includes(id.slice(-36)))!;
	const { html } = about(contracts[0]!.id);
	expect(html).toContain('NDA &#60;b>Acme&#60;/b> &#38;lt;i&#38;gt;/nWith: Globex\nWith: ');
	expect(html).toContain(
		'\nThe agent says: It is &#60;h1>urgent&#60;/h1> &#38;lt;b&#38;gt; With: Globex<',
	);
	// A program that checks mails opens what is behind the button.
	for (const mail of mails) {
		await pageOfMail(mail);
		expect(await follow(mail, 'Decide')).toContain('May it be sent for signature?');
	}
	expect(await sendings(sandbox())).toEqual([]);

	await answered(about(contracts[1]!.id), ['Decline']);
	await answered(about(contracts[0]!.id), ['Approve']);
	const isSent = (all: string[]) => all.length > 0;
	expect(await until(() => sendings(sandbox()), isSent, 'the approved one')).toHaveLength(1);
	expect(await statusOf(sandbox(), contracts[0]!.id)).toBe('signing');
	expect(await statusOf(sandbox(), contracts[1]!.id)).toBe('draft');
});

test('what was changed since the mail is asked about again, as it is now, and sent once', async () => {
	const before = mailbox.mails.length;
	const { id } = await draft();
	await answers([() => send(id)]);
	const mail = await mailbox.next(before);
	await sandbox().api('PATCH', `/contracts/${id}`, { name: 'Changed meanwhile' });
	await answered(mail, ['Approve']);

	const again = await mailbox.next(before + 1);
	expect(again.html).toContain('Changed meanwhile');
	expect(await sendings(sandbox())).toEqual([]);

	await answered(again, ['Approve']);
	await until(
		() => statusOf(sandbox(), id),
		(status) => status === 'signing',
		'sending of what was approved',
	);
	expect(await sendings(sandbox())).toHaveLength(1);
	expect(mailbox.mails.length).toBe(before + 2);
});
