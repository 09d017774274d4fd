import type { IDataObject } from 'n8n-workflow';
import nock from 'nock';
import type { NodeRun } from '../support/engine.mts';
import { byId } from '../support/byId.mts';
import { runOperation } from '../support/runOperation.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

beforeAll(() => nock.restore());
const sandbox = sandboxSuite({ seed: 'demo' });

type Listed = IDataObject & { id: string; status: string; contractTypeId: string };

async function list(parameters: Record<string, unknown> = {}, more: Partial<NodeRun> = {}) {
	const all = { returnAll: true, ...parameters };
	const result = await runOperation(sandbox().baseUrl, 'contract.getAll', all, [{}], {
		workflowSettings: { timezone: 'UTC' },
		...more,
	});
	return { ...result, contracts: result.items.map(({ json }) => json as Listed) };
}

async function api(query = '') {
	const { body } = await sandbox().api('GET', `/contracts?limit=100${query}`);
	return body.data as Array<IDataObject & { id: string; status: string; endAt: string | null }>;
}

async function queries() {
	const requests = await sandbox().control.requests({ route: '/contracts' });
	return requests.map(({ query }) => query);
}

const ids = (contracts: Array<{ id: string }>) => contracts.map(({ id }) => id);

describe('filters', () => {
	test('by status: any of, is not one, is not several, and both', async () => {
		const all = await api();
		const withStatus = (...statuses: string[]) =>
			ids(all.filter(({ status }) => statuses.includes(status)));

		const anyOf = await list({ filters: { status: ['signed', 'draft'] } });
		const isNot = await list({ filters: { statusNot: ['signed'] } });
		const isNoneOf = await list({ filters: { statusNot: ['signed', 'canceled'] } });
		const both = await list({ filters: { status: ['signed', 'draft'], statusNot: ['draft'] } });

		expect(ids(anyOf.contracts)).toEqual(withStatus('signed', 'draft'));
		expect(ids(isNot.contracts)).toEqual(withStatus('draft', 'negotiating', 'signing', 'canceled'));
		expect(ids(isNoneOf.contracts)).toEqual(withStatus('draft', 'negotiating', 'signing'));
		expect(ids(both.contracts)).toEqual(withStatus('signed'));
		expect((await queries()).slice(1).map(({ status }) => status)).toEqual([
			'in:signed,draft',
			'ne:signed',
			'in:draft,negotiating,signing',
			'signed',
		]);
	});

	test('that exclude every contract are refused', async () => {
		const { error } = await list({ filters: { status: ['draft'], statusNot: ['draft'] } });

		expect(error?.message).toBe('The status filters exclude every contract');
	});

	test('by date: days begin and end in the timezone of the workflow', async () => {
		const contract = (endAt: string, name: string) =>
			sandbox().control.createContract({ name, endAt });
		await contract('2031-03-01T07:59:59.999Z', 'too early');
		await contract('2031-03-01T08:00:00.000Z', 'first moment');
		await contract('2031-03-02T07:59:59.999Z', 'last moment');
		await contract('2031-03-02T08:00:00.000Z', 'too late');

		const { contracts } = await list(
			{ filters: { endAtFrom: '2031-03-01', endAtTo: '2031-03-01' } },
			{ workflowSettings: { timezone: 'America/Los_Angeles' } },
		);

		expect(contracts.map(({ name }) => name).sort()).toEqual(['first moment', 'last moment']);
		expect((await queries())[0].endAt).toEqual([
			'gte:2031-03-01T08:00:00.000Z',
			'lte:2031-03-02T07:59:59.999Z',
		]);
	});

	test('by date: values of expressions, as text, as luxon and as Date', async () => {
		await list({ filters: { startAtFrom: "={{ DateTime.fromISO('2031-01-01T00:00:00Z') }}" } });
		await list({ filters: { startAtFrom: "={{ new Date('2031-01-01T00:00:00Z') }}" } });
		await list({ filters: { startAtFrom: '2031-01-01T01:00:00+01:00' } });

		expect((await queries()).map(({ startAt }) => startAt)).toEqual([
			'gte:2031-01-01T00:00:00.000Z',
			'gte:2031-01-01T00:00:00.000Z',
			'gte:2031-01-01T00:00:00.000Z',
		]);
	});

	test('by the next days: from the beginning of today to the end of the last day', async () => {
		const day = 86_400_000;
		const at = (ms: number) => new Date(Date.now() + ms).toISOString();
		await sandbox().control.createContract({ name: 'in 29 days', endAt: at(29 * day) });
		await sandbox().control.createContract({ name: 'in 32 days', endAt: at(32 * day) });
		await sandbox().control.createContract({ name: 'ended', endAt: at(-2 * day) });

		const { contracts } = await list({ filters: { endsWithinDays: 30 } });
		const names = contracts.map(({ name }) => name);

		expect(names).toContain('in 29 days');
		expect(names).not.toContain('in 32 days');
		expect(names).not.toContain('ended');
	});

	test('by date hold when the service ignores one side of a range', async () => {
		await sandbox().control.createContract({ name: 'inside', endAt: '2031-05-05T00:00:00Z' });
		await sandbox().control.createContract({ name: 'outside', endAt: '2031-08-05T00:00:00Z' });
		await sandbox().control.variants(['dateRangeOneSided']);
		const filters = { endAtFrom: '2031-05-01', endAtTo: '2031-05-31' };

		const { contracts } = await list({ filters });
		expect(contracts.map(({ name }) => name)).toEqual(['inside']);

		// Where contracts do not show their dates, the service is believed.
		await sandbox().control.variants(['dateRangeOneSided', 'datesMissing']);
		const unshown = await list({ filters });
		expect(unshown.contracts.map(({ name }) => name).sort()).toEqual(['inside', 'outside']);
	});

	test('by folder, counterparty and name', async () => {
		const { folderIds, counterparties } = await sandbox().control.fixtures();
		const counterpartyId = counterparties[2].id;
		const wanted = await sandbox().control.createContract({
			name: 'Überseevertrag 7',
			counterpartyId,
			folderId: folderIds[1],
		});
		await sandbox().control.createContract({ name: 'Überseevertrag 8', counterpartyId });

		const { contracts } = await list({
			filters: {
				counterpartyId: byId(counterpartyId),
				folderId: folderIds[1],
				name: 'ÜBERSEE',
			},
		});

		expect(contracts.map(({ name }) => name)).toEqual([wanted.name]);
	});

	test('by a name that the service would take for an operator are applied here', async () => {
		await sandbox().control.createContract({ name: 'in:side sales' });

		const { contracts } = await list({ filters: { name: 'in:side' } });

		expect(contracts.map(({ name }) => name)).toEqual(['in:side sales']);
		expect((await queries())[0]).not.toHaveProperty('name');
	});

	test('that are blank are left out, but a blank ID is refused', async () => {
		const { contracts } = await list({
			filters: {
				name: ' ',
				status: [],
				endAtFrom: '',
				additional: { filter: [{ name: 'status', operator: 'eq', value: '' }] },
			},
		});
		expect(contracts).toHaveLength((await api()).length);

		const { error } = await list({ filters: { folderId: '' } });
		expect(error?.message).toBe('Folder ID is empty');
	});

	test('can be given as name, operator and value for each of the seven names', async () => {
		const { contractTypes, counterparties, folderIds } = await sandbox().control.fixtures();
		const filter = (name: string, operator: string, value: unknown) => ({ name, operator, value });
		const { error } = await list({
			filters: {
				additional: {
					filter: [
						filter('status', 'in', 'signed, draft'),
						filter('status', 'ne', 'draft'),
						filter('startAt', 'gte', '2020-01-01'),
						filter('endAt', 'lte', '2040-01-01'),
						filter('counterpartyId', 'in', [counterparties[0].id, counterparties[1].id]),
						filter('contractTypeId', 'eq', contractTypes[0].id),
						filter('folderId', 'ne', folderIds[0]),
						filter('name', 'eq', 'Agreement'),
					],
				},
			},
		});

		expect(error).toBeUndefined();
		expect((await queries())[0]).toEqual({
			status: ['in:signed,draft', 'ne:draft'],
			startAt: 'gte:2020-01-01T00:00:00.000Z',
			endAt: 'lte:2040-01-01T23:59:59.999Z',
			counterpartyId: `in:${counterparties[0].id},${counterparties[1].id}`,
			contractTypeId: contractTypes[0].id,
			folderId: `ne:${folderIds[0]}`,
			name: 'Agreement',
			limit: '100',
		});
	});

	test.each([
		[
			{ name: 'status', operator: 'eq', value: 'done' },
			"Additional Filter 'status' has no value 'done'",
		],
		[
			{ name: 'counterpartyId', operator: 'in', value: 'a,b' },
			"Additional Filter 'counterpartyId' 'a' is not an id",
		],
		[
			{ name: 'endAt', operator: 'gte', value: 'soon' },
			"Additional Filter 'endAt' 'soon' is not a date",
		],
		[
			{ name: 'contractTypeId', operator: 'in', value: 'x' },
			"The service does not filter contract types by 'in'",
		],
	])('of %j are refused before anything is sent', async (filter, message) => {
		const { error } = await list({ filters: { additional: { filter: [filter] } } });

		expect(error?.message).toBe(message);
		expect(await sandbox().control.requests()).toEqual([]);
	});

	test.each([
		[{ endAtFrom: 'next week' }, "End Date From 'next week' is not a date"],
		[{ endsWithinDays: -1 }, "Ends Within (Days) '-1' is not a whole number of at least 0"],
		[{ counterpartyId: byId('={{ "../x" }}') }, "Counterparty '../x' is not an id"],
	])('%j are refused before anything is sent', async (filters, message) => {
		const { error } = await list({ filters });

		expect(error?.message).toBe(message);
		expect(await sandbox().control.requests()).toEqual([]);
	});
});

