import type { IDataObject } from 'n8n-workflow';
import { tableOf } from '../../nodes/ContractManagement/api/customObjects';
import { recordColumns } from '../../nodes/ContractManagement/api/recordColumns';
import type { ContractRecord } from '../../nodes/ContractManagement/api/types';
import { contractIn, requestsOf, runnerOf } from '../support/contractRun.mts';
import type { NodeRun } from '../support/engine.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';

/** The demo's line items: a text, a number and a relation to the product catalog. */
const TABLE = 'c0000000-0000-4000-8000-000000000001';
const DESCRIPTION = '5f000000-0000-4000-8000-000000000101';
const QUANTITY = '5f000000-0000-4000-8000-000000000102';
const PRODUCT = '5f000000-0000-4000-8000-000000000103';
const SERVO = 'ca000000-0000-4000-8000-000000000002';

const ROUTE = '/custom-objects/:customObjectId/contract/:contractId/records';
const PUT = `PUT ${ROUTE}`;
const GET = `GET ${ROUTE}`;
const GET_TABLE = 'GET /custom-objects/:id';

let sandbox: Sandbox;
let columns: ReturnType<typeof recordColumns>;

beforeAll(async () => {
	sandbox = await startSandbox();
	const table = tableOf((await sandbox.api('GET', `/custom-objects/${TABLE}`)).body);
	columns = recordColumns(table!);
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => await sandbox.control.reset());

const run = runnerOf(() => sandbox, 'customObjectRecord');
const draft = () => contractIn(sandbox, { status: 'draft' });

/** The mapper as the editor saves it. */
function mapper(value: IDataObject, matchingColumns: string[] = ['id']) {
	return { mappingMode: 'defineBelow', value, matchingColumns, schema: columns };
}

const LINE = {
	[DESCRIPTION]: '={{ $json.description }}',
	[QUANTITY]: '={{ $json.quantity }}',
	[PRODUCT]: '={{ $json.product }}',
};

async function upsert(
	contractId: string,
	rows: IDataObject[],
	parameters: Record<string, unknown> = {},
	more: Partial<NodeRun> = {},
) {
	return await run(
		'upsert',
		{ customObjectId: TABLE, contractId, fields: mapper(LINE), ...parameters },
		rows.map((json) => ({ json })),
		more,
	);
}

async function stored(contractId: string): Promise<ContractRecord[]> {
	const path = `/custom-objects/${TABLE}/contract/${contractId}/records`;
	return (await sandbox.api('GET', path)).body.records;
}

/** What is in the table: `[description, quantity]` of each row. */
async function lines(contractId: string): Promise<unknown[][]> {
	return (await stored(contractId)).map((record) => [
		valueOf(record, DESCRIPTION),
		valueOf(record, QUANTITY),
	]);
}

const valueOf = ({ fields }: ContractRecord, id: string) =>
	fields.find(({ smartFieldId }) => smartFieldId === id)?.rawValue ?? null;

const many = (count: number) =>
	Array.from({ length: count }, (_, i) => ({ description: `Line ${i}`, quantity: i }));

const byDescription = () => ({ fields: mapper(LINE, [DESCRIPTION]) });

test('a thousand rows of a contract are one request, each with its result', async () => {
	const contractId = await draft();
	const { items, error } = await upsert(contractId, many(1000));

	expect(error).toBeUndefined();
	expect(await requestsOf(sandbox)).toEqual([`${PUT} 200`]);
	const records = await stored(contractId);
	expect(records).toHaveLength(1000);
	expect(
		items.map(({ json, pairedItem }) => [json.action, json.id, json.fields, pairedItem]),
	).toEqual(
		records.map(({ id }, i) => [
			'created',
			id,
			{ Description: `Line ${i}`, Quantity: i, Product: null },
			{ item: i },
		]),
	);
});

test('running twice with a match column leaves a thousand, and reads what is there first', async () => {
	const contractId = await draft();
	await upsert(contractId, many(1000), byDescription());
	const before = await stored(contractId);
	await sandbox.control.clearRequests();

	const rows = many(1000).map((row) => ({ ...row, quantity: row.quantity + 1 }));
	const { items } = await upsert(contractId, rows, byDescription());

	expect(await requestsOf(sandbox)).toEqual([`${GET} 200`, `${PUT} 200`]);
	expect(new Set(items.map(({ json }) => json.action))).toEqual(new Set(['updated']));
	expect(items.map(({ json }) => json.id)).toEqual(before.map(({ id }) => id));
	expect(await lines(contractId)).toEqual(rows.map((row) => [row.description, row.quantity]));
});

describe('where the service replaces the table by what a request names', () => {
	beforeEach(async () => await sandbox.control.variants(['recordsPut=replace']));

	test('a thousand rows stay a thousand, also when run twice', async () => {
		const contractId = await draft();
		await upsert(contractId, many(1000), byDescription());
		await upsert(contractId, many(1000), byDescription());
		expect(await stored(contractId)).toHaveLength(1000);
	});

	test('other rows stay when a match column is used', async () => {
		const contractId = await draft();
		await upsert(contractId, many(3));
		await upsert(
			contractId,
			[{ description: 'Line 1', quantity: 10 }, { description: 'New' }],
			byDescription(),
		);
		expect(await lines(contractId)).toEqual([
			['Line 0', 0],
			['Line 1', 10],
			['Line 2', 2],
			['New', null],
		]);
	});

	test('rows of earlier requests stay when they are split', async () => {
		const contractId = await draft();
		const { items } = await upsert(contractId, many(7), { options: { recordsPerRequest: 3 } });
		expect(await requestsOf(sandbox)).toEqual(Array(3).fill(`${PUT} 200`));
		expect(await lines(contractId)).toEqual(many(7).map((row) => [row.description, row.quantity]));
		expect(items.map(({ json }) => json.id)).toEqual(
			(await stored(contractId)).map(({ id }) => id),
		);
	});

	test('rows stay when each item is a request of its own, as with MCP', async () => {
		const contractId = await draft();
		const { items, error } = await upsert(contractId, many(12), {}, { declaredRouteOnly: true });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(12);
		const { byRoute } = await sandbox.control.requestSummary();
		expect(byRoute[PUT]).toMatchObject({ count: 12, maxConcurrent: 1 });
		expect((await lines(contractId)).toSorted()).toEqual(
			many(12)
				.map((row) => [row.description, row.quantity])
				.toSorted(),
		);
	});

	test('nothing is sent along where the person chose so', async () => {
		const contractId = await draft();
		await upsert(contractId, many(3));
		const options = { otherRows: 'omit' };
		await upsert(contractId, [{ description: 'Line 1' }], { ...byDescription(), options });
		expect(await lines(contractId)).toEqual([['Line 1', 1]]);
	});
});

test('rows of three contracts are three requests, with results in the order of the input', async () => {
	const [a, b, c] = [await draft(), await draft(), await draft()];
	const rows = [a, b, a, c, b, a].map((contract, i) => ({ contract, description: `R${i}` }));
	const { items, error } = await upsert('={{ $json.contract }}', rows);
	expect(error).toBeUndefined();
	expect(await requestsOf(sandbox)).toEqual(Array(3).fill(`${PUT} 200`));
	expect(items.map(({ json, pairedItem }) => [json.contractId, json.fields, pairedItem])).toEqual(
		rows.map(({ contract, description }, i) => [
			contract,
			{ Description: description, Quantity: null, Product: null },
			{ item: i },
		]),
	);
});

test('two rows with the same key are one record, in which the later values win', async () => {
	const contractId = await draft();
	const { items } = await upsert(
		contractId,
		[
			{ description: 'Same', quantity: 1, product: SERVO },
			{ description: 'Other', quantity: 5 },
			{ description: 'Same', quantity: 2 },
		],
		byDescription(),
	);
	expect(await lines(contractId)).toEqual([
		['Same', 2],
		['Other', 5],
	]);
	const [first, , last] = items.map(({ json }) => json);
	expect(first).toEqual({ ...last, mergedIntoItem: 2 });
	expect(valueOf((await stored(contractId))[0], PRODUCT)).toBe(SERVO);
});

describe('values', () => {
	test('of CRMs fit the smart fields, blank ones stay, (clear) empties', async () => {
		const contractId = await draft();
		await upsert(contractId, [{ description: 'A', quantity: ' 12 ', product: SERVO }]);
		await upsert(
			contractId,
			[{ description: 'A', quantity: '', product: '(clear)' }],
			byDescription(),
		);
		const [record] = await stored(contractId);
		expect([QUANTITY, PRODUCT].map((id) => valueOf(record, id))).toEqual([12, null]);
	});

	test('that do not fit are refused before anything is sent', async () => {
		const contractId = await draft();
		const { error } = await upsert(contractId, [
			{ description: 'A' },
			{ description: 'B', quantity: '1,5' },
		]);
		expect(error?.message).toBe("Field 'Quantity' cannot take '1,5'");
		expect(error?.description).toContain('[item 1]');
		expect(await requestsOf(sandbox)).toEqual([]);
	});

	test('map automatically by the names of the fields; other input fields are ignored', async () => {
		const contractId = await draft();
		const { error } = await upsert(
			contractId,
			[{ Description: 'Auto', quantity: '3', deal: 'x' }],
			{
				fields: {
					mappingMode: 'autoMapInputData',
					value: null,
					matchingColumns: [],
					schema: columns,
				},
			},
		);
		expect(error).toBeUndefined();
		expect(await lines(contractId)).toEqual([['Auto', 3]]);
	});

	test('in a workflow written by hand are typed by the custom object, read once', async () => {
		const contractId = await draft();
		const fields = {
			mappingMode: 'defineBelow',
			value: { ...LINE },
			matchingColumns: [],
			schema: [],
		};
		await upsert(contractId, many(20), { fields });
		expect((await requestsOf(sandbox)).toSorted()).toEqual([`${GET_TABLE} 200`, `${PUT} 200`]);
	});

	test('for a field that the table does not have are refused by name', async () => {
		const fields = {
			mappingMode: 'defineBelow',
			value: { Colour: 'red' },
			matchingColumns: [],
			schema: [],
		};
		const { error } = await upsert(await draft(), [{}], { fields });
		expect(error?.message).toBe("The custom object has no field 'Colour'");
		expect(error?.description).toContain('Description, Quantity, Product');
		expect(error?.context).toMatchObject({ errorId: 'FIELD_NOT_FOUND' });
	});
});

describe('a row', () => {
	test('of the product catalog keeps its source, also when it is updated', async () => {
		const contractId = await draft();
		const products = 'c0000000-0000-4000-8000-000000000002';
		const fields = (value: IDataObject) => ({
			mappingMode: 'defineBelow',
			matchingColumns: ['fromCatalogRecordId'],
			schema: [],
			value: { fromCatalogRecordId: SERVO, ...value },
		});
		const into = { customObjectId: products };
		await upsert(contractId, [{}], { ...into, fields: fields({}) });
		const { items, error } = await upsert(contractId, [{}], {
			...into,
			fields: fields({ Name: 'Renamed' }),
		});
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({
			action: 'updated',
			fromCatalogRecordId: SERVO,
			fields: { Name: 'Renamed', SKU: 'SD-2' },
		});
	});

	test('is updated by its record id, and keeps what it does not name', async () => {
		const contractId = await draft();
		await upsert(contractId, [{ description: 'A', quantity: 1, product: SERVO }]);
		const [{ id }] = await stored(contractId);
		const fields = mapper({ id: '={{ $json.id }}', [QUANTITY]: 2 });
		const { items } = await upsert(contractId, [{ id }], { fields });
		expect(items[0].json).toMatchObject({ action: 'updated', id });
		expect(await lines(contractId)).toEqual([['A', 2]]);
		expect(valueOf((await stored(contractId))[0], PRODUCT)).toBe(SERVO);
	});

	test.each([
		['17', "Record ID '17' is not an id"],
		[
			'e0000000-0000-4000-8000-00000000dead',
			'The contract has no record e0000000-0000-4000-8000-00000000dead in this custom object',
		],
	])('with the record id %s is refused before anything is written', async (id, message) => {
		const contractId = await draft();
		const fields = mapper({ id: '={{ $json.id }}', [QUANTITY]: 2 });
		const { error } = await upsert(contractId, [{ id }], { fields });
		expect(error?.message).toBe(message);
		expect((await requestsOf(sandbox)).filter((request) => request.startsWith('PUT'))).toEqual([]);
	});

	test('without a value in the match column is refused', async () => {
		const { error } = await upsert(await draft(), [{ quantity: 1 }], byDescription());
		expect(error?.message).toBe("Column to match on 'Description' is empty");
	});

	test('that matches two existing ones is refused', async () => {
		const contractId = await draft();
		await upsert(contractId, [{ description: 'Twin' }, { description: 'Twin' }]);
		const { error } = await upsert(contractId, [{ description: 'Twin' }], byDescription());
		expect(error?.message).toBe('2 existing records have the same Description');
	});
});

describe('on an error, with Continue', () => {
	const settings = { nodeSettings: { onError: 'continueErrorOutput' as const } };

	test('rows that cannot be sent are left out, and the others written', async () => {
		const contractId = await draft();
		const rows = many(10).map((row) => (row.quantity % 5 === 3 ? { ...row, quantity: 'x' } : row));
		const { items, errorItems } = await upsert(contractId, rows, {}, settings);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 4, 5, 6, 7, 9].map((item) => ({ item })),
		);
		expect(
			errorItems.map(({ json }) => [json.description, (json.details as IDataObject).field]),
		).toEqual([
			['Line 3', 'Quantity'],
			['Line 8', 'Quantity'],
		]);
		expect(await stored(contractId)).toHaveLength(8);
	});

	test('the row that the service refuses is found, and the others written without it', async () => {
		const contractId = await draft();
		const unknown = 'ca000000-0000-4000-8000-00000000dead';
		const rows = [
			{ description: 'A' },
			{ description: 'B', product: unknown },
			{ description: 'C' },
		];
		const { items, errorItems } = await upsert(contractId, rows, {}, settings);
		expect(items.map(({ json }) => (json.fields as IDataObject).Description)).toEqual(['A', 'C']);
		expect(errorItems).toMatchObject([{ json: { description: 'B' } }]);
		expect(await lines(contractId)).toEqual([
			['A', null],
			['C', null],
		]);
	});

	test('a contract that fails does not stop another', async () => {
		const good = await draft();
		const rows = [
			{ contract: 'd0000000-0000-4000-8000-00000000dead', description: 'X' },
			{ contract: good, description: 'Y' },
		];
		const { items, errorItems } = await upsert('={{ $json.contract }}', rows, {}, settings);
		expect(items).toMatchObject([{ json: { contractId: good }, pairedItem: { item: 1 } }]);
		expect(errorItems).toMatchObject([
			{ json: { contract: rows[0].contract, details: { errorId: 'CONTRACT_NOT_FOUND' } } },
		]);
	});
});

