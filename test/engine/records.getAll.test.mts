import { requestsOf } from '../support/contractRun.mts';
import { GET, GET_TABLE, many, SERVO, TABLE, recordsSuite } from '../support/recordsSuite.mts';

const { draft, run, sandbox, stored, upsert } = recordsSuite();

describe('Get Many', () => {
	test('shows the rows by the names of their fields, relations with what they hold', async () => {
		const contractId = await draft();
		await upsert(contractId, [
			{ description: 'A', quantity: 2, product: SERVO },
			{ description: 'B' },
		]);
		await sandbox().control.clearRequests();
		const { items, error } = await run('getAll', { customObjectId: TABLE, contractId });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toMatchObject([
			{
				customObjectId: TABLE,
				contractId,
				fromCatalogRecordId: null,
				fields: {
					Description: 'A',
					Quantity: 2,
					Product: { id: SERVO, fields: { Name: 'Servo drive SD-2', SKU: 'SD-2' } },
				},
			},
			{ fields: { Description: 'B' } },
		]);
		expect(await requestsOf(sandbox())).toEqual([
			`${GET} 200`,
			`${GET_TABLE} 200`,
			`${GET_TABLE} 200`,
		]);
	});

	test('returns the records as they are on demand, and no more than Limit', async () => {
		const contractId = await draft();
		await upsert(contractId, many(5));
		const { items } = await run('getAll', {
			customObjectId: TABLE,
			contractId,
			simplify: false,
			limit: 2,
		});
		const records = (await stored(contractId)).slice(0, 2);
		expect(items.map(({ json }) => json)).toEqual(
			records.map((record) => ({ ...record, customObjectId: TABLE, contractId })),
		);
	});

	test.each([
		[2, ['Limit ended the list at 2, and there may be more. Raise it, or turn on Return All.']],
		[5, []],
	])('says whether Limit ended the list: %d of 5', async (limit, hints) => {
		const contractId = await draft();
		await upsert(contractId, many(5));
		const parameters = { customObjectId: TABLE, contractId, limit };
		const { run: ended } = await run('getAll', parameters, [{ json: {} }, { json: {} }]);
		const [{ hints: told }] = ended.data.resultData.runData.SUT!;
		expect(told!.map(({ message }) => message)).toEqual(hints);
	});
});
