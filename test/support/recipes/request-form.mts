import { importRecipe, recipe } from '../../../host/lib/recipes.mts';
import { contractId } from '../demo.mts';
import { heldAt, type Driver } from './drive.mts';
import { openForm, type FormPage } from './form.mts';

const FIRST = ['Subscription Order', 'Fjord Analytics AS', 'PR-1'];
const OTHER = ['Non-Disclosure Agreement', 'New <Name> & Co', 'PR-2'];

/** Two people request contracts; n8n is killed while the one's is created, and the other has the second page open. */
export const driver: Driver = async (host) => {
	const { control, api } = host.sandbox;
	const { id, nodes } = await importRecipe(host.n8n, recipe('request-form.json'), host.credentials);
	expect(await host.n8n.publish(id)).toMatchObject({ status: 'published' });
	const status = await host.n8n.webhookUrl(
		nodes.find(({ name }) => name === 'Asked for the status')!,
	);
	const open = async () => await openForm(host.n8n, 'request-a-contract');
	const request = async () => {
		const second = await (await open()).submit(FIRST);
		// Start date, End date, Contract value, Payment term, Regions.
		return await second.submit(['2027-01-01', '2027-12-31', '5000', '30 days', ['EMEA', 'APAC']]);
	};
	let others: FormPage | undefined;
	let done: FormPage | undefined;
	const requested = async () =>
		(await control.contracts({ last: 1_000 })).filter(({ integration }) =>
			(integration as { externalId?: string } | null)?.externalId?.startsWith('PR-'),
		);

	return {
		async start() {
			others = await (await open()).submit(OTHER);
			done = await request();
		},
		hold: async () => await heldAt(host, 'POST /contracts'),
		async finish() {
			if (done) expect(done.html).toContain('The draft is there');
			done = await request();
			others = await others!.submit(['Talks', '24', 'Germany']);
		},
		async expectDone() {
			expect(done!.html).toContain('This contract was there already');
			expect(others!.html).toContain('The draft is there');
			const contracts = await requested();
			expect(contracts.map(({ name }) => name).toSorted()).toEqual([
				'Non-Disclosure Agreement PR-2 New <Name> & Co',
				'Subscription Order PR-1 Fjord Analytics AS',
			]);
			const { id: order } = contracts.find(({ name }) => name.startsWith('Subscription'))!;
			const { body } = await api('GET', `/contracts/${order}`);
			const values = body.fields.map(({ name, value }: any) => [name, value]);
			expect(Object.fromEntries(values)).toMatchObject({
				Reference: 'PR-1',
				'Start date': '2027-01-01',
				'End date': '2027-12-31',
				'Contract value': 5_000,
				'Payment term': '30-days',
				Regions: ['emea', 'apac'],
			});

			// A browser sends what is left empty too: it is no 0.
			const sparing = await (await open()).submit(FIRST.with(2, 'PR-4'));
			const made = await sparing.submit(['2027-01-01', '2027-12-31']);
			expect(made.html).toContain('The draft is there');
			const least = (await requested()).find(({ name }) => name.includes('PR-4'))!;
			const { body: empty } = await api('GET', `/contracts/${least.id}`);
			const filled = empty.fields.filter(({ value }: any) => value !== null && value !== undefined);
			expect(filled.map(({ name }: any) => name)).toEqual(['Reference', 'Start date', 'End date']);

			const address = /https?:[^"\s]*request-status\?contract=[\da-f-]{36}/.exec(done!.html)![0];
			const page = async () => await (await fetch(address)).text();
			expect(await page()).toContain('is a draft');
			await control.setContractState(order, { status: 'signed' });
			expect(await page()).toContain('is signed');
			const answer = await fetch(`${status}?contract=${contractId(1)}`);
			expect(answer.status).toBe(404);

			// What the service refuses is said, and nothing is created.
			const wrong = await (await open()).submit(FIRST.with(2, 'PR-3'));
			const refused = await wrong.submit(['2027-01-01', '2027-12-31', '5', '45 days']);
			expect(refused.html).toContain('The contract was not created');
			expect(refused.html).toContain('Allowed: 15 days, 30 days, 60 days, 90 days');
			expect(await requested()).toHaveLength(3);
			const unknown = await (await open()).submit(FIRST.with(0, 'Lease'));
			expect(unknown.html).toContain('knows no contract type');
			await host.n8n.unpublish(id);
		},
	};
};
