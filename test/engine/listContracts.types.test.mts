import { contractListSuite, ids } from '../support/contractList.mts';
import { profiled } from '../support/profiled.mts';

const { sandbox, list, api, queries } = contractListSuite();

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

		const twice = [...typeIds, typeIds[0], `type_${typeIds[1]}`];
		const { contracts, error } = await list({ contractTypeIds: twice, sort });

		expect(error).toBeUndefined();
		expect(ids(contracts)).toEqual(ids(expected));
		const asked = (await queries()).slice(1).map(({ contractTypeId }) => contractTypeId);
		expect(asked.toSorted()).toEqual(typeIds.toSorted());
	});

	test('stop reading at the limit', async () => {
		const { items } = await list({ returnAll: false, limit: 3, contractTypeIds: typeIds, sort });

		expect(items).toHaveLength(3);
		expect((await queries()).map(({ limit }) => limit)).toEqual(['3', '3']);
	});

	test('by a date that only single contracts show are sorted by it, also with Complete Records', async () => {
		const byEnd = {
			contractTypeIds: typeIds,
			sort: { by: [{ field: 'endAt', direction: 'asc' }] },
		};
		const few = { ...byEnd, returnAll: false, limit: 3 };
		const expected = ids((await list(byEnd)).contracts).slice(0, 3);
		const credential = await profiled(sandbox(), { 'contract-list-items': 'partial' });

		expect(ids((await list(few, { credential })).contracts)).toEqual(expected);
		const asBefore = await list({ ...few, options: { completeRecords: true } });
		expect(ids(asBefore.contracts)).toEqual(expected);
	});

	test.each(['full', 'partial'])(
		'by a date that no contract shows are refused, and one type is sorted by the service: %s',
		async (items) => {
			const sort = { by: [{ field: 'endAt', direction: 'asc' }] };
			const contractTypeIds = typeIds.slice(0, 1);
			const expected = ids((await list({ contractTypeIds, sort })).contracts);
			const credential = await profiled(sandbox(), { 'contract-list-items': items });
			await sandbox().control.variants(['datesMissing']);

			const { error } = await list({ contractTypeIds: typeIds, sort, limit: 3 }, { credential });
			expect(error?.message).toBe(
				'No contract shows endAt, so several contract types cannot be sorted by it',
			);
			expect(error?.description).toContain('Choose one contract type');
			const one = await list({ contractTypeIds, sort }, { credential });
			expect(ids(one.contracts)).toEqual(expected);
		},
	);

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

	test.each([
		'={{ $json.contract_type_id }}',
		'={{ $json.none ?? null }}',
		'={{ "" }}',
		'={{ [$json.contract_type_id] }}',
	])(
		'by an expression that gives nothing are refused, as all contracts were not meant: %s',
		async (contractTypeIds) => {
			const { error } = await list({ contractTypeIds });
			expect(error?.message).toBe(
				'Contract Type is empty: correct its expression, which gave nothing',
			);
			expect(await queries()).toEqual([]);
		},
	);

	test('by an expression that gives an empty list are all', async () => {
		const { contracts } = await list({ contractTypeIds: '={{ [] }}' });
		expect(contracts).toHaveLength((await list({})).contracts.length);
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

describe('Fast Listing', () => {
	test('gives the same contracts as the plain list, in the wanted order', async () => {
		const sort = { by: [{ field: 'name', direction: 'asc' }] };
		const fast = await list({ sort, options: { fastListing: true } });
		const plain = await list({ sort });

		expect(fast.error).toBeUndefined();
		expect(new Set(ids(fast.contracts))).toEqual(new Set(ids(plain.contracts)));
		expect(fast.contracts.map(({ name }) => name)).toEqual(plain.contracts.map(({ name }) => name));
	});

	test('gives way to the plain list where the profile says that the service does not sort', async () => {
		const { contractTypes } = await sandbox().control.fixtures();
		const parameters = { filters: { status: ['draft', 'signed'] } };
		const sorted = await list(parameters);
		const credential = await profiled(sandbox(), { 'contract-list-sort': 'unsorted' });
		await sandbox().control.clearRequests();
		const plain = await list(parameters, { credential });

		expect(plain.error).toBeUndefined();
		expect(plain.contracts.length).toBeGreaterThan(0);
		expect(new Set(ids(plain.contracts))).toEqual(new Set(ids(sorted.contracts)));
		expect((await queries()).some((query) => 'sort' in query)).toBe(false);
		const types = contractTypes.slice(0, 2).map(({ id }: { id: string }) => id);
		const several = await list({ contractTypeIds: types }, { credential });
		expect(several.error).toBeUndefined();
		expect(new Set(several.contracts.map(({ contractTypeId }) => contractTypeId))).toEqual(
			new Set(types),
		);
		const sort = { by: [{ field: 'name', direction: 'asc' }] };
		const { error } = await list({ sort }, { credential });
		expect(error?.message).toBe('The service does not sort contracts');
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
