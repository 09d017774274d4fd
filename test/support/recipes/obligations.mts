import { until } from '../../../host/lib/client/until.mts';
import { importRecipe, recipe } from '../../../host/lib/recipes.mts';
import { wasCutOff } from '../cutOff.mts';
import { contractId, customObjects } from '../demo.mts';
import { dropTable, tableRows } from './dataTables.mts';
import { atRest, heldAt, type Driver } from './drive.mts';
import { answered, answerMail, mailsAbout, pageOfMail, TAKEN } from './form.mts';
import { WEBHOOK_SECRET, type RecipeHost } from './host.mts';
import { publication } from './publication.mts';
import { withSettings } from './settings.mts';

const TABLE = 'Obligations';
const WRITE = 'PUT /custom-objects/:customObjectId/contract/:contractId/records';
const READ = contractId(1);

/** What the sandbox's PDF of the contract says, and what it does not. */
const SAID = 'Personal data is processed on documented instructions and deleted at the end';
const INVENTED = 'The supplier delivers a horse every year.';

const FOUND = [
	{ title: 'Supplier deletes personal data', dueDate: '2027-12-31', quote: SAID },
	{ title: 'Supplier delivers a horse', dueDate: 'yearly', quote: INVENTED },
];

/** One signed contract of which the person wants no row, and one whose list is corrected; n8n is killed while its rows are written. */
export const driver: Driver = async (host) => {
	const { control } = host.sandbox;
	await dropTable(host.n8n, TABLE);
	host.model.script = [() => JSON.stringify({ obligations: FOUND })];
	const source = recipe('obligations.json');
	const workflow = await importRecipe(
		host.n8n,
		withSettings(source, { id: `={{ $json.contractId ?? '${READ}' }}` }),
		host.credentials,
	);
	await publication(host.n8n, workflow.id).publish();
	await control.subscribe({
		url: await host.n8n.webhookUrl(workflow.nodes.find(({ name }) => name === 'Contract signed')!),
		secret: WEBHOOK_SECRET,
		sendSecretHeader: 'x-webhook-secret',
	});
	const { id: unwanted } = await control.createContract({ status: 'draft' });
	const before = await titles(host, READ);
	const begin = async () => await host.n8n.start(workflow.id, { from: 'Start' });
	let last = '';
	let asked = 0;

	return {
		async start() {
			await control.setContractState(unwanted, { status: 'signed' });
			await answered(await mailAbout(host, unwanted), ['31.01.2028 Report']);
			const again = await mailAbout(host, unwanted, 1);
			expect(again.html).toContain('NOT UNDERSTOOD');
			await answered(again, ['']);
			await until(
				async () => await tableRows(host.n8n, TABLE),
				([row]) => row?.state === 'done',
				'row of the contract without obligations',
			);

			last = await begin();
			const mail = await mailAbout(host, READ);
			expect(mail.html).toContain(`${FOUND[0]!.dueDate} ${FOUND[0]!.title}`);
			expect(mail.html).toContain(SAID);
			expect(mail.html.match(/CAUTION/g)).toHaveLength(1);
			expect(await pageOfMail(mail)).toContain(
				'2027-12-31 Supplier deletes personal data\nSupplier delivers a horse',
			);
			asked = host.model.requests.length;
			await answered(mail, ['2028-01-31 Supplier deletes personal data\n\nCustomer pays']);
		},
		hold: async () => await heldAt(host, WRITE),
		async finish() {
			if (await wasCutOff(host, last)) last = await begin();
			await until(
				async () => await tableRows(host.n8n, TABLE),
				(rows) => rows.length === 2 && rows.every(({ state }) => state === 'done'),
				'rows of contracts that are done',
			);
		},
		async expectDone() {
			await atRest(host, workflow.id);
			expect((await host.n8n.execution(last)).error).toBeUndefined();
			const wanted = [...before, 'Supplier deletes personal data 2028-01-31', 'Customer pays'];
			expect((await titles(host, READ)).toSorted()).toEqual(wanted.toSorted());
			expect(await titles(host, unwanted)).toEqual([]);

			// The model has read the whole text, and nobody was asked a second time.
			const read = host.model.requests.map(({ conversation }) => conversation);
			expect(read).toHaveLength(asked);
			expect(read.at(-1)).toContain('Neither party is liable for more than the fees paid');
			expect(mailsAbout(host, READ)).toHaveLength(1);
			expect(mailsAbout(host, unwanted)).toHaveLength(2);
			expect(await answerMail(mailsAbout(host, READ)[0]!, ['More'])).not.toContain(TAKEN);
			await host.n8n.run(workflow.id, { from: 'Start' });
			expect(host.model.requests).toHaveLength(asked);
			expect(await titles(host, READ)).toHaveLength(wanted.length);
			await host.n8n.unpublish(workflow.id);
		},
	};
};

async function mailAbout(host: RecipeHost, id: string, before = 0) {
	const mails = async () => mailsAbout(host, id);
	return (await until(mails, ({ length }) => length > before, `mail about ${id}`))[before]!;
}

/** Title and day of each row that the contract has. */
async function titles({ sandbox }: RecipeHost, id: string): Promise<string[]> {
	const path = `/custom-objects/${customObjects.milestones}/contract/${id.slice(-36)}/records`;
	const { body } = await sandbox.api('GET', path);
	return body.records.map(({ fields }: any) =>
		['301', '302']
			.map((end) => fields.find((each: any) => each.smartFieldId.endsWith(end))?.rawValue ?? null)
			.join(' ')
			.trim(),
	);
}
