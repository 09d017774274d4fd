import type { INodeListSearchResult, ResourceMapperFields } from 'n8n-workflow';
import { credentialData } from '../support/credentials.mts';
import { runnerOf } from '../support/contractRun.mts';
import { brief, byId } from '../support/byId.mts';
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

	test('are named where the editor shows a notice instead of them, with Map Automatically', async () => {
		const { emptyFieldsNotice } = await of(byId(TABLE));
		expect(emptyFieldsNotice).toBe(
			'Input fields are matched by name or ID: id, fromCatalogRecordId, Description, Quantity, Product (Record ID) (* required)',
		);
	});

	test('are what a person sees: a run reads the custom object for itself, once', async () => {
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
			['GET', '/custom-objects/:id'],
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

describe("the list of a counterparty's own fields", () => {
	const of = async (parameters: Record<string, unknown>, filter?: string) => {
		const credential = credentialData(sandbox().baseUrl);
		const { results } = await askEditor<INodeListSearchResult>(
			{ credential, parameters: { resource: 'counterparty', ...parameters } },
			'listSearch.searchCounterpartyFields',
			filter,
		);
		return results;
	};

	test('has those of the chosen counterparty: by id and a value, as the service names none', async () => {
		const { counterparties } = await sandbox().control.fixtures();
		const [{ id }] = counterparties;
		const { body } = await sandbox().api('GET', `/counterparties/${id}`);
		const fields = Object.entries<string>(body.fields);
		const parameters = { operation: 'update', counterpartyId: byId(id) };
		expect(new Set(await of(parameters))).toEqual(
			new Set(fields.map(([value, held]) => ({ value, name: `${brief(value)} (${held})` }))),
		);
		const [[value, held]] = fields;
		expect(await of(parameters, String(held).toUpperCase())).toEqual([
			{ value, name: `${brief(value)} (${held})` },
		]);
		expect(await of(parameters, value)).toHaveLength(1);
	});

	test('has those of the newest ones where none is chosen, also where the list is not shown', async () => {
		const { counterpartyFields } = await sandbox().control.fixtures();
		const results = await of({ operation: 'sync', findBy: 'name' });
		expect(new Set(results.map(({ value }) => value))).toEqual(
			new Set(counterpartyFields.map(({ id }: { id: string }) => id)),
		);
	});

	test('is a notice where no counterparty has any', async () => {
		const { id } = await sandbox().control.createCounterparty({ name: 'Bare' });
		const results = await of({ operation: 'update', counterpartyId: byId(id) });
		expect(results).toEqual([{ name: expect.stringContaining('enter an ID'), value: '' }]);
	});
});