describe('several contract types', () => {
	const sort = {
		by: [
			{ field: 'createdAt', direction: 'desc' },
			{ field: 'id', direction: 'asc' },
		],
	};
	let typeIds: string[];
	beforeEach(async () => {
		const { contractTypes } = await sandbox().control.fixtures();
		typeIds = contractTypes.slice(0, 2).map(({ id }: { id: string }) => id);
	});

	test('are merged in the order of the sort, and none comes twice', async () => {
		const expected = (await api('&sort=-createdAt,id')).filter(({ contractType }) =>
			typeIds.includes((contractType as { id: string }).id),
		);

		const { contracts, error } = await list({ contractTypeIds: [...typeIds, typeIds[0]], sort });

		expect(error).toBeUndefined();
		expect(ids(contracts)).toEqual(ids(expected));
		expect(new Set((await queries()).slice(1).map(({ contractTypeId }) => contractTypeId))).toEqual(
			new Set(typeIds),
		);
	});

	test('stop reading at the limit', async () => {
		const { items } = await list({ returnAll: false, limit: 3, contractTypeIds: typeIds, sort });

		expect(items).toHaveLength(3);
		expect((await queries()).map(({ limit }) => limit)).toEqual(['3', '3']);
	});

	test('fill the limit although records drop out when they are checked again', async () => {
		await sandbox().control.variants(['dateRangeOneSided']);
		const filters = { endAtFrom: '2020-01-01', endAtTo: '2027-12-31' };
		const full = await list({ contractTypeIds: typeIds, sort, filters });
		expect(full.contracts.length).toBeGreaterThan(5);

		const { contracts } = await list({
			returnAll: false,
			limit: 5,
			contractTypeIds: typeIds,
			sort,
			filters,
		});

		expect(ids(contracts)).toEqual(ids(full.contracts).slice(0, 5));
	});

	test('come one after the other, with a hint, where the service refuses to sort', async () => {
		await sandbox().control.variants(['sortRefused']);

		const { contracts, run, error } = await list({ contractTypeIds: typeIds, sort });

		expect(error).toBeUndefined();
		const types = contracts.map(({ contractTypeId }) => contractTypeId);
		expect(types).toEqual([...types].sort((a, b) => typeIds.indexOf(a) - typeIds.indexOf(b)));
		expect(run.data.resultData.runData.SUT[0].hints).toEqual([
			expect.objectContaining({ message: expect.stringContaining('refused to sort') }),
		]);
	});

	test('may come as text with commas, as agents give them', async () => {
		const { contracts } = await list({ contractTypeIds: `={{ '${typeIds.join(', ')}' }}` });

		expect(new Set(contracts.map(({ contractTypeId }) => contractTypeId))).toEqual(
			new Set(typeIds),
		);
	});

	test.each([[{ onePage: true }], [{ cursor: 'abc' }]])('are refused with %j', async (options) => {
		const { error } = await list({ contractTypeIds: typeIds, options });

		expect(error?.message).toBe('One Page and Cursor work with one contract type only');
		expect(await queries()).toEqual([]);
	});

	test('are refused together with a filter on the type', async () => {
		const filter = { name: 'contractTypeId', operator: 'eq', value: typeIds[0] };
		const { error } = await list({
			contractTypeIds: typeIds,
			filters: { additional: { filter: [filter] } },
		});

		expect(error?.message).toBe('The contract type is given twice');
	});
});

