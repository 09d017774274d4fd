import type { IDataObject, INode } from 'n8n-workflow';
import { answering } from '../support/answering.mts';
import { byId } from '../support/byId.mts';
import { runOperation } from '../support/runOperation.mts';

/** Several fields of a form or a table have the same name. */
const ID = 'aa000000-0000-4000-8000-000000000001';
const ONE = 'f0000000-0000-4000-8000-000000000001';
const TWO = 'f0000000-0000-4000-8000-000000000002';
const FIELDS = [ONE, TWO].map((id) => ({ id, name: 'Address', type: 'text' }));
const CONTINUES = { nodeSettings: { onError: 'continueRegularOutput' } as Partial<INode> };
const AUTOMATIC = { mappingMode: 'autoMapInputData', value: null, schema: [], matchingColumns: [] };

async function run(
	operation: string,
	parameters: object,
	input: IDataObject = {},
	fields = FIELDS,
) {
	const record = { id: ID, name: '', fields: {}, createdAt: '' };
	const { baseUrl, asked, close } = await answering(({ method, path }) => {
		if (path.endsWith('/creation-form')) return { body: { fields } };
		if (path === `/custom-objects/${ID}`) return { body: { id: ID, smart_fields: fields } };
		const table = { customObjectId: ID, contractId: ID, records: [] };
		return { body: path.endsWith('/records') && method === 'GET' ? table : record };
	});
	const given = { ...parameters } as Record<string, unknown>;
	const { items } = await runOperation(baseUrl, operation, given, [input], CONTINUES);
	close();
	return { json: items[0].json, written: asked.filter(({ method }) => method !== 'GET') };
}

const create = async (input: IDataObject) =>
	await run('contract.create', {
		...{ contractTypeId: byId(ID), templateId: byId(ID), counterpartySource: 'none' },
		options: { fieldsJson: JSON.stringify(input) },
	});

test('a name alone is refused, and the error says what to give', async () => {
	const { json, written } = await create({ address: 'Main Street 1' });
	expect(json.error).toBe("2 fields are called 'address'");
	expect((json.details as IDataObject).description).toContain(`Address (${ONE}), Address (${TWO})`);
	expect(written).toEqual([]);
});

test('each is meant by the name that items show, and by its id', async () => {
	const { written } = await create({
		[`Address (${TWO})`]: 'Side Street 2',
		[ONE]: 'Main Street 1',
	});
	const { fields } = written[0].body as { fields: IDataObject };
	expect(fields).toEqual({ [ONE]: 'Main Street 1', [TWO]: 'Side Street 2' });
});

test('a field that the form shows twice is one', async () => {
	FIELDS.push({ ...FIELDS[0], id: TWO, name: 'Fax' }, { ...FIELDS[0], id: TWO, name: 'Fax' });
	const { written } = await create({ Fax: '5' });
	FIELDS.splice(2);
	expect(written[0].body).toMatchObject({ fields: { [TWO]: '5' } });
});

test('a property of the input that means both is not left out in silence', async () => {
	const place = { customObjectId: byId(ID), contractId: byId(ID) };
	const parameters = { ...place, fields: AUTOMATIC };
	const input = { Address: 'Main Street 1', Other: 'x' };
	const { json, written } = await run('customObjectRecord.upsert', parameters, input);
	expect(json.error).toBe("2 fields are called 'Address'");
	expect(written).toEqual([]);
});

const EXACT = { Description: 'Licence' };
const ANY_CASE = { description: 'internal: ask Bob' };

test.each([
	['in the case of the name', { ...EXACT, ...ANY_CASE }],
	['in the case of the name', { ...ANY_CASE, ...EXACT }],
	['by its ID', { [ONE]: 'Licence', ...ANY_CASE, Description: 'internal' }],
	['alone, in any case', { description: 'Licence' }],
])(
	'of several properties that mean one field the most exact one counts: %s',
	async (_how, input) => {
		const fields = [{ id: ONE, name: 'Description', type: 'text' }];
		const place = { customObjectId: byId(ID), contractId: byId(ID) };
		const parameters = { ...place, fields: AUTOMATIC };
		const { written } = await run('customObjectRecord.upsert', parameters, input, fields);
		const [{ body }] = written as Array<{ body: { records: Array<{ fields: unknown }> } }>;
		expect(body.records[0].fields).toEqual([{ smartFieldId: ONE, value: 'Licence' }]);
	},
);
