import type { IDataObject, IRun } from 'n8n-workflow';
import { creationSuite, LINK, row } from '../support/creation.mts';
import { otherProcess } from '../support/otherProcess.mts';
import { runOperation } from '../support/runOperation.mts';

/** Whom a contract is with, and which company is meant: exactly, else the only one that is called so in another spelling. */
const { sandbox, type, create, posts } = creationSuite();

const VAT = 'f2000000-0000-4000-8000-000000000002';
const company = async (name: string, fields: IDataObject = {}) =>
	(await sandbox().control.createCounterparty({ name, fields })).id;
const count = async (): Promise<number> =>
	(await sandbox().control.fixtures()).counterparties.length;
const named = (name: number | string) => row(1, { account: name });
const hintsOf = ({ data }: IRun) =>
	(data.resultData.runData.SUT[0].hints ?? []).map(({ message }) => message);

describe('Counterparty Name', () => {
	test.each([
		['other case', 'BALTIC FREIGHT AS', 'Baltic Freight AS'],
		['other blanks', 'Baltic  Freight\u00a0AS ', 'Baltic Freight AS'],
		['another normal form', 'Färber Präzision KG'.normalize('NFD'), 'Färber Präzision KG'],
		['exactly', 'Baltic Freight AS', 'Baltic Freight AS'],
	])('in %s makes no second company', async (_what, given, name) => {
		const before = await count();
		const { items, error } = await create([named(given)]);
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ action: 'created', counterpartyName: name });
		expect(await count()).toBe(before);
	});

	test('finds a company whose own name has two blanks', async () => {
		const id = await company('Acme  Bau GmbH');
		const { items } = await create([named('acme bau gmbh')]);
		expect(items[0].json.counterpartyId).toBe(id);
	});

	test('takes the one that is called exactly so', async () => {
		await company('TWIN AG');
		const id = await company('Twin AG');
		const { items } = await create([named('Twin AG')]);
		expect(items[0].json.counterpartyId).toBe(id);
	});

	test('that two have in another spelling is refused with both, before anything is sent', async () => {
		const ids = [await company('TWIN AG'), await company('Twin AG')];
		const { error } = await create([named('Acme'), named('twin ag')]);
		expect(error?.message).toContain("2 counterparties are called 'twin ag'");
		for (const id of ids) expect(error?.description).toContain(id);
		expect(await posts()).toBe(0);
	});

	test('that several have is that of the one that is not archived; the only one that is archived is told of', async () => {
		const archived = async (name: string) =>
			await sandbox().control.createCounterparty({ name, status: 'archived' });
		await archived('Twin AG');
		const id = await company('Twin AG');
		const { id: alone } = await archived('Gone AG');
		const { items, run } = await create([named('Twin AG'), named('Gone AG')]);
		expect(items.map(({ json }) => json.counterpartyId)).toEqual([id, alone]);
		expect(hintsOf(run)).toEqual(["'Gone AG' is archived."]);
	});

	test('of a new company is sent in one spelling, and made once for rows in several', async () => {
		const before = await count();
		const spellings = ['New  Company Ltd', 'NEW COMPANY LTD', 'New Company Ltd'];
		const { items, error } = await create(spellings.map(named));
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.counterpartyName)).toEqual(
			Array<string>(3).fill('New Company Ltd'),
		);
		expect(await count()).toBe(before + 1);
	});

	test.each([
		'rec8116Cdd76088af',
		'0015g00000XyZAB',
		'0015g00000XyZABAA4',
		'8123456789',
		9_607_580,
		'0',
		'000000000000000AAA',
		'3F2A8C1E-5b7d-4e9f-a1b2-c3d4e5f60718',
		'counterparty_3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718',
	])('that is the ID %s makes no company', async (id) => {
		const before = await count();
		const { error } = await create([named(id)]);
		expect(error?.message).toBe(`Counterparty Name '${id}' is a number or an ID`);
		expect([await count(), await posts()]).toEqual([before, 0]);
	});

	test('may be the ID of a company, as the refusal of a name that two have advises', async () => {
		const [, id] = [await company('Twin AG'), await company('Twin AG')];
		const { error } = await create([named('Twin AG')]);
		expect(error?.description).toContain(`Twin AG (${id})`);
		const { items } = await create([named(id)]);
		expect(items[0].json.counterpartyId).toBe(id);
	});

	test('may be digits where a company is called so', async () => {
		const id = await company('12345678');
		const { items } = await create([named('12345678')]);
		expect(items[0].json.counterpartyId).toBe(id);
	});

	test('is looked up once for all rows of a name', async () => {
		await create(Array.from({ length: 20 }, () => named('Baltic Freight AS')));
		const searches = await sandbox().control.requests({ route: '/counterparties' });
		expect(searches.filter(({ method }) => method === 'GET')).toHaveLength(1);
	});
});