describe('One Page', () => {
	test('leads through any number of contracts, page by page', async () => {
		const seen: string[] = [];
		let cursor: unknown = '';
		for (let page = 0; page < 20 && cursor !== null; page++) {
			const { items, error } = await list({
				returnAll: false,
				limit: 7,
				options: { onePage: true, cursor },
			});
			expect(error).toBeUndefined();
			expect(items).toHaveLength(1);
			const { records, nextCursor, hasNextPage } = items[0].json as IDataObject;
			expect(hasNextPage).toBe(nextCursor !== null);
			seen.push(...ids(records as Array<{ id: string }>));
			cursor = nextCursor;
		}

		expect(seen).toEqual(ids(await api()));
	});
});

describe('Fast Listing', () => {
	test('gives the same contracts as the plain list, in the wanted order', async () => {
		const sort = { by: [{ field: 'name', direction: 'asc' }] };
		const fast = await list({ sort, options: { fastListing: true } });
		const plain = await list({ sort });

		expect(fast.error).toBeUndefined();
		expect(new Set(ids(fast.contracts))).toEqual(new Set(ids(plain.contracts)));
		expect(fast.contracts.map(({ name }) => name)).toEqual(plain.contracts.map(({ name }) => name));
	});

	test('gives way to the plain list where a raw filter names what it would split by', async () => {
		const { contractTypes } = await sandbox().control.fixtures();
		const filter = { name: 'contractTypeId', operator: 'eq', value: contractTypes[0].id };

		const { contracts } = await list({
			filters: { additional: { filter: [filter] } },
			options: { fastListing: true },
		});

		expect(new Set(contracts.map(({ contractTypeId }) => contractTypeId))).toEqual(
			new Set([contractTypes[0].id]),
		);
	});

	test('respects every filter', async () => {
		const { contractTypes } = await sandbox().control.fixtures();
		const parameters = {
			contractTypeIds: [contractTypes[0].id, contractTypes[1].id],
			filters: { statusNot: ['signed'], endAtFrom: '2020-01-01' },
		};
		const fast = await list({ ...parameters, options: { fastListing: true } });
		const plain = await list(parameters);

		expect(plain.contracts.length).toBeGreaterThan(0);
		expect(ids(fast.contracts).sort()).toEqual(ids(plain.contracts).sort());
	});
});

