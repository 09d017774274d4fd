import { readRecords, readTable } from '../../../nodes/ContractManagement/transport/definitions';
import { fakeConnection } from './support/fakeService.mts';

const ID = 'c0000000-0000-4000-8000-000000000001';

test('a custom object is read once per execution, however its id is written', async () => {
	const { connection, sent } = fakeConnection(() => ({
		body: { id: ID, name: 'T', smart_fields: [] },
	}));
	const [first, second] = await Promise.all([
		readTable(connection, ID),
		readTable(connection, `table_${ID.toUpperCase()}`),
	]);
	expect(first).toBe(second);
	expect(sent).toHaveLength(1);
	await readTable({ ...connection, execution: {} }, ID);
	expect(sent).toHaveLength(2);
});

test('an answer that is no custom object says so, and is not remembered', async () => {
	let body: unknown = { message: 'Welcome' };
	const { connection } = fakeConnection(() => ({ body: body as never }), { executionId: 'table' });
	await expect(readTable(connection, ID)).rejects.toMatchObject({
		message: 'The service answered with something that is no custom object',
	});
	body = { id: ID, smart_fields: [] };
	expect(await readTable(connection, ID)).toMatchObject({ id: ID });
});

test('a custom object whose options do not fit the profile is an error that names the entry', async () => {
	const smart_fields = [{ id: 'f', name: 'Status', type: 'select', options: [{ value: 'o' }] }];
	const { connection } = fakeConnection(() => ({ body: { id: ID, smart_fields } }));
	await expect(readTable(connection, ID)).rejects.toMatchObject({
		message: 'The custom object cannot be read',
		context: { details: { entry: 'field-option', came: 'an object with value' } },
	});
});

test('records are read, and anything else is an error', async () => {
	let body: unknown = { records: [{ id: 'r', fields: [] }] };
	const { connection } = fakeConnection(() => ({ body: body as never }));
	expect(await readRecords(connection, '/x')).toEqual([{ id: 'r', fields: [] }]);
	body = { records: [], pagination: { next_cursor: 'b', has_next: true } };
	await expect(readRecords(connection, '/x')).rejects.toMatchObject({
		message: '/x shows only a part of what there is',
	});
	for (body of [{ data: 'nothing' }, [null], [{ id: 'r' }], [{ fields: [] }]]) {
		await expect(readRecords(connection, '/x')).rejects.toMatchObject({
			message: 'The service answered with something that is no list of records',
		});
	}
});
