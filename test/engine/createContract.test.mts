import type { IDataObject } from 'n8n-workflow';
import nock from 'nock';
import { credentialData } from '../support/credentials.mts';
import { runNode } from '../support/engine.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';

let sandbox: Sandbox;
let type: {
	id: string;
	name: string;
	templates: Array<{ id: string }>;
	fields: Array<{ id: string; name: string }>;
};
let fieldId: (name: string) => string;
let executions = 0;

beforeAll(async () => {
	nock.restore();
	sandbox = await startSandbox({ seed: 'demo' });
}, 60_000);
afterAll(async () => await sandbox?.stop());

beforeEach(async () => {
	await sandbox.control.reset('demo');
	const { contractTypes } = await sandbox.control.fixtures();
	[type] = contractTypes;
	fieldId = (name) => type.fields.find((field) => field.name === name)!.id;
});

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** Creates a contract for each input item, with the parameters of `more` over those that every contract needs. */
async function create(
	items: IDataObject[],
	more: Record<string, unknown> = {},
	nodeSettings: object = {},
	executionId = `create ${(executions += 1)}`,
) {
	return await runNode({
		credential: credentialData(sandbox.baseUrl),
		executionId,
		nodeSettings,
		workflowSettings: { timezone: 'America/Los_Angeles' },
		items: items.map((json) => ({ json })),
		parameters: {
			resource: 'contract',
			operation: 'create',
			contractTypeId: byId(type.id),
			templateId: byId(type.templates[0].id),
			counterpartySource: 'name',
			counterpartyName: '={{ $json.account }}',
			fields: mapped({
				Reference: '={{ $json.reference }}',
				'Payment term': '={{ $json.term }}',
			}),
			...more,
		},
	});
}

/** A resource mapper as the editor saves it. */
function mapped(values: Record<string, unknown>) {
	const byFieldId = Object.entries(values).map(([name, value]) => [fieldId(name), value]);
	return {
		mappingMode: 'defineBelow',
		value: Object.fromEntries(byFieldId),
		matchingColumns: [],
		schema: type.fields.map(({ id, name }) => ({
			id,
			displayName: name,
			defaultMatch: false,
			required: false,
			display: true,
			type: 'string',
		})),
	};
}

const row = (n: number, more: IDataObject = {}): IDataObject => ({
	account: `Account ${n % 7}`,
	reference: `PO-${n}`,
	term: '30 days',
	deal: `DEAL-X-${n}`,
	...more,
});

const LINK = { type: 'crmOne', externalEntity: 'deal', externalId: '={{ $json.deal }}' };

async function posts(): Promise<number> {
	return (await sandbox.control.requests({ method: 'POST', route: '/contracts' })).length;
}

