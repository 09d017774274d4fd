import { importRecipe, recipe } from '../../host/lib/recipes.mts';
import { sharedN8n } from '../support/n8n.mts';
import {
	contractsOfDeal,
	expectDone,
	FILE,
	happy,
	linesOf,
} from '../support/recipes/contract-from-deal-to-signed.mts';
import { startFragileHost, type FragileHost } from '../support/recipes/outage.mts';
import type { Sandbox } from '../support/sandbox.mts';

let host: FragileHost;

beforeEach(async () => {
	host = await startFragileHost(await sharedN8n());
});

afterEach(async () => {
	await host?.stop();
});

test('a deal becomes a contract with its lines, out for signature; nothing twice when run twice', async () => {
	await happy(host);
});

test.each([
	['creates the contract', 'POST /contracts', isCreated],
	[
		'writes the lines',
		'PUT /custom-objects/:customObjectId/contract/:contractId/records',
		hasLines,
	],
] as const)(
	'the service is killed when it %s: the same run completes',
	async (_when, route, isExecuted) => {
		const { id } = await importRecipe(host.n8n, recipe(FILE), host.credentials);
		let running = '';
		const begin = async () => (running = await host.n8n.start(id));
		await host.killedDuring(route, begin, isExecuted);

		const ended = await host.n8n.execution(running);
		expect(ended.error).toBeUndefined();
		await expectDone(host.sandbox);
	},
);

test('the service is killed when it sends the contract: another run finds everything done', async () => {
	const { id } = await importRecipe(host.n8n, recipe(FILE), host.credentials);
	let running = '';
	const begin = async () => (running = await host.n8n.start(id));
	await host.killedDuring('POST /contracts/:id/signatures/send', begin, isSent);
	await host.n8n.execution(running);

	const again = await host.n8n.run(id);
	expect(again.error).toBeUndefined();
	expect(again.items('Create contract')[0]!.json.action).toBe('found');
	expect(again.items('Send for signature')).toEqual([]);
	await expectDone(host.sandbox);
	const { byRoute } = await host.sandbox.control.requestSummary();
	expect(byRoute['POST /contracts/:id/signatures/send']?.executed ?? 0).toBe(0);
});

test.each([
	['an empty list of lines', '[]'],
	['no lines at all', '={{ null }}'],
])(
	'a deal with %s ends as a draft that is not sent, without an error',
	async (_what, lineItems) => {
		const { id } = await importRecipe(host.n8n, withDeal({ lineItems }), host.credentials);
		const run = await host.n8n.run(id);
		expect(run.error).toBeUndefined();
		expect(run.runData).not.toHaveProperty('Write line items');
		expect((await contractsOfDeal(host.sandbox)).map(({ status }) => status)).toEqual(['draft']);
	},
);

test('a deal that was moved to another company: the contract that is there is not sent to it', async () => {
	const draft = withDeal({ company: 'Baltic Freight AS', lineItems: '[]' });
	await host.n8n.run((await importRecipe(host.n8n, draft, host.credentials)).id);
	const { id } = await importRecipe(host.n8n, recipe(FILE), host.credentials);

	const { error } = await host.n8n.run(id);

	const [contract, ...others] = await contractsOfDeal(host.sandbox);
	expect(others).toEqual([]);
	expect(error?.message).toContain('Deal "D-2041" is with "Fjord Analytics AS", but its contract');
	expect(error?.message).toContain('is with "Baltic Freight AS". Was the deal moved? Cancel that');
	expect(contract!.status).toBe('draft');
	expect(await linesOf(host.sandbox, contract!.id)).toEqual([]);

	await host.sandbox.control.setContractState(contract!.id, { status: 'canceled' });
	expect((await host.n8n.run(id)).error).toBeUndefined();
	const statuses = (await contractsOfDeal(host.sandbox)).map(({ status }) => status);
	expect(statuses.sort()).toEqual(['canceled', 'signing']);
});

test('a deal that was corrected since its draft was made: nothing is sent until both say the same', async () => {
	const wrong = withDeal({ lineItems: '[]', amount: 48_000 });
	await host.n8n.run((await importRecipe(host.n8n, wrong, host.credentials)).id);
	const { id } = await importRecipe(host.n8n, recipe(FILE), host.credentials);

	expect((await host.n8n.run(id)).error?.message).toContain(
		'Deal "D-2041" has the Contract value "48700", but its contract "Order D-2041 Fjord',
	);
	const [contract] = await contractsOfDeal(host.sandbox);
	expect(contract!.status).toBe('draft');
	expect(await linesOf(host.sandbox, contract!.id)).toEqual([]);
});

test('a deal whose contract was canceled gets a new one', async () => {
	const { id } = await importRecipe(host.n8n, recipe(FILE), host.credentials);
	await host.n8n.run(id);
	const [canceled] = await contractsOfDeal(host.sandbox);
	await host.sandbox.control.setContractState(canceled!.id, { status: 'canceled' });
	expect((await host.n8n.run(id)).error).toBeUndefined();
	const statuses = (await contractsOfDeal(host.sandbox)).map(({ status }) => status);
	expect(statuses.sort()).toEqual(['canceled', 'signing']);
});

/** The recipe whose sample deal has other values. */
function withDeal(values: Record<string, number | string>) {
	const source = recipe(FILE);
	const { assignments } = source.nodes.find(({ name }) => name === 'Won deal')!.parameters
		.assignments as { assignments: Array<{ name: string; value: unknown }> };
	for (const each of assignments) each.value = values[each.name] ?? each.value;
	return source;
}

async function isCreated(sandbox: Sandbox): Promise<boolean> {
	return (await contractsOfDeal(sandbox)).length > 0;
}

async function hasLines(sandbox: Sandbox): Promise<boolean> {
	const [contract] = await contractsOfDeal(sandbox);
	return (await linesOf(sandbox, contract!.id)).length > 0;
}

async function isSent(sandbox: Sandbox): Promise<boolean> {
	return (await contractsOfDeal(sandbox))[0]!.status === 'signing';
}
