import { toolCalls } from '../support/asTool.mts';
import { byId } from '../support/byId.mts';
import { types } from '../support/demo.mts';
import { runOperation } from '../support/runOperation.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

/** What a model does twice, or in other words, makes one contract and no other company. */
const sandbox = sandboxSuite({ seed: 'demo' });

const NDA = {
	contractTypeId: byId(types.nda.id),
	templateId: byId(types.nda.templateId),
	counterpartySource: 'name',
};

async function companies(): Promise<number> {
	const { body } = await sandbox().api('GET', '/counterparties?limit=50');
	return body.data.length as number;
}

describe.each([false, true])('declared route: %j', (declaredRouteOnly) => {
	const call = toolCalls(sandbox, declaredRouteOnly);

	test('a pause of 30 s is told at once, as clients that give up call again', async () => {
		const fault = {
			route: 'POST /contracts',
			kind: 'status' as const,
			status: 429,
			retryAfter: 30,
		};
		await sandbox().control.fault({ ...fault, times: 0 });
		await sandbox().control.createCounterparty({ name: 'Baltic Cargo AS' });
		const { error } = await call('contract.create', {
			...NDA,
			counterpartyName: 'Baltic Cargo AS',
		});
		expect(error!.message).toBe(
			'The service asks to wait 30 s before the next request. Nothing was executed. Call it again after that time. The service says: Fault injected by the sandbox: 429.',
		);
	});

	test.each(['Baltic Freight', 'Unknown', 'TBD', 'the same counterparty'])(
		'%s: no company is called so, and none is created',
		async (counterpartyName) => {
			await sandbox().control.createCounterparty({ name: 'Baltic Cargo AS' });
			const before = await companies();
			const { error } = await call('contract.create', { ...NDA, counterpartyName });
			expect(error!.message).toMatch(
				/^No counterparty is called .* Search counterparties finds|stands for a missing value/,
			);
			expect(await companies()).toBe(before);
			const requests = await sandbox().control.requests();
			expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
		},
	);

	test.each(['Nordic Freight AS', 'Unknown'])(
		'%s in Additional Body makes no company either',
		async (name) => {
			const before = await companies();
			const additionalBody = JSON.stringify({ counterparty: { name } });
			const { error } = await call('contract.create', {
				...NDA,
				counterpartySource: 'none',
				options: { additionalBody },
			});
			expect(error!.message).toMatch(
				/^Additional Body would create a counterparty\. Nothing was created|stands for a missing value/,
			);
			expect(await companies()).toBe(before);
		},
	);

	test('a company that there is, in other case; and a new one where the option allows it', async () => {
		await sandbox().control.createCounterparty({ name: 'Baltic Cargo AS' });
		const before = await companies();
		const known = await call('contract.create', { ...NDA, counterpartyName: 'BALTIC CARGO AS' });
		expect(known.items[0]!.json).toMatchObject({
			action: 'created',
			counterpartyCreated: false,
			counterpartyName: 'Baltic Cargo AS',
		});
		expect(await companies()).toBe(before);
		const made = await call('contract.create', {
			...NDA,
			counterpartyName: 'Nordic Freight AS',
			options: { newCounterparty: true },
		});
		expect(made.items[0]!.json).toMatchObject({ action: 'created', counterpartyCreated: true });
		expect(await companies()).toBe(before + 1);
	});
});

test('a workflow creates the company of its rows once, and says with which', async () => {
	const { items } = await runOperation(
		sandbox().baseUrl,
		'contract.create',
		{ ...NDA, counterpartyName: '={{ $json.company }}' },
		[{ company: 'Nordic Freight AS' }, { company: 'Nordic Freight AS' }],
	);
	expect(items.map(({ json }) => json.counterpartyCreated)).toEqual([true, false]);
});