describe('values', () => {
	test('of a CRM arrive as the service takes them; days are not shifted by the timezone', async () => {
		const { items, error } = await create([row(1)], {
			fields: mapped({
				Reference: 4711,
				'Payment term': '60 DAYS ',
				'Contract value': '1500.5',
				'End date': '2027-12-31T00:00:00.000Z',
				'Auto-renewal': 'Yes',
				'Governing law': '',
				'Scope of work': '# Scope\n\n- *one*\n- two',
			}),
		});

		expect(error).toBeUndefined();
		expect(items[0].json.fields).toEqual({
			Reference: '4711',
			'Payment term': '60-days',
			'Contract value': 1500.5,
			'End date': '2027-12-31',
			'Auto-renewal': true,
			'Governing law': null,
			'Scope of work': [
				{ type: 'heading-one', children: [{ text: 'Scope' }] },
				{
					type: 'bulleted-list',
					children: [
						{ type: 'list-item', children: [{ text: 'one', italic: true }] },
						{ type: 'list-item', children: [{ text: 'two' }] },
					],
				},
			],
		});
	});

	test('are taken from the item by field name or ID in automatic mode, and other properties ignored', async () => {
		const input = { account: 'Globex', ' reference': 'no field', REFERENCE: 'A-1' };
		const { items, error } = await create(
			[{ ...input, [fieldId('Payment term')]: '30-days', amount: 5, $any: {} }],
			{ fields: { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [] } },
		);

		expect(error).toBeUndefined();
		expect(items[0].json.fields).toMatchObject({ Reference: 'A-1', 'Payment term': '30-days' });
	});

	test('of Fields (JSON) are keyed by name or ID and win', async () => {
		const { items, error } = await create([row(1)], {
			options: { fieldsJson: `={"reference": "from JSON", "${fieldId('Auto-renewal')}": 0}` },
		});

		expect(error).toBeUndefined();
		expect(items[0].json.fields).toMatchObject({ Reference: 'from JSON', 'Auto-renewal': false });
	});

	test('that are blank are left out, and a required one is asked for before anything is sent', async () => {
		const { error } = await create([row(1, { reference: ' ' })]);

		expect(error?.message).toBe("Field 'Reference' is required");
		expect(await posts()).toBe(0);
	});

	test('that do not fit are all named at once', async () => {
		const { error } = await create([row(1, { term: '30d' })], {
			fields: mapped({
				Reference: '=',
				'Payment term': '={{ $json.term }}',
				'Contract value': '1,500',
				'End date': '31.12.2027',
			}),
		});

		expect(error?.message).toBe("Field 'Payment term' has no option '30d', and 3 more");
		expect(error?.description).toContain('Allowed: 15 days, 30 days, 60 days, 90 days');
		expect(error?.description).toContain("Field 'Contract value' cannot take '1,500'");
		expect(error?.description).toContain("Field 'End date' cannot take '31.12.2027'");
		expect(error?.description).toContain("Field 'Reference' is required");
		expect(error?.description).toContain('[item 0]');
		expect(await posts()).toBe(0);
	});

	test('of a field that the form no longer has are refused by the name that the editor knew', async () => {
		const fields = mapped({ Reference: 'A', 'Payment term': '30-days' });
		fields.value['f9999999-0000-4000-8000-000000000001'] = 'x';
		fields.schema.push({
			...fields.schema[0],
			id: 'f9999999-0000-4000-8000-000000000001',
			displayName: 'Old field',
		});

		const { error } = await create([row(1)], { fields });

		expect(error?.message).toBe("The creation form has no field 'Old field'");
		expect(error?.context).toMatchObject({ errorId: 'FIELD_NOT_FOUND' });
	});

	test('go out as an array of pairs, or unchecked, when the options say so', async () => {
		await sandbox.control.variants(['fieldsAsArrayOnly']);
		const array = await create([row(1)], { options: { fieldsFormat: 'array' } });
		expect(array.error).toBeUndefined();

		await sandbox.control.variants([]);
		await sandbox.control.clearRequests();
		const unchecked = await create([row(2, { term: '30d' })], { options: { checkFields: false } });
		expect(unchecked.error?.message).toBe("Field 'Payment term' has no option '30d'");
		expect((await sandbox.control.requests()).map(({ route }) => route)).toEqual(['/contracts']);
	});

	test('are sent unchecked in automatic mode where a property is called by a field ID', async () => {
		const { items, error } = await create(
			[{ account: 'Globex', [fieldId('Reference')]: 'A', [fieldId('Payment term')]: '30-days' }],
			{
				fields: { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [] },
				options: { checkFields: false },
			},
		);

		expect(error).toBeUndefined();
		expect(items[0].json.fields).toMatchObject({ Reference: 'A', 'Payment term': '30-days' });
	});

	test('of the name, the counterparty and Additional Body go into the request', async () => {
		const { items, error } = await create([row(1)], {
			counterpartySource: 'existing',
			counterpartyId: byId((await sandbox.control.fixtures()).counterparties[3].id),
			name: 'From the parameter',
			options: { additionalBody: '={{ ({ name: "From JSON" }) }}' },
		});

		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({
			name: 'From JSON',
			counterpartyId: (await sandbox.control.fixtures()).counterparties[3].id,
		});
	});
});

describe('500 rows of which 20 are bad', () => {
	const BAD: IDataObject[] = [
		{ term: '30d' },
		{ reference: '' },
		{ account: '' },
		{ term: ['30 days', '60 days'] },
	];
	const rows = Array.from({ length: 500 }, (_, n) => row(n, n % 25 === 7 ? BAD[n % 4] : {}));
	const settings = { integration: LINK, findExisting: true };

	test('create 480 contracts and 20 error items; running again creates none', async () => {
		const before = (await sandbox.control.contracts({ organization: 'main' })).length;

		const first = await create(rows, settings, { onError: 'continueErrorOutput' });

		expect(first.error).toBeUndefined();
		expect(first.items).toHaveLength(480);
		expect(first.items.every(({ json }) => json.action === 'created')).toBe(true);
		for (const { json, pairedItem } of first.items) {
			const { item } = pairedItem as { item: number };
			expect(json.externalId).toBe(rows[item].deal);
		}
		expect(first.errorItems).toHaveLength(20);
		for (const { json, pairedItem } of first.errorItems) {
			const { item } = pairedItem as { item: number };
			expect(item % 25).toBe(7);
			expect(json.details).toMatchObject({
				errorId: expect.stringMatching(/^(INVALID_INPUT|FIELD_OPTION_NOT_FOUND)$/),
				field: ['Payment term', 'Reference', 'Counterparty Name', 'Payment term'][item % 4],
				itemIndex: item,
				row: { externalId: rows[item].deal },
			});
			// n8n merges the input row into the error output.
			expect(json.deal).toBe(rows[item].deal);
		}
		expect((await sandbox.control.contracts({ organization: 'main' })).length).toBe(before + 480);

		const second = await create(rows, settings, { onError: 'continueErrorOutput' });

		expect(second.items).toHaveLength(480);
		expect(second.items.every(({ json }) => json.action === 'found')).toBe(true);
		expect(second.items.map(({ json }) => json.id)).toEqual(first.items.map(({ json }) => json.id));
		expect(second.errorItems).toHaveLength(20);
		expect((await sandbox.control.contracts({ organization: 'main' })).length).toBe(before + 480);
	}, 60_000);

	test('fail as a whole at the first bad row when errors stop the workflow', async () => {
		const { error, items } = await create([row(0), row(1, { term: '30d' })]);

		expect(error?.context).toMatchObject({ errorId: 'FIELD_OPTION_NOT_FOUND', itemIndex: 1 });
		expect(items).toEqual([]);
	});
});