describe('the answer', () => {
	test.each([
		[['bareArrays']],
		[['camelCasePaging']],
		[['linksOnly']],
		[['plainContractIds']],
		[['prefixedReferences']],
		[['datesMissing']],
		[['stringFieldValues']],
		[['offsetTimestamps']],
		[['secondTimestamps']],
		[['otherDefaultOrder']],
		[['caseSensitiveNames']],
	])('is understood in the shape %j', async (variants) => {
		const expected = (await api()).length;
		await sandbox().control.variants(variants);

		const { items, error } = await list();

		expect(error).toBeUndefined();
		expect(items).toHaveLength(expected);
		expect(items[0].json).toMatchObject({
			contractTypeName: expect.any(String),
			fields: expect.any(Object),
		});
	});

	test('is completed contract by contract where the list shows a part and the person wants it all', async () => {
		await sandbox().control.variants(['partialContracts']);

		const partial = await list({ returnAll: false, limit: 2 });
		const complete = await list({ returnAll: false, limit: 2, options: { completeRecords: true } });

		expect(partial.items[0].json).not.toHaveProperty('fields');
		expect(complete.items[0].json).toMatchObject({
			contractTypeName: expect.any(String),
			fields: expect.any(Object),
		});
	});

	test.each([
		['byName', { Reference: expect.any(String) }],
		['byId', { 'f1000000-0000-4000-8000-000000000001': expect.any(String) }],
		[
			'array',
			expect.arrayContaining([
				{
					id: 'f1000000-0000-4000-8000-000000000001',
					name: 'Reference',
					value: expect.any(String),
				},
			]),
		],
	])('has fields %s', async (fieldsAs, expected) => {
		const { contractTypes } = await sandbox().control.fixtures();
		const { contracts } = await list({
			returnAll: false,
			limit: 1,
			contractTypeIds: [contractTypes[0].id],
			options: { fieldsAs },
		});

		if (fieldsAs === 'array') expect(contracts[0].fields).toEqual(expected);
		else expect(contracts[0].fields).toMatchObject(expected as object);
	});
});

test.each([
	[0, "Limit '0' is not a whole number of at least 1"],
	['={{ "ten" }}', "Limit 'ten' is not a whole number of at least 1"],
	['={{ 2.5 }}', "Limit '2.5' is not a whole number of at least 1"],
])('a limit of %s is refused', async (limit, message) => {
	const { error } = await list({ returnAll: false, limit });

	expect(error?.message).toBe(message);
});