describe('a fault of the service', () => {
	const puts = async () => await sandbox.control.requests({ method: 'PUT' });

	test('stops what is split into several requests at the first that fails', async () => {
		const contractId = await draft();
		await sandbox.control.fault({ route: PUT, kind: 'status', status: 500, skip: 1, times: 0 });
		const options = { recordsPerRequest: 2 };
		const { error } = await upsert(contractId, many(6), { options });
		expect(error?.description).toContain('It may have happened');
		expect(error?.context).toMatchObject({ itemIndex: 2 });
		expect(await puts()).toHaveLength(2);
	});

	test('repeats a request that only updates', async () => {
		const contractId = await draft();
		await upsert(contractId, many(3), byDescription());
		await sandbox.control.clearRequests();
		await sandbox.control.fault({ route: PUT, kind: 'status', status: 503 });
		const { error } = await upsert(contractId, many(3), byDescription());
		expect(error).toBeUndefined();
		expect(await puts()).toHaveLength(2);
	});

	test('never repeats one that creates', async () => {
		const contractId = await draft();
		await sandbox.control.fault({ route: PUT, kind: 'reset', when: 'after' });
		const { error } = await upsert(contractId, many(3));
		expect(error?.description).toContain('It may have happened');
		expect(await puts()).toHaveLength(1);
		expect(await stored(contractId)).toHaveLength(3);
	});

	test('an empty answer is made up for by reading the records', async () => {
		const contractId = await draft();
		await sandbox.control.variants(['emptyPutBody']);
		const { items, error } = await upsert(contractId, many(2));
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.id)).toEqual(
			(await stored(contractId)).map(({ id }) => id),
		);
	});
});

describe('Get Many', () => {
	test('shows the rows by the names of their fields, relations with what they hold', async () => {
		const contractId = await draft();
		await upsert(contractId, [
			{ description: 'A', quantity: 2, product: SERVO },
			{ description: 'B' },
		]);
		await sandbox.control.clearRequests();
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
		expect(await requestsOf(sandbox)).toEqual([
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
});
