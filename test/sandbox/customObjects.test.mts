import {
	contractId,
	customObjects,
	lineItem,
	other,
	productId,
	unknownId,
} from '../support/demo.mts';
import { expectError, sandboxSuite } from '../support/sandboxSuite.mts';

const sandbox = sandboxSuite();
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

const recordsPath = (contract: number, customObject = customObjects.lineItems) =>
	`/custom-objects/${customObject}/contract/${contractId(contract)}/records`;
const put = (contract: number, records: unknown) =>
	sandbox().api('PUT', recordsPath(contract), { records });
const row = (description: string, more: object = {}) => ({
	id: null,
	fromCatalogRecordId: null,
	fields: [{ smartFieldId: lineItem.description, value: description }],
	...more,
});
const descriptions = (body: any) => body.records.map((record: any) => record.fields[0].rawValue);

test('a custom object has every field of the specification', async () => {
	const { status, body } = await sandbox().api('GET', `/custom-objects/${customObjects.lineItems}`);
	expect(status).toBe(200);
	expect(body).toEqual({
		id: customObjects.lineItems,
		name: 'Line items',
		smart_fields: [
			{ id: lineItem.description, name: 'Description', type: 'string', related_object_id: null },
			{ id: lineItem.quantity, name: 'Quantity', type: 'number', related_object_id: null },
			{
				id: lineItem.product,
				name: 'Product',
				type: 'relation',
				related_object_id: customObjects.products,
			},
		],
		help_text: 'What is delivered under the contract',
	});
});

test('the records of a contract have every field of the specification, relations resolved inline', async () => {
	const { status, body } = await sandbox().api('GET', recordsPath(3));
	expect(status).toBe(200);
	expect(body).toEqual({
		customObjectId: customObjects.lineItems,
		contractId: contractId(3),
		records: expect.any(Array),
	});
	expect(body.records[0]).toEqual({
		id: uuid,
		fromCatalogRecordId: null,
		fields: [
			{
				smartFieldId: lineItem.description,
				type: 'string',
				rawValue: 'Control unit CU-8',
				resolvedValue: 'Control unit CU-8',
			},
			{ smartFieldId: lineItem.quantity, type: 'number', rawValue: 3, resolvedValue: 3 },
			{
				smartFieldId: lineItem.product,
				type: 'relation',
				rawValue: productId(3),
				resolvedValue: productId(3),
				relatedRecords: [
					{
						id: productId(3),
						fields: [
							{
								smartFieldId: uuid,
								type: 'string',
								rawValue: 'Control unit CU-8',
								resolvedValue: 'Control unit CU-8',
							},
							{ smartFieldId: uuid, type: 'string', rawValue: 'CU-8', resolvedValue: 'CU-8' },
							{ smartFieldId: uuid, type: 'number', rawValue: 2650, resolvedValue: 2650 },
						],
					},
				],
			},
		],
	});
});

test('PUT creates rows without id, updates rows with one and keeps all others', async () => {
	const { api } = sandbox();
	const first = await put(1, [row('A'), { fields: row('B').fields }]);
	expect(first.status).toBe(200);
	expect(descriptions(first.body)).toEqual(['A', 'B']);
	const { id } = first.body.records[1];
	const second = await put(1, [
		{ id, fromCatalogRecordId: null, fields: [{ smartFieldId: lineItem.quantity, value: 7 }] },
		row('C'),
	]);
	expect(descriptions(second.body)).toEqual(['A', 'B', 'C']);
	expect(second.body.records[1]).toMatchObject({
		id,
		fields: [{ rawValue: 'B' }, { rawValue: 7 }, { rawValue: null, relatedRecords: [] }],
	});
	expect((await api('GET', recordsPath(1))).body).toEqual(second.body);
});

test('PUT raises the updatedAt of the contract; an empty list changes nothing', async () => {
	const { api } = sandbox();
	const updatedAt = async () =>
		(await api('GET', `/contracts/${contractId(1)}`)).body.updatedAt as string;
	const before = await updatedAt();
	expect((await put(1, [])).body.records).toEqual([]);
	expect(await updatedAt()).toBe(before);
	await put(1, [row('A')]);
	expect((await updatedAt()) > before).toBe(true);
});