describe('Sync by name', () => {
	const sync = async (parameters: IDataObject) =>
		await runOperation(sandbox().baseUrl, 'counterparty.sync', parameters);

	test('says that the name is in another spelling', async () => {
		const { items } = await sync({ findBy: 'name', matchName: 'BALTIC FREIGHT AS' });
		expect(items[0].json).toMatchObject({ action: 'unchanged', otherSpelling: true });
		const exact = await sync({ findBy: 'name', matchName: 'Baltic Freight AS' });
		expect(exact.items[0].json).toMatchObject({ otherSpelling: false });
	});

	test('by an ID of another system minds case', async () => {
		const ids = ['0015gABCDA', '0015gABCDa'];
		const companies = [
			await company('Upper', { [VAT]: ids[0] }),
			await company('Lower', { [VAT]: ids[1] }),
		];
		for (const [i, matchValue] of ids.entries()) {
			const { items } = await sync({ findBy: 'field', matchField: VAT, matchValue });
			expect(items[0].json.id).toBe(companies[i]);
		}
		const { items } = await sync({ findBy: 'field', matchField: VAT, matchValue: '0015GABCDA' });
		expect(items[0].json.action).toBe('notFound');
	});

	test('by a field that no counterparty has is refused once, with those that they have', async () => {
		const matchField = 'f2000000-0000-4000-8000-00000000dead';
		const rows = Array.from({ length: 50 }, (_, n) => ({ n }));
		const parameters = {
			...{ findBy: 'field', matchField, matchValue: '={{ $json.n + "" }}' },
			updateFields: { status: 'archived' },
		};
		const { error } = await runOperation(sandbox().baseUrl, 'counterparty.sync', parameters, rows);
		expect(error?.message).toContain(`No counterparty has the field ${matchField}`);
		expect(error?.description).toContain(VAT);
	});
});

describe('Find Existing, in another process', () => {
	const settings = { integration: LINK, findExisting: true };
	const elsewhere = async (items: IDataObject[], more: object = {}) =>
		await create(
			items,
			{ ...settings, ...more },
			{},
			undefined,
			undefined,
			(await otherProcess())(),
		);

	test.each([
		['has been renamed', 'Ltd', 'Ltd.'],
		['is spelled otherwise', 'Strasse SS', 'Straße SS'],
	])('finds the contract of a deal whose company %s', async (_what, before, now) => {
		const first = await create([named(`Acme ${before}`)], settings);
		expect(first.items[0].json.action).toBe('created');
		const id = String(first.items[0].json.counterpartyId);
		await sandbox().api('PATCH', `/counterparties/${id}`, { name: `Acme ${now}` });
		const { items, run } = await elsewhere([named(`Acme ${before}`)]);
		const { id: found } = first.items[0].json;
		expect(items[0].json).toMatchObject({ action: 'found', id: found });
		expect(hintsOf(run)).toEqual(
			before.endsWith('SS')
				? []
				: [
						`${String(found)} has the link of item 0, but is with 'Acme ${now}' (${id}), not with the item's company.`,
					],
		);
		expect(await posts()).toBe(1);
	});

	test('finds it under the company that its own was merged into, by ID too', async () => {
		const [old, merged] = [await company('Old Ltd'), await company('Merged Ltd')];
		const link = {
			type: 'crmOne',
			externalEntity: 'deal',
			externalId: 'DEAL-X-1',
			externalUrl: '',
		};
		const contract = { counterpartyId: merged, contractTypeId: type().id, integration: link };
		await sandbox().control.createContract(contract);
		const by = {
			counterpartySource: 'existing',
			counterpartyId: { __rl: true, mode: 'id', value: old },
		};
		const { items, run } = await elsewhere([row(1)], by);
		expect(items[0].json).toMatchObject({ action: 'found', counterpartyId: merged });
		expect(hintsOf(run)).toEqual([
			expect.stringContaining(`is with 'Merged Ltd' (${merged}), not with`),
		]);
	});

	test('finds it by an ID that was copied with what nobody sees', async () => {
		const { items } = await create([named('Acme')], settings);
		const deal = `\u200b${String(named('Acme').deal)}\ufeff`;
		const again = await elsewhere([{ ...named('Acme'), deal }]);
		expect(again.items[0].json).toMatchObject({ action: 'found', id: items[0].json.id });
	});

	test('looks at the newest 1,000 of the type once, and says so where there are older ones', async () => {
		await sandbox().control.seed({ contracts: 1_200, types: 1 });
		await sandbox().control.clearRequests();
		const { items, run } = await create([row(1), row(2), row(3)], settings);
		expect(items.map(({ json }) => json.action)).toEqual(Array<string>(3).fill('created'));
		const hints = JSON.stringify(run.data.resultData.runData.SUT);
		const lists = await sandbox().control.requests({ method: 'GET', route: '/contracts' });
		const ofType = lists.filter(({ query }) => 'sort' in query);
		expect(ofType.length).toBeLessThanOrEqual(10);
		expect(hints.includes('the newest 1000 of the contract type')).toBe(ofType.length === 10);
	});
});
