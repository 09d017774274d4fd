import type { ResourceMapperFields } from 'n8n-workflow';
import { credentialData } from '../support/credentials.mts';
import { runnerOf } from '../support/contractRun.mts';
import { byId } from '../support/byId.mts';
import { askEditor } from '../support/editor.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

const sandbox = sandboxSuite({ seed: 'demo' });

const TABLE = 'c0000000-0000-4000-8000-000000000001';
const UNKNOWN = '00000000-0000-4000-8000-00000000dead';
/** What was read once is kept for a while. */
const UNREAD = 'c0000000-0000-4000-8000-000000000002';

async function columns(method: string, parameters: Record<string, unknown>) {
	const credential = credentialData(sandbox().baseUrl);
	return await askEditor<ResourceMapperFields>(
		{ credential, parameters: parameters as never },
		`resourceMapping.${method}`,
	);
}

const RECORDS = '/custom-objects/:customObjectId/contract/:contractId/records';

describe('the columns of records', () => {
	const of = async (customObjectId: unknown) =>
		await columns('getRecordColumns', {
			resource: 'customObjectRecord',
			operation: 'upsert',
			customObjectId,
		});

	test('are the record id, the catalog record id, and the smart fields by name and type', async () => {
		const { fields } = await of(byId(TABLE));
		expect(
			fields.map(({ id, displayName, type, canBeUsedToMatch }) => [
				displayName,
				type,
				canBeUsedToMatch,
				id.length,
			]),
		).toEqual([
			['Record ID', 'string', true, 2],
			['Catalog Record ID', 'string', true, 19],
			['Description', 'string', true, 36],
			['Quantity', 'number', true, 36],
			['Product (Record ID)', 'string', true, 36],
		]);
		expect(fields.filter(({ defaultMatch }) => defaultMatch).map(({ id }) => id)).toEqual(['id']);
	});

	test('save the node the reading of the custom object: they remember the types', async () => {
		const { fields: schema } = await of(byId(TABLE));
		const { id: contractId } = await sandbox().control.createContract({});
		await sandbox().control.clearRequests();
		const [, , description, quantity] = schema;
		const { error } = await runnerOf(sandbox, 'customObjectRecord')('upsert', {
			customObjectId: TABLE,
			contractId,
			fields: {
				mappingMode: 'defineBelow',
				value: { [description.id]: 'A', [quantity.id]: '={{ "2" }}' },
				matchingColumns: ['id'],
				// As the editor saves them.
				schema: JSON.parse(JSON.stringify(schema)),
			},
		});
		expect(error).toBeUndefined();
		expect(
			(await sandbox().control.requests()).map(({ method, route }) => [method, route]),
		).toEqual([
			['GET', RECORDS],
			['PUT', RECORDS],
		]);
	});

	test.each([byId(''), byId('={{ $json.table }}'), byId('17')])(
		'are a notice for %j',
		async (id) => {
			const { fields, emptyFieldsNotice } = await of(id);
			expect(fields).toEqual([]);
			expect(emptyFieldsNotice).toContain('Enter the ID of a custom object');
			expect(await sandbox().control.requests()).toEqual([]);
		},
	);

	test('are none, with the reason, where the service does not know the custom object', async () => {
		const { fields, emptyFieldsNotice } = await of(byId(UNKNOWN));
		expect(fields).toEqual([]);
		expect(emptyFieldsNotice).toContain('does not exist');
	});

	test('are not taken away from the editor by a fault of the service', async () => {
		const fault = { route: 'GET /custom-objects/:id', kind: 'status', status: 400 } as const;
		await sandbox().control.fault(fault);
		await expect(of(byId(UNREAD))).rejects.toThrow('Fault injected');
		await sandbox().control.clearFaults();
	});
});

describe("the columns of a counterparty's own fields", () => {
	const of = async (parameters: Record<string, unknown>) =>
		await columns('getCounterpartyFields', { resource: 'counterparty', ...parameters });

	test('are those that the chosen counterparty has, with an example of a value', async () => {
		const { counterparties, counterpartyFields } = await sandbox().control.fixtures();
		const [{ id }] = counterparties;
		const { body } = await sandbox().api('GET', `/counterparties/${id}`);
		const { fields } = await of({ operation: 'update', counterpartyId: byId(id) });
		expect(new Set(fields.map((field) => field.id))).toEqual(new Set(Object.keys(body.fields)));
		const vat = counterpartyFields.find(({ name }: { name: string }) => name === 'VAT number').id;
		const column = fields.find((field) => field.id === vat);
		expect(column?.displayName).toBe(`e.g. ${body.fields[vat]} (${vat})`);
	});

	test('are those of the newest ones where none is chosen, also where the list is not shown', async () => {
		const { counterpartyFields } = await sandbox().control.fixtures();
		const { fields } = await of({ operation: 'sync', findBy: 'name' });
		expect(new Set(fields.map(({ id }) => id))).toEqual(
			new Set(counterpartyFields.map(({ id }: { id: string }) => id)),
		);
		expect(fields.map(({ type }) => type)).toContain('number');
	});
});
