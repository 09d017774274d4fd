import { answering } from '../support/answering.mts';
import { byId } from '../support/byId.mts';
import { creationSuite, LINK, row } from '../support/creation.mts';
import { runOperation } from '../support/runOperation.mts';

const { sandbox, type, create, posts, profile } = creationSuite();

describe('Find Existing', () => {
	const settings = { integration: LINK, findExisting: true };

	test('creates one contract for rows that mean the same record', async () => {
		const { items } = await create([row(1), row(1), row(1)], settings);

		expect(items.map(({ json }) => json.action)).toEqual(['created', 'found', 'found']);
		expect(new Set(items.map(({ json }) => json.id)).size).toBe(1);
		expect(await posts()).toBe(1);
	});

	test('creates one contract for ten executions at the same time', async () => {
		const runs = await Promise.all(
			Array.from({ length: 10 }, async () => await create([row(1)], settings)),
		);

		const actions = runs.map(({ items }) => items[0].json.action);
		expect(actions.toSorted()).toEqual(['created', ...Array<string>(9).fill('found')]);
		expect(await posts()).toBe(1);
	});

	test.each([
		['whose entity differs in case only', 'externalEntity', ['deal', 'Deal']],
		[
			'with both IDs of a Salesforce record',
			'externalId',
			['0036e00004P27R7', '0036e00004P27R7AAJ'],
		],
	])('creates one contract for rows %s', async (_what, name, values) => {
		const integration = { ...LINK, [name]: '={{ $json.value }}' };
		const rows = values.map((value) => row(1, { value }));
		const { items } = await create(rows, { ...settings, integration });

		expect(items.map(({ json }) => json.action)).toEqual(['created', 'found']);
	});

	test('lets the next row of the same record try when the first one is refused', async () => {
		const { items } = await create([row(1, { term: 'x' }), row(1)], settings, {
			onError: 'continueRegularOutput',
		});

		expect(items[0].json.details).toMatchObject({ errorId: 'FIELD_OPTION_NOT_FOUND' });
		expect(items[1].json.action).toBe('created');
	});

	test.each([
		['a canceled contract', { status: 'canceled' }],
		['another entity', { integration: { ...link('DEAL-X-1'), externalEntity: 'quote' } }],
		['another integration', { integration: { ...link('DEAL-X-1'), type: 'crmTwo' } }],
		['another external ID', { integration: link('DEAL-X-10') }],
		['no link', { integration: null }],
	])('does not take %s for it', async (_what, more) => {
		const { id } = await sandbox().control.createCounterparty({ name: 'Account 1' });
		await sandbox().control.createContract({
			counterpartyId: id,
			contractTypeId: type().id,
			integration: link('DEAL-X-1'),
			...more,
		});

		const { items } = await create([row(1)], settings);

		expect(items[0].json.action).toBe('created');
	});

	test('takes the 15 and the 18 characters of a Salesforce ID for one', async () => {
		const { id } = await sandbox().control.createCounterparty({ name: 'Account 1' });
		await sandbox().control.createContract({
			counterpartyId: id,
			contractTypeId: type().id,
			integration: link('0036e00004P27R7AAJ'),
		});

		const integration = { ...LINK, externalId: '0036e00004P27R7' };
		const { items } = await create([row(1)], { ...settings, integration });
		expect(items.map(({ json }) => json.action)).toEqual(['found']);
	});

	test('does not take a contract of another type for it', async () => {
		const { contractTypes } = await sandbox().control.fixtures();
		const { id } = await sandbox().control.createCounterparty({ name: 'Account 1' });
		await sandbox().control.createContract({
			counterpartyId: id,
			contractTypeId: contractTypes[1].id,
			integration: link('DEAL-X-1'),
		});

		const { items } = await create([row(1)], settings);

		expect(items[0].json.action).toBe('created');
	});

	test('finds it under a counterparty that is called the same but for case', async () => {
		const { id } = await sandbox().control.createCounterparty({ name: 'ACCOUNT 1' });
		const known = await sandbox().control.createContract({
			counterpartyId: id,
			contractTypeId: type().id,
			integration: link('DEAL-X-1'),
		});

		const { items } = await create([row(1)], settings);

		expect(items[0].json.action).toBe('found');
		expect(String(items[0].json.id)).toContain(known.id.replace(/^contract_/, ''));
	});

	test('searches the contracts of the type when there is no counterparty', async () => {
		const [known] = (
			await sandbox().api('GET', `/contracts?contractTypeId=${type().id}&limit=100`)
		).body.data.filter(
			({ integration, status }: { integration: unknown; status: string }) =>
				integration && status !== 'canceled',
		);
		const { items } = await create([row(1, { deal: known.integration.externalId })], {
			...settings,
			counterpartySource: 'none',
			integration: {
				...LINK,
				type: known.integration.type,
				externalEntity: known.integration.externalEntity,
			},
		});

		expect(items[0].json).toMatchObject({
			action: 'found',
			externalId: known.integration.externalId,
		});
	});

	test('reads lists that show a part of each contract one by one', async () => {
		await create([row(1)], settings);
		await profile({ 'contract-list-items': 'partial' });

		const { items, error } = await create([row(1)], settings);

		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ action: 'found', externalId: 'DEAL-X-1' });
	});

	test('looks once more when the answer got lost, and creates no second contract', async () => {
		await sandbox().control.fault({ route: 'POST /contracts', kind: 'reset', when: 'after' });

		const { items, error } = await create([row(1)], settings);

		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ action: 'created', externalId: 'DEAL-X-1' });
		expect(await posts()).toBe(1);
	});

	test('finds in the same execution what the run before created, as Retry On Fail does', async () => {
		await create([row(1)], settings, {}, 'same execution');
		const { items } = await create([row(1)], settings, {}, 'same execution');

		expect(items[0].json.action).toBe('found');
		expect(await posts()).toBe(1);
	});

	test.each([
		['External ID', { ...LINK, externalId: '' }],
		['External Entity', { ...LINK, externalEntity: ' ' }],
		['Type', { ...LINK, type: '' }],
	])('needs the %s of the link', async (label, integration) => {
		const { error } = await create([row(1)], { integration, findExisting: true });

		expect(error?.message).toBe(`Find Existing needs the ${label} of the Integration Link`);
		expect(await sandbox().control.requests()).toEqual([]);
	});
});