describe('Find Existing', () => {
	const settings = { integration: LINK, findExisting: true };

	test('creates one contract for rows that mean the same record', async () => {
		const { items } = await create([row(1), row(1), row(1)], settings);

		expect(items.map(({ json }) => json.action)).toEqual(['created', 'found', 'found']);
		expect(new Set(items.map(({ json }) => json.id)).size).toBe(1);
		expect(await posts()).toBe(1);
	});

	test('lets the next row of the same record try when the first one is refused', async () => {
		const { items } = await create([row(1, { term: 'x' }), row(1)], settings, {
			onError: 'continueRegularOutput',
		});

		expect(items[0].json.details).toMatchObject({ errorId: 'FIELD_OPTION_NOT_FOUND' });
		expect(items[1].json.action).toBe('created');
	});

	test.each([
		['a canceled contract', { status: 'canceled' }],
		['another entity', { integration: { ...link('DEAL-X-1'), externalEntity: 'quote' } }],
		['another integration', { integration: { ...link('DEAL-X-1'), type: 'crmTwo' } }],
		['another external ID', { integration: link('DEAL-X-10') }],
		['no link', { integration: null }],
	])('does not take %s for it', async (_what, more) => {
		const { id } = await sandbox.control.createCounterparty({ name: 'Account 1' });
		await sandbox.control.createContract({
			counterpartyId: id,
			contractTypeId: type.id,
			integration: link('DEAL-X-1'),
			...more,
		});

		const { items } = await create([row(1)], settings);

		expect(items[0].json.action).toBe('created');
	});

	test('does not take a contract of another type for it', async () => {
		const { contractTypes } = await sandbox.control.fixtures();
		const { id } = await sandbox.control.createCounterparty({ name: 'Account 1' });
		await sandbox.control.createContract({
			counterpartyId: id,
			contractTypeId: contractTypes[1].id,
			integration: link('DEAL-X-1'),
		});

		const { items } = await create([row(1)], settings);

		expect(items[0].json.action).toBe('created');
	});

	test('finds it under a counterparty that is called the same but for case', async () => {
		const { id } = await sandbox.control.createCounterparty({ name: 'ACCOUNT 1' });
		const known = await sandbox.control.createContract({
			counterpartyId: id,
			contractTypeId: type.id,
			integration: link('DEAL-X-1'),
		});

		const { items } = await create([row(1)], settings);

		expect(items[0].json.action).toBe('found');
		expect(String(items[0].json.id)).toContain(known.id.replace(/^contract_/, ''));
	});

	test('searches the contracts of the type when there is no counterparty', async () => {
		const [known] = (
			await sandbox.api('GET', `/contracts?contractTypeId=${type.id}&limit=100`)
		).body.data.filter(
			({ integration, status }: { integration: unknown; status: string }) =>
				integration && status !== 'canceled',
		);
		const { items } = await create([row(1, { deal: known.integration.externalId })], {
			...settings,
			counterpartySource: 'none',
			integration: {
				...LINK,
				type: known.integration.type,
				externalEntity: known.integration.externalEntity,
			},
		});

		expect(items[0].json).toMatchObject({
			action: 'found',
			externalId: known.integration.externalId,
		});
	});

	test('reads lists that show a part of each contract one by one', async () => {
		await create([row(1)], settings);
		await sandbox.control.variants(['partialContracts']);

		const { items, error } = await create([row(1)], settings);

		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ action: 'found', externalId: 'DEAL-X-1' });
	});

	test('looks once more when the answer got lost, and creates no second contract', async () => {
		await sandbox.control.fault({ route: 'POST /contracts', kind: 'reset', when: 'after' });

		const { items, error } = await create([row(1)], settings);

		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ action: 'created', externalId: 'DEAL-X-1' });
		expect(await posts()).toBe(1);
	});

	test('finds in the same execution what the run before created, as Retry On Fail does', async () => {
		await create([row(1)], settings, {}, 'same execution');
		const { items } = await create([row(1)], settings, {}, 'same execution');

		expect(items[0].json.action).toBe('found');
		expect(await posts()).toBe(1);
	});

	test.each([
		['External ID', { ...LINK, externalId: '' }],
		['External Entity', { ...LINK, externalEntity: ' ' }],
		['Type', { ...LINK, type: '' }],
	])('needs the %s of the link', async (label, integration) => {
		const { error } = await create([row(1)], { integration, findExisting: true });

		expect(error?.message).toBe(`Find Existing needs the ${label} of the Integration Link`);
		expect(await sandbox.control.requests()).toEqual([]);
	});
});

