import {
	contractId,
	counterpartyId,
	customObjects,
	fields,
	lineItem,
	types,
} from '../support/demo.mts';
import { expectError, sandboxSuite } from '../support/sandboxSuite.mts';

const sandbox = sandboxSuite();

const form = async () =>
	(await sandbox().api('GET', `/contract-types/${types.order.id}/creation-form`)).body.fields;
const table = async () =>
	(await sandbox().api('GET', `/custom-objects/${customObjects.lineItems}`)).body.smart_fields;
const rows = async () => {
	const path = `/custom-objects/${customObjects.lineItems}/contract/${contractId(3)}/records`;
	return { path, records: (await sandbox().api('GET', path)).body.records };
};
const FORM = `/contract-types/${types.order.id}/fields`;
const TABLE = `/custom-objects/${customObjects.lineItems}/fields`;

test('a field of a form is made, changed and removed, and comes back with a reset', async () => {
	const { call, reset } = sandbox().control;
	const before = await form();
	const { id } = await call('POST', FORM, {
		name: 'Phase',
		type: 'select',
		options: [{ name: 'A' }],
	});
	const options = [{ id: 'b', name: 'B' }];
	await call('PATCH', `${FORM}/${id}`, {
		name: 'Stage',
		required: true,
		options,
		defaultValue: 'b',
	});
	const changed = { id, name: 'Stage', type: 'select', required: true, options, defaultValue: 'b' };
	expect((await form()).at(-1)).toEqual({ ...changed, helpText: null });
	await call('DELETE', `${FORM}/${id}`);
	expect(await form()).toEqual(before);
	await call('DELETE', `${FORM}/${fields.reference}`);
	expect(await form()).toHaveLength(before.length - 1);
	await reset();
	expect(await form()).toEqual(before);
});

test('a contract gets the default of a field that it names no value for', async () => {
	const { call } = sandbox().control;
	const { id } = await call('POST', FORM, {
		name: 'Cost center',
		required: true,
		defaultValue: 'X',
	});
	for (const field of (await form()).slice(0, -1)) {
		await call('PATCH', `${FORM}/${field.id}`, { required: false });
	}
	const create = async (given: object) =>
		await sandbox().api('POST', '/contracts', {
			...{ contractTypeId: types.order.id, templateId: types.order.templateId },
			...{ counterpartyId: counterpartyId(1), fields: { [fields.reference]: 'R', ...given } },
		});
	const valueIn = ({ body }: any) =>
		body.fields.find((field: any) => field.attributeDefinitionId === id).value;
	expect(valueIn(await create({}))).toBe('X');
	expect(valueIn(await create({ [id]: 'Y' }))).toBe('Y');
});

test('a column changes its type: rows become text, or stay and are taken back as they are', async () => {
	const { call } = sandbox().control;
	await call('PATCH', `${TABLE}/${lineItem.quantity}`, { type: 'string', name: 'Amount' });
	expect((await table())[1]).toMatchObject({ name: 'Amount', type: 'string' });
	const { path, records } = await rows();
	expect(records.map((row: any) => typeof row.fields[1].rawValue)).toContain('string');
	await call('PATCH', `${TABLE}/${lineItem.description}`, { type: 'number' });
	const put = async (value: unknown) => {
		const written = [{ smartFieldId: lineItem.description, value }];
		return await sandbox().api('PUT', path, { records: [{ id: records[0].id, fields: written }] });
	};
	expect((await put(records[0].fields[0].rawValue)).status).toBe(200);
	expectError(await put('something else'), 400, 'INVALID_FIELD_VALUE');
});

test('a column with options shows their names, and its options can be made again', async () => {
	const { call } = sandbox().control;
	const options = [{ id: 'a', name: 'Open' }, { name: 'Shut' }];
	const { id } = await call('POST', TABLE, { name: 'Status', type: 'select', options });
	const { path, records } = await rows();
	const fields = [{ smartFieldId: id, value: 'a' }];
	const { body } = await sandbox().api('PUT', path, { records: [{ id: records[0].id, fields }] });
	expect(body.records[0].fields.at(-1)).toMatchObject({ rawValue: 'a', resolvedValue: 'Open' });
	await call('PATCH', `${TABLE}/${id}`, { options: [{ name: 'Open' }] });
	expect((await table()).at(-1).options).toEqual([
		{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), name: 'Open' },
	]);
	await call('DELETE', `${TABLE}/${id}`);
	expect(await table()).toHaveLength(3);
});

test.each([
	['PATCH', `${FORM}/${contractId(1)}`],
	['DELETE', `${TABLE}/${contractId(1)}`],
	['POST', `/contract-types/${contractId(1)}/fields`],
	['POST', `/custom-objects/${contractId(1)}/fields`],
])('%s of what is not there is refused', async (method, path) => {
	await expect(sandbox().control.call(method, path, {})).rejects.toThrow('_NOT_FOUND');
});
