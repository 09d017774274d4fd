import type { IDataObject } from 'n8n-workflow';
import { contractListSuite, ids } from '../support/contractList.mts';
import { profiled } from '../support/profiled.mts';

const { sandbox, list, api } = contractListSuite();

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

	test('is completed contract by contract where the profile says that lists show a part', async () => {
		const credential = await profiled(sandbox(), { 'contract-list-items': 'partial' });
		const two = { returnAll: false, limit: 2 };

		const partial = await list(two);
		const complete = await list(two, { credential });
		// An option of earlier versions.
		const asBefore = await list({ ...two, options: { completeRecords: true } });

		expect(partial.items[0].json).toHaveProperty('fields', {});
		expect(complete.items[0].json).toMatchObject({
			contractTypeName: expect.any(String),
			fields: expect.any(Object),
		});
		expect(complete.items[0].json.fields).not.toEqual({});
		expect(asBefore.items).toEqual(complete.items);
	});

	test('has values in the words that Create takes, for one creation form per type', async () => {
		const { contractTypes } = await sandbox().control.fixtures();
		await sandbox().control.clearRequests();
		const { items, error } = await list({ options: { readableValues: true } });
		expect(error).toBeUndefined();

		const forms = await sandbox().control.requests({ route: '/contract-types/:id/creation-form' });
		expect(forms.length).toBeLessThanOrEqual(contractTypes.length);
		const values = items.flatMap(({ json }) => Object.entries(json.fields as IDataObject));
		const named = (name: string) =>
			new Set(values.filter(([key]) => key === name).map(([, value]) => value));
		expect([...named('Payment term')].toSorted()).toEqual(
			expect.arrayContaining(['30 days', '60 days']),
		);
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

test.each([
	[0, "Limit '0' is not a whole number of at least 1"],
	['={{ "ten" }}', "Limit 'ten' is not a whole number of at least 1"],
	['={{ 2.5 }}', "Limit '2.5' is not a whole number of at least 1"],
])('a limit of %s is refused', async (limit, message) => {
	const { error } = await list({ returnAll: false, limit });

	expect(error?.message).toBe(message);
});