describe('the answer of the service', () => {
	test.each([
		[[]],
		[['createAnswersId']],
		[['createAnswersData']],
		[['createAnswersBareId']],
		[['dataWrapped']],
	])('%j leads to the same item', async (variants) => {
		await sandbox.control.variants(variants);

		const { items, error } = await create([row(1)]);

		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(items[0].json).toMatchObject({
			action: 'created',
			status: 'draft',
			contractTypeName: type.name,
			fields: { Reference: 'PO-1', 'Payment term': '30-days' },
		});
	});

	test.each([[[]], [['errorOptionsKey']], [['errorAllowedKey']]])(
		'refused options are listed whatever the service calls them: %s',
		async (variants) => {
			await sandbox.control.variants(variants);

			const { error } = await create([row(1, { term: '30d' })], {
				options: { checkFields: false },
			});

			expect(error?.message).toBe("Field 'Payment term' has no option '30d'");
			expect(error?.description).toContain('Allowed: 15 days, 30 days, 60 days, 90 days');
		},
	);

	test('keeps the ID when the contract that was created cannot be read', async () => {
		await sandbox.control.variants(['createAnswersId']);
		await sandbox.control.fault({
			route: 'GET /contracts/:id',
			kind: 'status',
			status: 403,
			times: 0,
		});

		const { items, error } = await create([row(1)]);

		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({
			action: 'created',
			id: expect.stringMatching(/^contract_/),
		});
	});

	test('that never comes is not asked for again, and the message says so', async () => {
		await sandbox.control.fault({ route: 'POST /contracts', kind: 'reset', times: 0 });

		const { error } = await create([row(1)]);

		expect(error?.message).toContain('not known whether the service executed this');
		expect(await posts()).toBe(1);
	});

	test('is waited for when there were too many requests, as nothing was executed', async () => {
		await sandbox.control.fault({
			route: 'POST /contracts',
			kind: 'status',
			status: 429,
			retryAfter: 0,
		});

		const { items, error } = await create([row(1)]);

		expect(error).toBeUndefined();
		expect(items[0].json.action).toBe('created');
	});
});

describe('the creation form', () => {
	test('is read once for many items', async () => {
		await create(Array.from({ length: 40 }, (_, n) => row(n)));

		const route = '/contract-types/:id/creation-form';
		expect(await sandbox.control.requests({ route })).toHaveLength(1);
		expect(await posts()).toBe(40);
	});

	test.each([
		['smartFieldsKey'],
		['smartFieldsSnakeKey'],
		['attributeDefinitionIds'],
		['labelKeys'],
		['optionStrings'],
		['optionValueLabel'],
		['otherTypeWords'],
		['helpTextMissing'],
		['dataWrapped'],
	])('is understood in the shape %s', async (variant) => {
		await sandbox.control.variants([variant]);

		const { items, error } = await create([row(1)], {
			fields: mapped({
				Reference: 'A-1',
				'Payment term': '30 DAYS',
				'End date': '2027-12-31',
				'Auto-renewal': 'true',
				'Contract value': '12',
				'Scope of work': 'Text',
			}),
		});

		expect(error).toBeUndefined();
		expect(items[0].json.fields).toMatchObject({
			Reference: 'A-1',
			'Payment term': '30-days',
			'End date': '2027-12-31',
			'Auto-renewal': true,
			'Contract value': 12,
		});
	});
});

function link(externalId: string) {
	return { type: 'crmOne', externalEntity: 'deal', externalId, externalUrl: '' };
}
