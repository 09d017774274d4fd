import type { IDataObject } from 'n8n-workflow';
import { requestsOf } from '../support/contractRun.mts';
import {
	DESCRIPTION,
	GET,
	GET_TABLE,
	LINE,
	many,
	PRODUCT,
	PUT,
	QUANTITY,
	SERVO,
	TABLE,
	valueOf,
	recordsSuite,
} from '../support/recordsSuite.mts';

const { byDescription, columns, draft, lines, mapper, run, sandbox, stored, upsert } =
	recordsSuite();

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

	test('that do not fit are refused before anything is written', async () => {
		const contractId = await draft();
		const { error } = await upsert(contractId, [
			{ description: 'A' },
			{ description: 'B', quantity: '1,5' },
		]);
		expect(error?.message).toBe("Field 'Quantity' cannot take '1,5'");
		expect(error?.description).toContain('[item 1]');
		expect(await requestsOf(sandbox())).toEqual([`${GET_TABLE} 200`]);
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
					schema: columns(),
				},
			},
		);
		expect(error).toBeUndefined();
		expect(await lines(contractId)).toEqual([['Auto', 3]]);
	});

	const automatic = (matchingColumns: string[] = [], schema: unknown[] = columns()) => ({
		fields: { mappingMode: 'autoMapInputData', value: null, matchingColumns, schema },
	});

	test('map automatically into fields that came after the editor last looked', async () => {
		const contractId = await draft();
		const known = columns().filter(({ id }) => id !== QUANTITY);
		const rows = [{ Description: 'Auto', Quantity: 3 }];
		const { error } = await upsert(contractId, rows, automatic([], known));
		expect(error).toBeUndefined();
		expect(await lines(contractId)).toEqual([['Auto', 3]]);
	});

	test('map automatically by the names that the fields have now, asked for once', async () => {
		const contractId = await draft();
		const renamed = columns().map((column) => {
			if (column.id === DESCRIPTION) return { ...column, displayName: 'Title' };
			return column.id === PRODUCT
				? { ...column, displayName: 'Description', kind: 'text' }
				: column;
		});
		const rows = [{ Description: 'Auto' }, { Description: 'Auto 2' }];
		const { error } = await upsert(contractId, rows, automatic([], renamed));
		expect(error).toBeUndefined();
		const reads = (await requestsOf(sandbox())).filter((request) => request.startsWith(GET_TABLE));
		expect(reads).toHaveLength(1);
		const records = await stored(contractId);
		expect(records.map((record) => valueOf(record, DESCRIPTION))).toEqual(['Auto', 'Auto 2']);
	});

	test('there have to be some: an item without any makes no empty row', async () => {
		const contractId = await draft();
		const mapped = { fields: mapper(LINE) };
		for (const [json, parameters] of [
			[{ deal: 'x' }, automatic()],
			[{ description: '', quantity: null }, mapped],
		] as const) {
			const rows = [{ Description: 'A', description: 'A' }, json];
			const { error } = await upsert(contractId, rows, parameters);
			expect(error?.message).toBe('The item has no value for any field of the custom object');
			expect(error?.description).toContain('Description, Quantity, Product');
			expect(error?.description).toContain('[item 1]');
		}
		expect(await stored(contractId)).toEqual([]);
	});

	test('of an item that names an existing record and no field of it are not said to be updated', async () => {
		const contractId = await draft();
		await upsert(contractId, [{ description: 'A' }]);
		const [{ id }] = await stored(contractId);
		// As Get Many gives it: the values are one level below.
		const nested = await upsert(contractId, [{ id, fields: { Description: 'B' } }], automatic());
		expect(nested.error?.message).toBe('The item has no value for any field of the custom object');
		const blank = await upsert(contractId, [{ id, Description: '' }], automatic(['id']));
		expect(blank.error).toBeUndefined();
		expect(await lines(contractId)).toEqual([['A', null]]);
	});

	test('are matched by a field that the custom object has, or the field is named', async () => {
		const gone = { ...columns()[2], id: 'gone', displayName: 'Position' };
		const schema = [...columns(), gone];
		for (const [column, named] of [
			['gone', 'Position'],
			['Typo', 'Typo'],
		]) {
			const rows = [{ Description: 'A' }];
			const { error } = await upsert(await draft(), rows, automatic([column], schema));
			expect(error?.message).toBe(`The custom object has no field '${named}'`);
			expect(error?.description).toContain('Refresh Field List');
		}
	});

	test.each([
		['has other options', PRODUCT, { choices: [{ id: 'x', name: 'Other' }] }],
		['is of another type', DESCRIPTION, { kind: 'number' }],
	])(
		'of a field that %s than the editor knew fit what it is now, read once',
		async (_, id, known) => {
			const contractId = await draft();
			const before = columns().map((column) =>
				column.id === id ? { ...column, ...known } : column,
			);
			const fields = { ...mapper(LINE), schema: before };
			const rows = many(3).map((line) => ({ ...line, product: SERVO }));
			const { error } = await upsert(contractId, rows, { fields });
			expect(error).toBeUndefined();
			expect((await stored(contractId)).map((record) => valueOf(record, PRODUCT))).toEqual([
				SERVO,
				SERVO,
				SERVO,
			]);
			const reads = (await requestsOf(sandbox())).filter((request) =>
				request.startsWith(GET_TABLE),
			);
			expect(reads).toHaveLength(1);
		},
	);

	test('in a workflow written by hand are typed by the custom object, read once', async () => {
		const contractId = await draft();
		const fields = {
			mappingMode: 'defineBelow',
			value: { ...LINE },
			matchingColumns: [],
			schema: [],
		};
		await upsert(contractId, many(20), { fields });
		// What is there is read last, so that nothing else lies between reading and writing.
		expect(await requestsOf(sandbox())).toEqual([`${GET_TABLE} 200`, `${GET} 200`, `${PUT} 200`]);
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
		['17', "Record ID '17' is not an ID"],
		[
			'e0000000-0000-4000-8000-00000000dead',
			'The contract has no record e0000000-0000-4000-8000-00000000dead in this custom object',
		],
	])('with the record id %s is refused before anything is written', async (id, message) => {
		const contractId = await draft();
		const fields = mapper({ id: '={{ $json.id }}', [QUANTITY]: 2 });
		const { error } = await upsert(contractId, [{ id }], { fields });
		expect(error?.message).toBe(message);
		expect((await requestsOf(sandbox())).filter((request) => request.startsWith('PUT'))).toEqual(
			[],
		);
	});

	const automatic = (matchingColumns: string[]) => ({
		fields: { mappingMode: 'autoMapInputData', value: null, schema: [], matchingColumns },
	});

	test.each([
		...[17, 'recABC123', 'e0000000-0000-4000-8000-00000000dead'].map((id) => ({ id })),
		{ id: SERVO, customObjectId: TABLE, contractId: 'd0000000-0000-4000-8000-00000000dead' },
		{ id: SERVO, customObjectId: TABLE, fields: 'x' },
		{ Id: '0015g00000XyZ', ID: 7, recordId: 'x', record_id: 'y', 'Record ID': '1234567' },
	])(
		'of another system keeps an id of its own, which is not a field to match on: %j',
		async (own) => {
			const contractId = await draft();
			for (const quantity of [1, 2]) {
				const rows = [{ ...own, Description: 'A', Quantity: quantity }];
				const { error } = await upsert(contractId, rows, automatic([DESCRIPTION]));
				expect(error).toBeUndefined();
			}
			expect(await lines(contractId)).toEqual([['A', 2]]);
		},
	);

	test('of another system is refused by the name of the property where Record ID is a field to match on', async () => {
		const rows = [{ id: 17, Description: 'A' }];
		const { error } = await upsert(await draft(), rows, automatic(['id']));
		expect(error?.message).toBe("Record ID (property id) '17' is not an ID");
	});

	test.each([
		['by name', {}, []],
		['by name, and matched by a field', {}, [DESCRIPTION]],
		['as it is', { simplify: false }, []],
		['as it is, and matched by its ID', { simplify: false }, ['id']],
	])('as Get Many gives it, %s, is taken back and is unchanged', async (_how, options, matchBy) => {
		const contractId = await draft();
		await upsert(contractId, [
			{ description: 'A', quantity: 1, product: SERVO },
			{ description: 'B', quantity: 2 },
		]);
		await sandbox().control.clearRequests();
		const parameters = { customObjectId: TABLE, contractId, returnAll: true, ...options };
		const given = (await run('getAll', parameters)).items.map(({ json }) => json);
		const again = await upsert(contractId, given, automatic(matchBy));
		expect(again.items.map(({ json }) => [json.action, json.id])).toEqual(
			given.map(({ id }) => ['unchanged', id]),
		);
		const changed = { ...given[1], Description: 'C' };
		const { items } = await upsert(contractId, [changed], automatic([]));
		expect(items[0].json).toMatchObject({ action: 'updated', id: given[1].id });
		expect(await lines(contractId)).toEqual([
			['A', 1],
			['C', 2],
		]);
	});

	test('as Get Many gives it of another contract, is a new one of the same values', async () => {
		const [contractId, renewal] = [await draft(), await draft()];
		await upsert(contractId, [{ description: 'A', quantity: 1, product: SERVO }]);
		for (const simplify of [true, false]) {
			const parameters = { customObjectId: TABLE, contractId, returnAll: true, simplify };
			const given = (await run('getAll', parameters)).items.map(({ json }) => json);
			const { items, error } = await upsert(renewal, given, automatic([]));
			expect(error).toBeUndefined();
			expect(items[0].json.action).toBe('created');
			expect(items[0].json.id).not.toBe(given[0].id);
		}
		expect(await lines(renewal)).toEqual([
			['A', 1],
			['A', 1],
		]);
	});

	test.each([
		['a non-breaking blank', 'Sales\u00a0lead'],
		['two blanks', 'Sales  lead'],
		['a blank without width', 'Sales\u200b lead'],
	])('is found with %s in the column to match on, which is then written', async (_what, given) => {
		const contractId = await draft();
		await upsert(contractId, [{ description: 'Sales lead', quantity: 1 }], byDescription());
		const actions = [];
		for (const description of [given, given]) {
			const { items } = await upsert(contractId, [{ description, quantity: 1 }], byDescription());
			actions.push(items[0].json.action);
		}
		expect(actions).toEqual(['updated', 'unchanged']);
		expect(await lines(contractId)).toEqual([[given, 1]]);
	});

	test('is the one with the very blanks, and without one there is none of two', async () => {
		const contractId = await draft();
		const two = ['Sales lead', 'Sales  lead'].map((description) => ({ description, quantity: 1 }));
		await upsert(contractId, two);
		const [, second] = two;
		await upsert(contractId, [{ ...second, quantity: 2 }], byDescription());
		expect(await lines(contractId)).toEqual([
			['Sales lead', 1],
			['Sales  lead', 2],
		]);
		const { error } = await upsert(
			contractId,
			[{ description: 'Sales\u00a0lead' }],
			byDescription(),
		);
		expect(error?.message).toBe('2 existing records have the same Description');
	});

	test('without a value in the match column is refused', async () => {
		const { error } = await upsert(await draft(), [{ quantity: 1 }], byDescription());
		expect(error?.message).toBe("The field to match on 'Description' is empty");
		expect(await requestsOf(sandbox())).toEqual([`${GET_TABLE} 200`]);
	});

	test('that matches two existing ones is refused', async () => {
		const contractId = await draft();
		await upsert(contractId, [{ description: 'Twin' }, { description: 'Twin' }]);
		const { error } = await upsert(contractId, [{ description: 'Twin' }], byDescription());
		expect(error?.message).toBe('2 existing records have the same Description');
	});
});