test('a row from the catalog starts with the values of its catalog record', async () => {
	const path = recordsPath(1, customObjects.products);
	const { body } = await sandbox().api('PUT', path, {
		records: [
			{
				fromCatalogRecordId: productId(2),
				fields: [{ smartFieldId: '5f000000-0000-4000-8000-000000000203', value: 999 }],
			},
		],
	});
	expect(body.records[0].fromCatalogRecordId).toBe(productId(2));
	expect(body.records[0].id).not.toBe(productId(2));
	const values = body.records[0].fields.map(({ rawValue }: any) => rawValue);
	expect(values).toEqual(['Servo drive SD-2', 'SD-2', 999]);
});

test('null clears a value', async () => {
	const { body } = await put(1, [row('A')]);
	const cleared = await put(1, [
		{ id: body.records[0].id, fields: [{ smartFieldId: lineItem.description, value: null }] },
	]);
	expect(descriptions(cleared.body)).toEqual([null]);
});

test('5,000 rows go in with one request', async () => {
	const rows = Array.from({ length: 5_000 }, (_, index) => row(`Row ${index}`));
	const { status, body } = await put(1, rows);
	expect(status).toBe(200);
	expect(descriptions(body)).toEqual(rows.map((_, index) => `Row ${index}`));
});

test.each([
	['FIELD_NOT_FOUND', 400, row('A', { fields: [{ smartFieldId: unknownId, value: 'x' }] })],
	[
		'INVALID_FIELD_VALUE',
		400,
		row('A', { fields: [{ smartFieldId: lineItem.quantity, value: '3' }] }),
	],
	[
		'INVALID_FIELD_VALUE',
		400,
		row('A', { fields: [{ smartFieldId: lineItem.description, value: 3 }] }),
	],
	[
		'INVALID_FIELD_VALUE',
		400,
		row('A', { fields: [{ smartFieldId: lineItem.product, value: [] }] }),
	],
	[
		'RECORD_NOT_FOUND',
		404,
		row('A', { fields: [{ smartFieldId: lineItem.product, value: unknownId }] }),
	],
	['RECORD_NOT_FOUND', 404, row('A', { id: unknownId })],
	['RECORD_NOT_FOUND', 404, row('A', { fromCatalogRecordId: unknownId })],
	['RECORD_NOT_FOUND', 404, row('A', { id: '1e000000-0000-4000-8000-000000000301' })],
	['INVALID_BODY', 400, row('A', { id: 'x' })],
	['INVALID_BODY', 400, row('A', { colour: 'red' })],
	['INVALID_BODY', 400, row('A', { fields: [{ smartFieldId: lineItem.quantity }] })],
	[
		'INVALID_BODY',
		400,
		row('A', { fields: [{ smartFieldId: lineItem.quantity, value: 1, unit: 'kg' }] }),
	],
	['INVALID_BODY', 400, { id: null }],
])('%s (%i) for the row %j, and no row of the request is kept', async (errorId, status, wrong) => {
	expectError(await put(1, [row('Good'), wrong]), status, errorId);
	expect((await sandbox().api('GET', recordsPath(1))).body.records).toEqual([]);
});

test('an id that comes twice is refused', async () => {
	const { body } = await put(1, [row('A')]);
	const twice = row('B', { id: body.records[0].id });
	expectError(await put(1, [twice, twice]), 400, 'INVALID_BODY');
});

test('the body of PUT is an object with records', async () => {
	for (const body of [[], {}, { records: null }, { records: {} }, { records: [], more: 1 }]) {
		expectError(await sandbox().api('PUT', recordsPath(1), body), 400, 'INVALID_BODY');
	}
});

test('custom objects and contracts of nobody or of another organization are not found', async () => {
	const { api } = sandbox();
	for (const id of [unknownId, other.customObjectId]) {
		expectError(await api('GET', `/custom-objects/${id}`), 404, 'CUSTOM_OBJECT_NOT_FOUND');
		expectError(await api('GET', recordsPath(1, id)), 404, 'CUSTOM_OBJECT_NOT_FOUND');
	}
	for (const id of [unknownId, other.contractId]) {
		const path = `/custom-objects/${customObjects.lineItems}/contract/${id}/records`;
		expectError(await api('GET', path), 404, 'CONTRACT_NOT_FOUND');
		expectError(await api('PUT', path, { records: [] }), 404, 'CONTRACT_NOT_FOUND');
	}
});