function link(externalId: string) {
	return { type: 'crmOne', externalEntity: 'deal', externalId, externalUrl: '' };
}

describe('a contract that lists do not show yet', () => {
	const ID = 'aa000000-0000-4000-8000-000000000001';
	const TYPE = 'ba000000-0000-4000-8000-000000000001';
	const PARTIES = ['ca000000-0000-4000-8000-000000000001', 'ca000000-0000-4000-8000-000000000002'];
	let baseUrl: string;
	let requests: () => string[];
	let close: () => void;
	let contract: Record<string, unknown>;
	beforeEach(async () => {
		const pagination = { limit: 50, next_cursor: null, prev_cursor: null, has_next: false };
		const createdAt = '2026-01-01T00:00:00.000Z';
		const counterparty = { id: PARTIES[0], name: 'Acme' };
		const integration = link('D-1');
		const shown = { id: ID, name: 'Lease', status: 'draft', createdAt, counterparty };
		contract = { ...shown, integration, fields: [] };
		({ baseUrl, requests, close } = await answering(({ method, path }) => {
			if (method === 'POST') return { status: 201, body: contract };
			return { body: path === `/contracts/${ID}` ? contract : { data: [], pagination, links: {} } };
		}));
	});
	afterEach(() => close());

	const run = async (more: object = {}, items = [{}]) =>
		await runOperation(
			baseUrl,
			'contract.create',
			{
				contractTypeId: byId(TYPE),
				templateId: byId(TYPE),
				counterpartySource: 'none',
				name: 'Lease',
				integration: { ...LINK, externalId: 'D-1' },
				findExisting: true,
				options: { checkFields: false },
				...more,
			},
			items,
		);
	const posted = () => requests().filter((one) => one === 'POST /contracts');

	test('is known by its ID, however long ago it was created', async () => {
		const now = performance.now.bind(performance);
		const clock = jest.spyOn(performance, 'now');
		const actions: unknown[] = [];
		for (let hours = 0; hours < 3; hours++) {
			clock.mockImplementation(() => now() + hours * 3_600_000);
			actions.push((await run()).items[0].json.action);
		}
		clock.mockRestore();
		expect(actions).toEqual(['created', 'found', 'found']);
		expect(posted()).toHaveLength(1);
	});

	test.each([
		['it has another link by now', { integration: link('D-2') }],
		['it is canceled by now', { status: 'canceled' }],
	])('is not taken where %s', async (_what, more) => {
		await run();
		Object.assign(contract, more);
		expect((await run()).items[0].json.action).toBe('created');
		expect(posted()).toHaveLength(2);
	});

	const hintsOf = ({ run: { data } }: Awaited<ReturnType<typeof run>>) =>
		data.resultData.runData.SUT!.flatMap(({ hints = [] }) => hints.map(({ message }) => message));

	test('is told to be with another company than that of the item', async () => {
		const by = (index: number) => ({
			counterpartySource: 'existing',
			counterpartyId: byId(PARTIES[index]),
		});
		expect(hintsOf(await run(by(0)))).toEqual([]);
		expect(hintsOf(await run(by(0)))).toEqual([]);
		expect(hintsOf(await run(by(1)))).toEqual([
			`${ID} has the link of item 0, but is with 'Acme' (${PARTIES[0]}), not with the item's company.`,
		]);
	});

	test('is told so where both companies are new', async () => {
		const by = { counterpartySource: 'name', counterpartyName: '={{ $json.name }}' };
		const named = (...names: string[]) => names.map((name) => ({ name }));
		const rows = named('Acme', 'ACME', 'Other Ltd');
		expect(hintsOf(await run(by, rows))).toEqual([
			`${ID} has the link of item 2, but is with 'Acme' (${PARTIES[0]}), not with the item's company.`,
		]);
		expect(posted()).toHaveLength(1);
	});
});

const LISTED = 'aa000000-0000-4000-8000-000000000009';

test.each<[operation: string, parameters: object]>([
	['contract.getByExternalId', { externalId: 'D-9' }],
	[
		'contract.create',
		{
			...{ contractTypeId: byId(LISTED), templateId: byId(LISTED), counterpartySource: 'none' },
			integration: { ...LINK, externalId: 'D-9' },
			findExisting: true,
			options: { checkFields: false },
		},
	],
])('%s shows the fields of a contract that the list leaves out', async (operation, parameters) => {
	const integration = link('D-9');
	const shown = { id: LISTED, name: 'Lease', status: 'draft', contractType: null, integration };
	const page = { data: [shown], pagination: { has_next: false } };
	const fields = [{ attributeDefinitionId: LISTED, name: 'Fee', value: 5 }];
	const { baseUrl, close } = await answering(({ path }) => ({
		body: path === '/contracts' ? page : { ...shown, fields },
	}));
	const { items } = await runOperation(baseUrl, operation, { ...parameters });
	close();
	expect(items[0].json).toMatchObject({ id: LISTED, fields: { Fee: 5 } });
});
