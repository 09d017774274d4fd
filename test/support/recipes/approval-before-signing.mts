import { until } from '../../../host/lib/client/until.mts';
import { importRecipe, recipe } from '../../../host/lib/recipes.mts';
import { wasCutOff } from '../cutOff.mts';
import { contractId } from '../demo.mts';
import { dropTable, tableRows } from './dataTables.mts';
import { atRest, heldAt, type Driver } from './drive.mts';
import { answered, answerMail, mailsAbout, pageOfMail, TAKEN } from './form.mts';
import type { RecipeHost } from './host.mts';
import { withSettings } from './settings.mts';

const TABLE = 'Approvals';
const SEND = 'POST /contracts/:id/signatures/send';
const REASON = 'The <cap> is too low & too late';

/** Of the demo's contracts: one that needs no approval, and those with a customized clause, a value above the limit, and both. */
const PLAIN = contractId(38);
const CUSTOMIZED = contractId(23);
const ABOVE = contractId(10);
const BOTH = contractId(16);

/** Nobody is asked about one contract, two are approved, one of them twice, and one is refused after a reminder; n8n is killed while the last one is sent. */
export const driver: Driver = async (host) => {
	const { control, api } = host.sandbox;
	await dropTable(host.n8n, TABLE);
	const source = recipe('approval-before-signing.json');
	const workflow = await importRecipe(host.n8n, source, host.credentials);
	const begin = async (id: string, settings: Record<string, unknown> = {}) => {
		const { nodes } = withSettings({ ...source, ...workflow }, { id, ...settings });
		await host.n8n.updateWorkflow(workflow.id, { nodes });
		return await host.n8n.start(workflow.id);
	};
	const mails = (id: string) => mailsAbout(host, id);
	const asked = async (id: string, times = 1) =>
		(
			await until(
				async () => mails(id),
				(all) => all.length >= times,
				`${times} mails about ${id}`,
			)
		).at(-1)!;
	let refused = '';
	let last = '';

	return {
		async start() {
			await ended(host, await begin(PLAIN));
			// A reminder a second later; n8n looks once a minute for what has waited long enough.
			refused = await begin(BOTH, { remindAfterHours: 1 / 3_600 });
			const changed = await begin(CUSTOMIZED);
			const first = await asked(CUSTOMIZED);
			await api('PATCH', `/contracts/${CUSTOMIZED}`, { name: 'Changed meanwhile' });
			await answered(first, ['Approve', '']);
			await answered(await asked(CUSTOMIZED, 2), ['Approve', '']);
			await ended(host, changed);

			// Killed in the middle of a reminder it would end there; the next one comes a minute later.
			await asked(BOTH, 2);
			await waits(host, refused);
			last = await begin(ABOVE);
			const mail = await asked(ABOVE);
			await waits(host, last);
			await Promise.all([answerMail(mail, ['Approve', '']), answerMail(mail, ['Approve', ''])]);
		},
		hold: async () => await heldAt(host, SEND, 2),
		async finish() {
			if (await wasCutOff(host, last)) last = await begin(ABOVE);
			await ended(host, last);
			const reminder = await asked(BOTH, 2);
			expect(reminder.subject).toMatch(/^Reminder: Please approve Master Service Agreement - /);
			const [first] = mails(BOTH);
			expect(first!.html).toContain('Contract value is 122250, more than 50000');
			expect(first!.html).toMatch(/The clause .+ was customized/);
			expect(await pageOfMail(first!)).toContain('May it be sent for signature?');
			await answered(first!, ['Refuse', REASON]);
			await ended(host, refused);
		},
		async expectDone() {
			const statuses = [PLAIN, CUSTOMIZED, ABOVE, BOTH].map(
				async (id) => (await control.contract(id)).status,
			);
			expect(await Promise.all(statuses)).toEqual(['signing', 'signing', 'signing', 'draft']);
			// Run again for what is sent, it asks nobody and sends nothing.
			for (const id of [PLAIN, CUSTOMIZED, ABOVE]) await ended(host, await begin(id));
			const { byRoute } = await control.requestSummary();
			expect(byRoute[SEND]).toMatchObject({ executed: 3 });

			expect([PLAIN, CUSTOMIZED, ABOVE].map((id) => mails(id).length)).toEqual([0, 2, 1]);
			const { author } = (await api('GET', `/contracts/${BOTH}`)).body;
			const told = mails(BOTH).filter(({ subject }) => subject.startsWith('Not approved: '));
			expect(told).toMatchObject([{ to: [author.email], text: expect.stringContaining(REASON) }]);

			// Somebody finds the mails later, and answers once more.
			for (const id of [CUSTOMIZED, ABOVE, BOTH]) {
				expect(await answerMail(mails(id)[0]!, ['Refuse', ''])).not.toContain(TAKEN);
			}
			await atRest(host, workflow.id);
			const rows = await tableRows(host.n8n, TABLE);
			const answers = (id: string) =>
				rows.filter((row) => row.contractId === id).map(({ answer }) => answer);
			expect(answers(CUSTOMIZED)).toEqual(['approved', 'approved']);
			expect(answers(ABOVE)).toEqual(['approved']);
			expect(answers(BOTH)).toEqual(['refused']);
		},
	};
};

async function waits({ n8n }: RecipeHost, id: string): Promise<void> {
	await until(
		async () => await n8n.execution(id),
		({ status }) => status === 'waiting',
		`waiting execution ${id}`,
	);
}

/** Waits until an execution has ended without an error, also when n8n puts it away in its database meanwhile. */
async function ended({ n8n }: RecipeHost, id: string): Promise<void> {
	const { error, status } = await until(
		async () => await n8n.execution(id),
		(run) => run.status !== 'waiting',
		`end of execution ${id}`,
	);
	expect(error).toBeUndefined();
	expect(status).toBe('success');
}
