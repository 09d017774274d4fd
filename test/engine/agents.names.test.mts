import { asTool } from '../support/asTool.mts';
import { byId } from '../support/byId.mts';
import {
	contractId,
	counterpartyFields,
	counterpartyId,
	customObjects,
	types,
} from '../support/demo.mts';
import { runOperation } from '../support/runOperation.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

/** Names where IDs are wanted, two names for one field, and names with blanks around them. */
const sandbox = sandboxSuite({ seed: 'demo' });

const ACME = counterpartyId(1);

describe.each([
	['a workflow', {}],
	['a tool', { node: asTool }],
	['a tool over MCP', { node: asTool, declaredRouteOnly: true }],
])('in %s', (_who, { node, ...more }: { node?: typeof asTool; declaredRouteOnly?: boolean }) => {
	const call = async (operation: string, parameters: Record<string, unknown>) => {
		const options = { ...more, ...(node && { node: node() }) };
		const { items, error } = await runOperation(
			sandbox().baseUrl,
			operation,
			parameters,
			[{}],
			options,
		);
		return { items, error, said: `${error?.message} ${error?.description ?? ''}` };
	};
	const writes = async () =>
		(await sandbox().control.requests()).filter(({ method }) => method !== 'GET');

	describe.each([
		['counterparty.update', {}],
		['counterparty.sync', { findBy: 'id' }],
		['counterparty.sync', { findBy: 'name', matchName: 'Acme' }],
	])('%s %j', (operation, find) => {
		test.each(['Country', '={{ "country" }}'])(
			'a field of its own by name, %s: the IDs that it has, with what they hold',
			async (key) => {
				const held = await sandbox().control.createCounterparty({
					name: 'Acme',
					fields: { [counterpartyFields.country]: 'Norway' },
				});
				const { said } = await call(operation, {
					counterpartyId: byId(held.id),
					...find,
					updateFields: { fields: { field: [{ key: byId(key), value: 'Sweden' }] } },
				});
				expect(said).toMatch(/^Field '[Cc]ountry' is not an ID/);
				expect(said).toContain(
					'Get counterparty by ID (Counterparty > Get) shows them under fields',
				);
				expect(said).toContain(`Acme has: ${counterpartyFields.country} (Norway).`);
				expect(await writes()).toEqual([]);
			},
		);
	});

	test.each(['Country', 'VAT number'])(
		'Find By Field with %s: all IDs that there are',
		async (name) => {
			const { said } = await call('counterparty.sync', {
				findBy: 'field',
				matchField: name,
				matchValue: 'NO',
				updateFields: { status: 'archived' },
			});
			expect(said).toContain(`Field ID '${name}' is not an ID`);
			expect(said).toContain(`They have, each with a value of one of them: `);
			expect(said).toContain(`${counterpartyFields.country} (`);
			expect(await writes()).toEqual([]);
		},
	);

	test.each([
		[{ Reference: 'A', reference: 'B' }, "'Reference' and 'reference' are one field, 'Reference'"],
		[
			{ 'Start date': '2027-01-01', start_date: '2027-01-02', Reference: 'A' },
			"'Start date' and 'start_date'",
		],
	])(
		'two keys for one field of a contract, %j: refused, with both',
		async (values: object, message) => {
			const { said } = await call('contract.create', {
				contractTypeId: byId(types.order.id),
				templateId: byId(types.order.templateId),
				counterpartySource: 'existing',
				counterpartyId: byId(ACME),
				options: {
					fieldsJson: JSON.stringify({
						'Start date': '2027-01-01',
						'End date': '2027-12-31',
						Reference: 'A',
						...values,
					}),
				},
			});
			expect(said).toContain(message);
			expect(await writes()).toEqual([]);
		},
	);

	test.each([
		[
			'contract.create',
			'fieldsJson',
			'{"Reference": "A", "Start date": "2027-01-01", "Reference": "B"}',
		],
		['contract.create', 'additionalBody', '{"custom": {"Reference": 1, "Reference": "\\"A"}}'],
	])('%s: a key that %s has twice, %s', async (operation, option, json) => {
		const { said } = await call(operation, {
			contractTypeId: byId(types.nda.id),
			templateId: byId(types.nda.templateId),
			counterpartySource: 'existing',
			counterpartyId: byId(ACME),
			options: { [option]: json },
		});
		expect(said).toContain('has "Reference" twice');
		expect(await writes()).toEqual([]);
	});

	test('a key that objects beside each other have, and a text that looks like one, are no such thing', async () => {
		const line = '{"type": "paragraph", "children": [{"text": "a"}]}';
		const { error } = await call('contract.create', {
			contractTypeId: byId(types.order.id),
			templateId: byId(types.order.templateId),
			counterpartySource: 'existing',
			counterpartyId: byId(ACME),
			options: {
				fieldsJson: `{"Reference": "\\"Reference\\": {", "Start date": "2027-01-01",
					"End date": "2027-12-31", "Scope of work": [${line}, ${line}]}`,
			},
		});
		expect(error?.message).toBeUndefined();
	});

	const upsert = async (value: object, matchingColumns: string[] = []) =>
		await call('customObjectRecord.upsert', {
			customObjectId: byId(customObjects.lineItems),
			contractId: byId(contractId(1)),
			fields: { mappingMode: 'defineBelow', matchingColumns, schema: [], value },
		});

	test('two keys for one column of a row: refused, with both', async () => {
		const { said } = await upsert({ Description: 'Screws', description: 'Nails' });
		expect(said).toContain("'Description' and 'description' are one field, 'Description'");
		expect(await writes()).toEqual([]);
	});

	test('what names a row is found and stored without the blanks around it', async () => {
		const first = await upsert({ Description: 'Kick-off ', Quantity: 1 }, ['Description']);
		const second = await upsert({ Description: ' Kick-off', Quantity: 2 }, ['Description']);
		const ids = [first, second].map(({ items }) => items[0]!.json.id);
		expect(ids[0]).toBe(ids[1]);
		for (const { items } of [first, second])
			expect(items[0]!.json.fields).toMatchObject({ Description: 'Kick-off' });
	});
});
